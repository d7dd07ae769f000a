import {expect, test} from 'vitest';
import type {Claim} from '../../../src/app/console/record/buffer.ts';
import {reduce, type Event} from '../../../src/app/state.ts';
import {aCommand, aFailure, after, linesIn, startAt} from '../../helpers/builders.ts';

const serverId = 'a';
const receivedEvent = (over: object = {}): Event => ({
	type: 'rcon/received',
	serverId,
	at: startAt + 2000,
	via: 'feed',
	commands: [aCommand({command: 'save', commandId: 'c1', timestamp: startAt + 1000, ...over})],
});
const claim = (over: Partial<Claim> = {}): Event => ({
	type: 'rcon/claimed',
	serverId,
	claims: [{command: 'save', commandId: 'c1', timestamp: undefined, by: 'shell', ...over}],
});
const lines = (...events: Event[]) =>
	linesIn(after(...events), serverId).map(line =>
		line.kind === 'command' ? `${line.origin} ${line.command} ${line.status} ${line.elsewhere ?? '-'}` : '',
	);

test('a received entry becomes an own one when the journal contains it', () => {
	expect(lines(receivedEvent(), claim())).toEqual(['me save answered shell']);
	const bare = {commandId: undefined};
	expect(lines(receivedEvent(bare), claim({...bare, timestamp: startAt + 1000, by: 'session'}))).toEqual([
		'me save answered session',
	]);
});

test('a claim for a missing or already claimed entry changes nothing', () => {
	const state = after(receivedEvent(), claim());
	expect(reduce(state, claim()).console).toBe(state.console);
	expect(lines(receivedEvent(), claim({commandId: 'c2'}))).toEqual(['other save answered -']);
});

const sent: Event = {
	type: 'rcon/sent',
	serverId,
	localId: 'own',
	command: 'save',
	at: startAt,
	timeoutMs: 5000,
};
const timedOut: Event = {
	type: 'rcon/failed',
	serverId,
	localId: 'own',
	failure: aFailure({mayHaveRun: true, key: 'server.rcon_timeout'}),
};

test('when an answer turns out to be for the shell, the command that had adopted it times out again', () => {
	expect(lines(sent, timedOut, receivedEvent())).toEqual(['me save late -']);
	expect(lines(sent, timedOut, receivedEvent(), claim())).toEqual([
		'me save timeout -',
		'me save answered shell',
	]);
});

test('the command that lost a claimed answer can still get its own', () => {
	const own = receivedEvent({commandId: 'c2', timestamp: startAt + 1500});
	expect(lines(sent, timedOut, receivedEvent(), claim(), own).toSorted()).toEqual([
		'me save answered shell',
		'me save late -',
	]);
});

test('never gives away the answer to a request of this session', () => {
	const answer = aCommand({command: 'save', commandId: 'c1', timestamp: startAt + 1000});
	const answeredEvent: Event = {type: 'rcon/answered', serverId, localId: 'own', answer, at: startAt + 5};
	expect(lines(sent, answeredEvent, claim())).toEqual(['me save answered -']);
});
