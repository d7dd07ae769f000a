import {expect, test} from 'vitest';
import type {Event} from '../../../src/app/state.ts';
import {createRecorder} from '../../../src/app/export/recorder.ts';
import {initialState} from '../../../src/app/state.ts';
import type {Memorable} from '../../../src/actions/memorable.ts';
import {aCommand, aFailure, after, aServer, polled, startAt} from '../../helpers/builders.ts';
import {anAction} from '../../helpers/activities.ts';

const command = (at: number, given: Partial<Extract<Memorable, {kind: 'command'}>> = {}): Memorable => ({
	kind: 'command',
	at,
	serverId: 'a',
	server: 'isl-1',
	origin: 'other',
	status: 'answered',
	localId: undefined,
	answer: aCommand({command: `say ${at - startAt}`, response: 'ok'}),
	problem: undefined,
	...given,
});

function record() {
	let text = '';
	const recorder = createRecorder(given => given.replaceAll('hunter2', '***'));
	const recording = {path: 'x', add: (more: string) => void (text += more), close: async () => {}};
	return {recorder, recording, text: () => text};
}

test('writes nothing before it starts or after it has ended', () => {
	const {recorder, recording, text} = record();
	recorder.keep([command(startAt)]);
	recorder.begin(recording, startAt, true);
	expect(recorder.end()).toBe(recording);
	recorder.keep([command(startAt)]);
	expect(recorder.end()).toBeUndefined();
	expect(text()).toBe('');
});

test('omits older entries from polls, except those that fill a gap', () => {
	const {recorder, recording, text} = record();
	recorder.begin(recording, startAt, true);
	recorder.keep([command(startAt - 3_600_000), command(startAt + 5000)]);
	recorder.keep([{kind: 'gap', at: startAt - 60_000, to: startAt + 9000, filled: 2, teamId: undefined}]);
	expect(text()).not.toContain('say -3600000');
	expect(text()).toContain('`say 5000`');
	expect(text()).toContain('no feed from 2026-11-21 02:59:00Z to 2026-11-21 03:00:09Z; 2 back-filled');
});

test('writes bookmarks, actions and outcomes with their time, and no secrets', () => {
	const {recorder, recording, text} = record();
	recorder.begin(recording, startAt, true);
	recorder.keep([
		{kind: 'mark', at: startAt, id: 'm', text: 'password is hunter2'},
		{
			kind: 'note',
			at: startAt,
			id: 'n',
			serverId: 'a',
			server: 'isl-1',
			activity: anAction('restart'),
		},
		command(startAt, {origin: 'me', status: 'timeout', problem: 'server.rcon_timeout'}),
	]);
	expect(text()).toContain('- `2026-11-21 03:00:00Z` bookmark  `password is ***`');
	expect(text()).toContain('`isl-1`  act  `Restart accepted.`');
	expect(text()).toContain('TIMEOUT - may have run, `server.rcon_timeout`');
});

test('writes the start of a gap at once because it may never end, and likewise an unreadable list', () => {
	const {recorder, recording, text} = record();
	recorder.begin(recording, startAt, true);
	const live = after(polled([aServer({id: 'a'})]), {
		type: 'feed/changed',
		at: startAt,
		status: {status: 'live'},
	});
	const lost: Event = {type: 'feed/changed', at: startAt + 1000, status: {status: 'lost', reason: 'gone'}};
	const without = after(
		polled([aServer({id: 'a'})]),
		{type: 'feed/changed', at: startAt, status: {status: 'live'}},
		lost,
	);
	recorder.record(lost, live, without);
	recorder.record(lost, without, without);
	recorder.record({type: 'fleet/pollFailed', at: startAt + 2000, failure: aFailure()}, without, without);
	expect(text().split('\n').filter(Boolean)).toEqual([
		'- `2026-11-21 03:00:01Z` gap  no feed since 2026-11-21 03:00:01Z; 0 back-filled so far',
		'- `2026-11-21 03:00:02Z` rcondeck  `The list cannot be read: The server is not online.`',
	]);
	expect(initialState.transcript).toBeUndefined();
});
