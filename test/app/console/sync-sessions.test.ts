import {expect, test} from 'vitest';
import {alertLine} from '../../../src/app/servers/alerts.ts';
import {syncSessions} from '../../../src/app/console/input/sync-sessions.ts';
import {writeJournal} from '../../../src/app/console/record/write-journal.ts';
import {type JournalChanges, noJournal} from '../../../src/app/kernel/state/journal.ts';
import {recentActivity} from '../../../src/app/dialogs/review.ts';
import type {Event} from '../../../src/app/state.ts';
import {isSelfCaused} from '../../../src/app/kernel/state/self-caused.ts';
import {emptyField} from '../../../src/app/kernel/text/text-field.ts';
import {timelineRows} from '../../../src/app/timeline/timeline-view.ts';
import {aCommand, aServer, linesIn, polled, startAt} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';
import {anAction} from '../../helpers/activities.ts';

type Acknowledged = JournalChanges['acknowledged'][number];
const acknowledged = (over: Partial<Acknowledged> = {}): Acknowledged => ({
	serverId: 'a',
	state: 'OFFLINE',
	at: startAt,
	isKnown: true,
	changedAt: undefined,
	...over,
});

/** A session that polls, with changes by other sessions in between. */
function tui() {
	let waiting: Acknowledged[] = [];
	let more: Partial<JournalChanges> = {};
	let asked = 0;
	const journal = {
		...noJournal,
		changes: async () => {
			asked++;
			const changes = {acknowledged: waiting, sent: [], typed: [], acted: [], ...more};
			[waiting, more] = [[], {}];
			return changes;
		},
	};
	const services = fakeServices({journal});
	const {store, clock} = services;
	const end = syncSessions(services);
	return {
		services,
		end,
		asked: () => asked,
		other: (...changes: Acknowledged[]) => void waiting.push(...changes),
		elsewhere: (changes: Partial<JournalChanges>) => void (more = changes),
		poll: async (state = 'OFFLINE') => {
			await clock.advance(5000);
			store.dispatch(polled([aServer({id: 'a', displayName: 'isl-1', state})], clock.now()));
			await clock.advance(1);
		},
		line: () => alertLine(store.getState(), clock.now()).text,
		notices: () => store.getState().notices.map(({text}) => text),
	};
}

const quiet = 'nothing else is down   (1 down, acknowledged)';

test('an acknowledgment by another session quiets the alert after the next poll, and its withdrawal restores it', async () => {
	const {poll, other, line, notices} = tui();
	await poll();
	expect(line()).toContain('1 down: isl-1');
	other(acknowledged({at: startAt + 6000}));
	await poll();
	expect(line()).toBe(quiet);
	expect(notices()).toEqual(['Acknowledged in another session: isl-1.']);
	other(acknowledged({at: startAt + 12_000, isKnown: false}));
	await poll();
	expect(line()).toContain('1 down: isl-1');
	expect(notices().at(-1)).toBe('Acknowledgment removed in another session: isl-1.');
});

test('an alert that another session acknowledged first is quiet when our poll sees it', async () => {
	const {poll, other, line} = tui();
	await poll('ONLINE');
	other(acknowledged({at: startAt + 6000}));
	await poll('ONLINE');
	expect(line()).toBe('no server is down');
	await poll('OFFLINE');
	expect(line()).toBe(quiet);
});

test('a much later alert is not quiet', async () => {
	const {poll, other, line, services} = tui();
	await poll('ONLINE');
	other(acknowledged({at: startAt + 6000}));
	await poll('ONLINE');
	await services.clock.advance(120_000);
	await poll('ONLINE');
	await poll('OFFLINE');
	expect(line()).toContain('1 down: isl-1');
});

test('a change after the acknowledgment raises an alert', async () => {
	const {poll, other, line} = tui();
	await poll();
	other(acknowledged({at: startAt + 6000, changedAt: startAt + 7000}));
	await poll();
	expect(line()).toContain('1 down: isl-1');
});

test('reads the acknowledgments once after each poll and does not write them again', async () => {
	const {poll, other, asked, services} = tui();
	const kept: unknown[] = [];
	const tell = writeJournal({...noJournal, keep: things => void kept.push(...things)});
	const {dispatch, getState} = services.store;
	services.store.dispatch = event => {
		const before = getState();
		dispatch(event);
		tell(event, before, getState());
	};
	await poll();
	other(acknowledged({at: startAt + 6000}));
	await poll();
	expect({kept, asked: asked()}).toEqual({kept: [], asked: 2});
});

test('nothing is synchronized after the session ends', async () => {
	const {poll, other, end, line} = tui();
	await poll();
	other(acknowledged({at: startAt + 6000}));
	end();
	await poll();
	expect(line()).toContain('1 down: isl-1');
});

const sent = {
	serverId: 'a',
	command: 'save',
	commandId: 'c1',
	timestamp: undefined,
	source: 'shell',
} as const;
const hear = (at: number): Event => ({
	type: 'rcon/received',
	serverId: 'a',
	at,
	via: 'poll',
	commands: [aCommand({command: 'save', commandId: 'c1'})],
});

test("a command from the shell is one's own, even if it is received after the journal contains it", async () => {
	const {poll, elsewhere, services} = tui();
	const {store, clock} = services;
	await poll();
	elsewhere({sent: [sent]});
	await poll();
	store.dispatch(hear(clock.now()));
	await poll();
	expect(linesIn(store.getState(), 'a')).toMatchObject([{command: 'save', origin: 'me', elsewhere: 'shell'}]);
	expect(recentActivity(store.getState(), 'a', clock.now())).toEqual([]);
});

test('a probe of another session is not a command of anyone', async () => {
	const {poll, elsewhere, services} = tui();
	const {store, clock} = services;
	await poll();
	elsewhere({sent: [{...sent, isProbe: true}]});
	await poll();
	store.dispatch(hear(clock.now()));
	await poll();
	expect(linesIn(store.getState(), 'a')).toMatchObject([{origin: 'probe', elsewhere: 'shell'}]);
	expect(recentActivity(store.getState(), 'a', clock.now())).toEqual([]);
});

const acted = {
	id: '7',
	at: startAt + 6000,
	serverId: 'a',
	server: 'isl-1',
	activity: anAction('stop'),
	source: 'shell',
	isOld: false,
} as const;

const toldActs = ({store}: ReturnType<typeof fakeServices>) =>
	timelineRows(store.getState())
		.filter(({kind}) => kind === 'action')
		.map(({server, text}) => `${server}: ${text}`);

test('a state change by an action from the shell is self-caused, and the timeline shows the action', async () => {
	const {poll, elsewhere, services} = tui();
	await poll('ONLINE');
	elsewhere({acted: [acted]});
	await poll('OFFLINE');
	expect(isSelfCaused(services.store.getState().fleet, 'a')).toBe(true);
	expect(toldActs(services)).toEqual(['isl-1: Stop accepted. (from the shell)']);
});

test('shows an action once when its outcome becomes known, and never one from before this session', async () => {
	const {poll, elsewhere, services} = tui();
	elsewhere({acted: [{...acted, id: '1', isOld: true}]});
	await poll();
	elsewhere({acted: [{...acted, activity: anAction('stop', {outcome: 'pending'})}]});
	await poll();
	expect(toldActs(services)).toEqual(['isl-1: stop: outcome unknown, it may have run (from the shell)']);
	elsewhere({acted: [acted]});
	await poll();
	expect(toldActs(services)).toEqual(['isl-1: Stop accepted. (from the shell)']);
});

test('each of several servers has its entry, a removed one under its former name; an action with a server count is shown once', async () => {
	const {poll, elsewhere, services} = tui();
	await poll();
	const gone = {...acted, id: '8', serverId: 'b', server: 'isl-2'};
	const many = {...acted, source: undefined, activity: anAction('broadcast', {targetCount: 2})};
	elsewhere({acted: [acted, gone, {...many, id: '9'}, {...many, id: '10', serverId: 'b'}]});
	await poll();
	expect(toldActs(services)).toEqual([
		'isl-1: Stop accepted. (from the shell)',
		'isl-2: Stop accepted. (from the shell)',
		'isl-1: Message sent to 2 servers. (from another session)',
	]);
});

test('a line sent from the shell is the newest in the history, and does not interrupt navigation', async () => {
	const {poll, elsewhere, services} = tui();
	const {store} = services;
	store.dispatch({type: 'input/sent', serverId: 'a', game: 'CS2', text: 'status'});
	const browsing = {serverId: 'a', back: 1, draft: emptyField};
	store.dispatch({type: 'input/changed', change: {browsing}});
	elsewhere({typed: [{serverId: 'a', gameType: 'CS2', text: 'save'}]});
	await poll();
	expect(store.getState().input).toMatchObject({browsing, history: new Map([['a', ['status']]])});
	store.dispatch({type: 'input/changed', change: {browsing: undefined}});
	await poll();
	expect(store.getState().input).toMatchObject({
		history: new Map([['a', ['status', 'save']]]),
		games: new Map([['CS2', ['status', 'save']]]),
	});
});
