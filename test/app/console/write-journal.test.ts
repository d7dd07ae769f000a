import {expect, test} from 'vitest';
import {writeJournal} from '../../../src/app/console/record/write-journal.ts';
import type {Memorable} from '../../../src/actions/memorable.ts';
import {noJournal} from '../../../src/app/kernel/state/journal.ts';
import {reduce, type Event} from '../../../src/app/state.ts';
import {aCommand, aFailure, after, aServer, polled, startAt} from '../../helpers/builders.ts';
import {anAction, stateChange} from '../../helpers/activities.ts';

/** The journal entries that these events cause in a session with one server. */
function kept(...events: Event[]): Memorable[] {
	const entries: Memorable[] = [];
	const tell = writeJournal({...noJournal, keep: more => void entries.push(...more)});
	let state = after(polled([aServer({id: 'a', displayName: 'isl-1'})]));
	for (const event of events) {
		const before = state;
		state = reduce(before, event);
		tell(event, before, state);
	}
	return entries;
}

const sent: Event = {
	type: 'rcon/sent',
	serverId: 'a',
	localId: 'l1',
	command: 'ListPlayers',
	at: startAt,
	timeoutMs: 5000,
};
const timedOut: Event = {
	type: 'rcon/failed',
	serverId: 'a',
	localId: 'l1',
	failure: aFailure({key: 'server.rcon_timeout', mayHaveRun: true}),
};
const receivedEvent = (...commands: ReturnType<typeof aCommand>[]): Event => ({
	type: 'rcon/received',
	serverId: 'a',
	at: startAt + 9000,
	via: 'feed',
	commands,
});

test('writes an own command with its answer, and not again when it is received', () => {
	const answer = aCommand();
	const answeredEvent: Event = {
		type: 'rcon/answered',
		serverId: 'a',
		localId: 'l1',
		answer,
		at: startAt + 200,
	};
	const commands = kept(sent, answeredEvent, receivedEvent(answer)).filter(({kind}) => kind === 'command');
	expect(commands).toMatchObject([
		{kind: 'command', origin: 'me', status: 'answered', server: 'isl-1', localId: 'l1', answer},
	]);
});

test('records a probe as one even if its answer is late', () => {
	const probe: Event = {...sent, isProbe: true};
	const late = receivedEvent(aCommand());
	const origins = kept(probe, timedOut, late).flatMap(thing =>
		thing.kind === 'command' ? thing.origin : [],
	);
	expect(new Set(origins)).toEqual(new Set(['probe']));
});

test('writes one commandId on two servers or with two answers as two entries, and no duplicates', () => {
	const answer = aCommand({commandId: 'c', response: 'one'});
	const other = {...answer, response: 'two'};
	const onServer = (serverId: string, ...commands: (typeof answer)[]): Event => ({
		type: 'rcon/received',
		serverId,
		at: startAt,
		via: 'poll',
		commands,
	});
	const entries = kept(
		onServer('a', answer),
		onServer('b', answer),
		onServer('a', other, answer),
		onServer('b', answer),
	);
	expect(entries).toMatchObject([
		{serverId: 'a', answer: {response: 'one'}},
		{serverId: 'b', answer: {response: 'one'}},
		{serverId: 'a', answer: {response: 'two'}},
	]);
});

test('writes output that arrives after its command, and ignores its later absence', () => {
	const answer = aCommand({commandId: 'c'});
	const early = {...answer, response: undefined};
	expect(kept(receivedEvent(early), receivedEvent(answer), receivedEvent(early, answer))).toMatchObject([
		{answer: {response: undefined}},
		{answer: {response: answer.response}},
	]);
});

test('writes a command when it is sent, before any answer, but not while it is queued', () => {
	const queued: Event = {type: 'rcon/queued', serverId: 'a', localId: 'l1', ahead: 1};
	const startedEvent: Event = {type: 'rcon/started', serverId: 'a', localId: 'l1', at: startAt + 700};
	expect(kept(sent, queued)).toEqual([]);
	expect(kept(sent, queued, startedEvent)).toMatchObject([
		{origin: 'me', status: 'waiting', localId: 'l1', at: startAt + 700, answer: {command: 'ListPlayers'}},
	]);
});

test('writes a timeout at once, and again as the late answer', () => {
	expect(kept(sent, timedOut, receivedEvent(aCommand({timestamp: startAt + 8000})))).toMatchObject([
		{origin: 'me', status: 'timeout', problem: 'server.rcon_timeout', answer: {response: undefined}},
		{origin: 'me', status: 'late', localId: 'l1', answer: {commandId: 'c-1'}},
	]);
});

test('writes commands of others once, however often polls list them', () => {
	const one = aCommand({commandId: 'x'});
	const two = aCommand({commandId: 'y'});
	expect(kept(receivedEvent(one), receivedEvent(one, two), receivedEvent(one, two))).toMatchObject([
		{origin: 'other', answer: one},
		{origin: 'other', answer: two},
	]);
});

test('writes an action without a server', () => {
	const action = {id: 'x', at: startAt, activity: anAction('invite', {targetCount: 0})};
	expect(kept({type: 'timeline/actionAdded', action})).toMatchObject([
		{kind: 'note', serverId: undefined, ...action},
	]);
});

test('writes state changes, actions and gaps', () => {
	const feed = (status: 'live' | 'lost', at: number): Event => ({
		type: 'feed/changed',
		at,
		status: status === 'live' ? {status} : {status, reason: 'gone'},
	});
	const note: Event = {type: 'console/noted', serverId: 'a', id: 'n', at: 5, activity: stateChange('A', 'B')};
	const entries = kept(note, feed('live', 1), feed('lost', 10), feed('live', 20), {type: 'feed/gapClosed'});
	expect(entries).toMatchObject([
		{kind: 'note', activity: stateChange('A', 'B'), server: 'isl-1'},
		{kind: 'gap', at: 10, to: 20, filled: 0},
	]);
});

test('records a feed that does not deliver own answers, and a proven one when it does', () => {
	const answer = aCommand();
	const again: Event = {...sent, localId: 'l2', command: 'SaveWorld'};
	const answeredEvent = (localId: string): Event => ({
		type: 'rcon/answered',
		serverId: 'a',
		localId,
		answer,
		at: startAt + 1,
	});
	const live: Event = {type: 'feed/changed', at: startAt, status: {status: 'live'}};
	const poll = polled([aServer({id: 'a', displayName: 'isl-1'})]);
	const missed = [live, sent, answeredEvent('l1'), again, answeredEvent('l2'), poll, poll];
	const proofs = (...events: Event[]) => kept(...events).filter(({kind}) => kind === 'feedProof');
	expect(proofs(...missed.slice(0, -1))).toEqual([]);
	expect(proofs(...missed, poll)).toMatchObject([{missed: 2}]);
	expect(proofs(...missed, receivedEvent(answer))).toMatchObject([{missed: 2}, {missed: 0}]);
	// A service may trim the spaces around a command, which is sent exactly as typed.
	const blanks: Event = {...sent, command: ` ${sent.command} `};
	expect(proofs(live, blanks, answeredEvent('l1'), receivedEvent(answer))).toMatchObject([{missed: 0}]);
	// A new connection is checked again.
	expect(
		proofs(live, sent, answeredEvent('l1'), poll, live, poll, again, answeredEvent('l2'), poll, poll),
	).toEqual([]);
});
