import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {resultsView, shownPair} from '../../../src/app/multi-command/results-view.ts';
import {reduce, type Event} from '../../../src/app/state.ts';
import {after, aServer, viewChanged, polled, startAt} from '../../helpers/builders.ts';
import {lineOf} from '../../../src/app/console/record/line-by-id.ts';
import {joinMessages} from '../../../src/messages/text.ts';

const names = ['isl-1', 'isl-2', 'isl-3', 'isl-4'];
const status = (version: string) =>
	['Server: Running', `version ${version}`, 'map island', 'players 3'].join('\n');

/** Four selected servers and one command sent to them, each with its response or none yet. */
function stateWithAnswers(answers: readonly (string | undefined)[], rows = 40) {
	const members = names.map((name, index) => ({serverId: name, name, lineId: `l${index}`, final: undefined}));
	const sent = names.map((serverId, index): Event => ({
		type: 'rcon/sent',
		serverId,
		localId: `l${index}`,
		command: 'status',
		at: startAt,
		timeoutMs: 5000,
	}));
	const answerEvents = answers.flatMap((response, index): Event[] =>
		response === undefined
			? []
			: [
					{
						type: 'rcon/answered',
						serverId: names[index] ?? '',
						localId: `l${index}`,
						answer: {command: 'status', response, commandId: `c${index}`, timestamp: startAt + 1},
						at: startAt + 20,
					},
				],
	);
	return after(
		polled(names.map(name => aServer({id: name, displayName: name}))),
		viewChanged({selection: new Set(names), pane: 'results', size: {columns: 120, rows}}),
		{type: 'results/started', run: {id: 'r', command: 'status', at: startAt, members}},
		...sent,
		...answerEvents,
	);
}

const textOf = (state: ReturnType<typeof stateWithAnswers>) =>
	resultsView(state).rows.map(({segments}) =>
		renderWithKeys(joinMessages(segments.map(({text}) => text)), usualKeymap),
	);

test('flags lines that the largest group does not have, and shows them first when space is short', () => {
	const state = stateWithAnswers([status('5'), status('5'), status('4'), status('3')]);
	expect(textOf(state)).toEqual([
		'03:00:00Z 4 servers  me > status   2 same, 2 differ',
		'>  1  isl-3',
		'      Server: Running',
		'    + version 4',
		'      map island',
		'      players 3',
		'   1  isl-4',
		'    + version 3',
		'      … 3 more rows',
		'   2  isl-1, isl-2  most',
		'      Server: Running',
		'      version 5',
		'      map island',
		'      … 1 more row',
	]);
	expect(shownPair(state)?.other.members.map(({name}) => name)).toEqual(['isl-3']);
});

test('on a low screen each other group has one row', () => {
	const state = stateWithAnswers([status('5'), status('5'), status('4'), status('3')], 16);
	expect(textOf(state)).toContain('    + version 3 … 3 more');
});

test('pending servers are at the end with their status', () => {
	expect(textOf(stateWithAnswers(['a', undefined, undefined, undefined]))).toEqual([
		'03:00:00Z 4 servers  me > status',
		' 1 answer, 3 waiting',
		'>  1  isl-1',
		'      a',
		'   3  isl-2, isl-3, isl-4  waiting',
	]);
});

test('the cursor stays on its group while others are inserted before it', () => {
	const key = 'answer:a';
	const states = [
		stateWithAnswers(['a', undefined, undefined, undefined]),
		stateWithAnswers(['a', 'a', 'b', undefined]),
	];
	const cursors = states.map(state => {
		const {rows} = resultsView(reduce(state, {type: 'results/viewChanged', change: {group: key}}));
		return rows.find(({segments}) => String(segments[0]?.text).startsWith('>'))?.group;
	});
	expect(cursors).toEqual([key, key]);
});

test('lists the targets before anything is sent', () => {
	const state = after(
		polled([
			aServer({id: 'a', displayName: 'ark-1'}),
			aServer({id: 'b', displayName: 'cs-1', gameType: 'CS2', state: 'OFFLINE'}),
		]),
		viewChanged({selection: new Set(['a', 'b']), pane: 'results', size: {columns: 120, rows: 40}}),
	);
	expect(textOf(state)).toEqual([
		' The next command goes to 2 servers:',
		'  ark-1     RUNNING   ARK  eu-1',
		'  cs-1      OFFLINE   CS2  eu-1',
	]);
});

test('shows the rate and the time left once some servers have answered', () => {
	const state = stateWithAnswers([status('1'), status('1'), undefined, undefined]);
	const settle = (index: number, latencyMs: number): Event => {
		const line = lineOf(state, names[index] ?? '', `l${index}`);
		if (!line) throw new Error('no entry');
		return {type: 'results/settled', runId: 'r', lineId: `l${index}`, line: {...line, latencyMs}};
	};
	const head = (events: readonly Event[]) =>
		resultsView(events.reduce(reduce, state))
			.rows.filter(({key}) => /^(?:head|summary)/.test(key))
			.flatMap(({segments}) => segments.map(({text}) => text))
			.join('');
	expect(head([settle(0, 20)])).toMatch(/2 waiting$/);
	expect(head([settle(0, 20), settle(1, 4000)])).toMatch(/2 waiting, 30\.0\/min, 4s left$/);
});
