import {expect, test} from 'vitest';
import {runTyped, sendAwaited} from '../../../src/app/console/send/send-command.ts';
import {cancelQueued, stopAll} from '../../../src/app/console/send/rcon-queue.ts';
import {handleKey} from '../../../src/app/keys.ts';
import {initialState} from '../../../src/app/state.ts';
import type {GameServer} from '../../../src/contract/models/server.ts';
import {server} from '../../helpers/headless-app.ts';
import {fakeServices} from '../../helpers/fake-services.ts';
import {linesIn} from '../../helpers/builders.ts';
import {activityText} from '../../../src/actions/activity.ts';

/** Two servers on one node and one on another; a response arrives when the test says so. */
function openNodes(atOncePerNode?: number, more: (id: string) => Partial<GameServer> = () => ({})) {
	const requests: {command: string; answer: () => void}[] = [];
	const ask = (serverId: string, command: string) => {
		const {promise, resolve} = Promise.withResolvers<void>();
		requests.push({command, answer: resolve});
		return promise.then(() => ({
			serverId,
			command: {command, response: 'ok', commandId: command, timestamp: undefined},
		}));
	};
	const services = fakeServices({
		api: {
			awaitRcon: ({serverId, command}) => ask(serverId, command),
			sendRcon: async ({serverId, command}) => void (await ask(serverId, command)),
		},
		...(atOncePerNode === undefined ? {} : {settings: {atOncePerNode}}),
		state: {
			...initialState,
			view: {...initialState.view, currentId: 'a'},
			fleet: {
				...initialState.fleet,
				order: ['a', 'b', 'c'],
				servers: new Map([
					['a', server('a', 'ONLINE', {nodeId: 'n1', ...more('a')})],
					['b', server('b', 'ONLINE', {nodeId: 'n1', ...more('b')})],
					['c', server('c', 'ONLINE', {nodeId: 'n2', ...more('c')})],
				]),
			},
		},
	});
	const lines = (id: string) =>
		linesIn(services.store.getState(), id).map(line =>
			line.kind === 'command'
				? `${line.command} ${line.status} ${line.ahead ?? ''}`.trim()
				: line.kind === 'note'
					? activityText(line.activity)
					: '',
		);
	const settle = () => new Promise<void>(resolve => void setImmediate(resolve));
	return {services, asked: requests, lines, settle, sent: () => requests.map(({command}) => command)};
}

test('sends one command at a time per node, in order, with the nodes in parallel', async () => {
	const {services, asked, lines, settle, sent} = openNodes();
	const first = sendAwaited(services, 'a', 'one');
	void sendAwaited(services, 'b', 'two');
	void runTyped(services, 'a', '& three');
	void sendAwaited(services, 'c', 'far');
	expect(sent()).toEqual(['one', 'far']);
	expect(lines('b')).toEqual(['two queued 1']);
	expect(lines('a')).toEqual(['one pending', 'three queued 2']);
	asked[0]?.answer();
	await first;
	await settle();
	expect(sent()).toEqual(['one', 'far', 'two']);
	expect(lines('a')).toEqual(['one answered', 'three queued 1']);
	asked[2]?.answer();
	await settle();
	expect(sent()).toEqual(['one', 'far', 'two', 'three']);
});

test('servers with queues of their own do not wait for each other, although they share a node', async () => {
	const {services, asked, sent} = openNodes(undefined, id => ({commandQueue: id}));
	void sendAwaited(services, 'a', 'hangs');
	const second = sendAwaited(services, 'b', 'two');
	asked[1]?.answer();
	await second;
	expect(sent()).toEqual(['hangs', 'two']);
});

test('sends the commands of one server one after another even if its node accepts more', async () => {
	const {asked, services, sent} = openNodes(2);
	const first = sendAwaited(services, 'a', 'one');
	asked[0]?.answer();
	await first;
	void sendAwaited(services, 'a', 'two');
	void sendAwaited(services, 'a', 'three');
	void sendAwaited(services, 'b', 'four');
	expect(sent()).toEqual(['one', 'two', 'four']);
});

test('a canceled queued command is never sent, even when its turn comes', async () => {
	const {services, asked, lines, settle, sent} = openNodes();
	const first = sendAwaited(services, 'a', 'one');
	const second = sendAwaited(services, 'a', 'two');
	void sendAwaited(services, 'b', 'three');
	expect(cancelQueued(services, 'a')).toBe(true);
	expect(await second).toMatchObject({reason: 'canceled'});
	expect(lines('a')).toContain('two recalled 1');
	expect(lines('b')).toEqual(['three queued 1']);
	asked[0]?.answer();
	await first;
	await settle();
	expect(sent()).toEqual(['one', 'three']);
	expect(cancelQueued(services, 'a')).toBe(false);
});

test.each(['ctrl+c', 'u'])('%s cancels queued commands before anything else', key => {
	const {services, lines, sent} = openNodes();
	void sendAwaited(services, 'a', 'one');
	void sendAwaited(services, 'a', 'two');
	handleKey(services, key, 'alone');
	expect(lines('a')).toEqual(['two recalled 1', 'one pending']);
	expect(sent()).toEqual(['one']);
});

test('quitting first says which commands may still run and which will not be sent', async () => {
	const {services, settle, sent} = openNodes();
	for (const [id, command] of [
		['a', 'one'],
		['b', 'two'],
		['c', 'far'],
	] as const)
		void sendAwaited(services, id, command);
	// Nobody waits for the answer to a probe.
	void sendAwaited(services, 'c', 'probe', {yields: true, isProbe: true});
	handleKey(services, 'q');
	expect(services.asked).not.toContain('quit');
	expect(services.store.getState().notices.at(-1)?.text).toBe(
		'2 commands have no answer yet and may still run. 1 queued command will not be sent. Press q again to quit anyway.',
	);
	handleKey(services, 'q');
	expect(services.asked).toContain('quit');
	await settle();
	expect(sent()).toEqual(['one', 'far']);
});

test('a long queue changes the state a few times per command, when it moves up and when the session ends', async () => {
	const {services, asked, lines, settle} = openNodes();
	const count = 200;
	let changes = 0;
	services.store.subscribe(() => changes++);
	for (let number = 0; number < count; number++) void sendAwaited(services, 'a', `${number}`);
	expect(lines('a').at(-1)).toBe(`${count - 1} queued ${count - 1}`);
	expect(changes).toBeLessThan(3 * count);
	changes = 0;
	asked[0]?.answer();
	await settle();
	expect(lines('a').at(-1)).toBe(`${count - 1} queued ${count - 2}`);
	expect(changes).toBeLessThan(6);
	changes = 0;
	stopAll(services);
	expect(lines('a').filter(line => line.includes('recalled'))).toHaveLength(count - 2);
	expect(changes).toBeLessThan(2 * count);
	expect(asked).toHaveLength(2);
});
