import {expect, test, vi} from 'vitest';
import type {FeedEvent} from '../../../src/contract/packets.ts';
import {AutomationRun} from '../../../src/contract/models/automation.ts';
import {Node, NodeTask} from '../../../src/contract/models/node.ts';
import {GameServer} from '../../../src/contract/models/server.ts';
import {followFeed} from '../../../src/app/console/record/follow-feed.ts';
import {feedWord, isWorthRedialing} from '../../../src/app/kernel/state/feed-state.ts';
import {fakeFeed, fakeServices} from '../../helpers/fake-services.ts';
import {linesIn} from '../../helpers/builders.ts';

const rconCommand = (command: string, commandId: string) => ({
	command,
	response: 'ok',
	commandId,
	timestamp: 5,
});
const rcon = (command: string, commandId: string): FeedEvent => ({
	kind: 'rcon',
	packet: {serverId: 'a', command: rconCommand(command, commandId)},
});

function following() {
	const feed = fakeFeed();
	const services = fakeServices({openFeed: feed.openFeed});
	const {store, clock} = services;
	const servers = [GameServer.parse({id: 'a', state: 'ONLINE'})];
	store.dispatch({type: 'fleet/polled', at: clock.now(), latencyMs: 1, servers, unreadable: []});
	const {stop} = followFeed(services, 't');
	const hear = (...events: FeedEvent[]) => feed.say({type: 'events', at: clock.now(), events});
	return {feed, services, store, clock, hear, stop};
}

test('feed events reach console and list', () => {
	const {hear, store} = following();
	hear(rcon('save', 'c1'), {kind: 'state', serverId: 'a', state: 'STOPPING'});
	hear({kind: 'players', servers: [{serverId: 'a', state: undefined, players: 7}]});
	expect(linesIn(store.getState(), 'a').map(line => line.kind)).toContain('command');
	expect(store.getState().fleet.servers.get('a')).toMatchObject({state: 'STOPPING'});
});

test('an answer that names no server goes to the console that knows its id, else to the only one that waits for it', async () => {
	const {hear, store, clock} = following();
	const unnamed = (command: string, commandId: string): FeedEvent => ({
		kind: 'rcon',
		packet: {serverId: undefined, command: rconCommand(command, commandId)},
	});
	const responses = () =>
		linesIn(store.getState(), 'a').map(line => line.kind === 'command' && line.response);
	const pending: FeedEvent = {
		kind: 'rcon',
		packet: {serverId: 'a', command: {...rconCommand('save', 'c1'), response: undefined}},
	};
	hear(pending);
	await clock.advance(100);
	expect(responses()).toEqual([undefined]);
	hear(unnamed('save', 'c1'), unnamed('save', 'of-nobody'));
	await clock.advance(100);
	expect(responses()).toEqual(['ok']);
	expect(store.getState().feed.unreadable).toBe(1);
	const mine = {serverId: 'a', localId: 'mine'};
	const when = {at: clock.now(), tick: clock.monotonic()};
	store.dispatch({type: 'rcon/sent', ...mine, ...when, command: 'list', timeoutMs: undefined});
	store.dispatch({type: 'rcon/forwarded', ...mine, ...when});
	const answer = {...rconCommand('/LIST', 'c2'), response: '2 players', timestamp: undefined};
	hear({kind: 'rcon', packet: {serverId: undefined, command: answer}});
	await clock.advance(100);
	expect(responses()).toEqual(['ok', '2 players']);
});

test('a burst becomes a few state changes and loses nothing', async () => {
	const {hear, store, clock} = following();
	let changes = 0;
	store.subscribe(() => changes++);
	for (let index = 0; index < 1000; index++) hear(rcon('say hi', `c${index}`));
	await clock.advance(100);
	expect(store.getState().console.get('a')?.lines).toHaveLength(1000);
	expect(changes).toBeLessThan(10);
});

test('an event after a pause is processed at once and wakes the program only once', async () => {
	const {hear, store, clock} = following();
	hear(rcon('save', 'c1'));
	await clock.advance(1000);
	const after = vi.spyOn(clock, 'after');
	hear(rcon('save', 'c2'));
	expect(store.getState().console.get('a')?.lines).toHaveLength(2);
	expect(after).not.toHaveBeenCalled();
	hear(rcon('save', 'c3'));
	expect(after).toHaveBeenCalledOnce();
	await clock.advance(33);
	expect(store.getState().console.get('a')?.lines).toHaveLength(3);
});

test('a flood in one packet is processed in steps, between which keys are handled', async () => {
	const {hear, store, clock} = following();
	const heard = () => store.getState().console.get('a')?.lines.length ?? 0;
	hear(...Array.from({length: 2000}, (_, index) => rcon('say hi', `c${index}`)));
	expect(heard()).toBe(500);
	await clock.advance(1);
	expect(heard()).toBe(1000);
	await clock.advance(10);
	expect(heard()).toBe(2000);
});

test('fetches the stored commands at once when the feed is back', () => {
	const {feed, services, clock} = following();
	const turn = (status: Parameters<typeof feed.say>[0]) => feed.say(status);
	turn({type: 'status', at: clock.now(), status: {status: 'live'}});
	expect(services.asked).toEqual([]);
	turn({type: 'status', at: clock.now(), status: {status: 'lost', reason: 'gone \u001B[2J'}});
	turn({type: 'status', at: clock.now(), status: {status: 'live'}});
	expect(services.asked).toEqual(['poll']);
});

test('also sanitizes the reasons of the feed', () => {
	const {feed, store, clock} = following();
	feed.say({type: 'status', at: clock.now(), status: {status: 'lost', reason: 'gone \u001B[2J'}});
	expect(store.getState().feed.status).toMatchObject({reason: 'gone ^[[2J'});
});

test('reports once why the feed cannot connect', () => {
	const {feed, store, clock} = following();
	const turn = (attempt: number, reason?: string) =>
		feed.say({
			type: 'status',
			at: clock.now(),
			status: {status: 'connecting', attempt, ...(reason !== undefined && {reason})},
		});
	turn(1);
	expect(store.getState().notices).toEqual([]);
	turn(2, 'nothing listens there');
	turn(3, 'nothing listens there');
	expect(store.getState().notices.map(({text}) => text)).toEqual([
		'No team feed: nothing listens there. Answers arrive with each poll.',
	]);
});

test('counts unreadable packets instead of printing them', () => {
	const {hear, store} = following();
	hear({kind: 'unreadable', reason: 'what is this', body: '', destination: undefined});
	expect(store.getState().feed.unreadable).toBe(1);
});

test('without a feed, the header says that polling fetches the answers', () => {
	const services = fakeServices({});
	followFeed(services, 't');
	expect(services.store.getState().feed.status).toEqual({status: 'off', reason: 'no feed is configured'});
});

test('reports a rejected destination once in sanitized text, and again after a manual reconnect', () => {
	const feed = fakeFeed();
	const services = fakeServices({openFeed: feed.openFeed});
	const {store, clock} = services;
	const following = followFeed(services, 't');
	const refused = [{destination: '/queue/x', reason: 'no \u001B[2J'}];
	const live = () => feed.say({type: 'status', at: clock.now(), status: {status: 'live', refused}});
	live();
	live();
	const words = 'The feed refuses /queue/x: no ^[[2J. The other destinations are live.';
	const texts = () => store.getState().notices.map(({text}) => text);
	expect(texts()).toEqual([words]);
	following.redial();
	live();
	expect(texts()).toEqual([words, words]);
	expect(feedWord(store.getState().feed)).toBe('LIVE');
});

test('a reconnect is useful when a destination has been rejected for a while, not when all are subscribed', () => {
	const {feed, store, clock} = following();
	const worth = (afterMs: number) => isWorthRedialing(store.getState().feed, clock.now() + afterMs);
	const live = (more: object) =>
		feed.say({type: 'status', at: clock.now(), status: {status: 'live', ...more}});
	live({});
	expect(worth(3_600_000)).toBe(false);
	live({refused: [{destination: '/queue/x', reason: 'no'}]});
	expect([worth(5000), worth(30_000)]).toEqual([false, true]);
});

test('consoles of servers that are not listed, tasks and runs have a limit, and omitted ones are counted', async () => {
	const {hear, store, clock} = following();
	const node = Node.parse({id: 'n', name: 'n'});
	store.dispatch({type: 'nodes/read', at: clock.now(), nodes: [node]});
	store.dispatch({type: 'nodes/tasksRead', nodeId: 'n', tasks: []});
	const createdAt = '2126-01-01T00:00:00Z';
	const task = {type: 'TIMED_RESTART', state: 'PENDING', nodeId: 'n', context: {delay: 1}, createdAt};
	for (let index = 0; index < 11_000; index++) {
		const [id, stranger] = [`id-${index}`, `stranger-${index}`];
		hear(
			{kind: 'rcon', packet: {serverId: stranger, command: rconCommand('list', id)}},
			{kind: 'task', task: NodeTask.parse({...task, id, targetIds: ['a', stranger]})},
			{kind: 'run', run: AutomationRun.parse({id, automationId: id, status: 'RUNNING', createdAt})},
		);
	}
	hear(rcon('save', 'c1'));
	await clock.advance(100);
	const {console: consoles, feed, scheduled, nodes, automations} = store.getState();
	expect(consoles.size).toBeLessThanOrEqual(502);
	expect(feed.unreadable).toBe(11_000 - (consoles.size - 1));
	expect(linesIn(store.getState(), 'a')).toHaveLength(1);
	expect([...scheduled.tasks.keys()]).toEqual(['a']);
	expect(nodes.tasks.get('n')).toHaveLength(1000);
	expect(automations.lastRuns.size).toBe(10_000);
});
