import {expect, test} from 'vitest';
import {ApiError} from '../../../src/contract/errors.ts';
import {sendAwaited} from '../../../src/app/console/send/send-command.ts';
import {cancelQueued, stopTyped} from '../../../src/app/console/send/rcon-queue.ts';
import {lineOf} from '../../../src/app/console/record/line-by-id.ts';
import {initialState} from '../../../src/app/state.ts';
import {server} from '../../helpers/headless-app.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

/** Two servers on one node; each command gets a response, or none, when the test says so. */
function openNode() {
	const requests: {command: string; answer: () => void; timeOut: () => void}[] = [];
	const services = fakeServices({
		api: {
			awaitRcon: ({serverId, command}) => {
				const {promise, resolve, reject} = Promise.withResolvers<void>();
				const late = new ApiError('No reply.', {
					reason: 'refused',
					request: 'POST /server/{serverId}/rcon',
					status: 408,
					key: 'server.rcon_timeout',
				});
				requests.push({command, answer: resolve, timeOut: () => reject(late)});
				const said = {command, response: 'ok', commandId: command, timestamp: undefined};
				return promise.then(() => ({serverId, command: said}));
			},
		},
		state: {
			...initialState,
			fleet: {
				...initialState.fleet,
				order: ['a', 'b'],
				servers: new Map([
					['a', server('a', 'ONLINE', {nodeId: 'n'})],
					['b', server('b', 'ONLINE', {nodeId: 'n'})],
				]),
			},
		},
	});
	const send = (serverId: string, command: string, yields?: true) =>
		sendAwaited(services, serverId, command, {localId: command, ...(yields && {yields})});
	const status = (serverId: string, command: string) => {
		const line = lineOf(services.store.getState(), serverId, command);
		return line?.status === 'queued' ? `queued behind ${line.ahead ?? 0}` : line?.status;
	};
	return {services, asked: requests, send, status, sent: () => requests.map(({command}) => command)};
}

test('pauses commands to a node after a timeout, and reports that once', async () => {
	const {services, asked, send, status, sent} = openNode();
	const slow = send('a', 'slow');
	asked[0]?.timeOut();
	await slow;
	void send('b', 'next');
	void send('b', 'more');
	expect(status('b', 'next')).toBe('queued behind 1');
	expect(services.store.getState().notices.map(({text}) => text)).toEqual([
		'The node may be busy with a command that timed out. This one is sent when that ends, or in 3s.',
	]);
	await services.clock.advance(2999);
	expect(sent()).toEqual(['slow']);
	await services.clock.advance(1);
	expect(sent()).toEqual(['slow', 'next']);
	expect(status('b', 'more')).toBe('queued behind 1');
});

test('a late answer ends the pause of its node', async () => {
	const {services, asked, send, sent} = openNode();
	const slow = send('a', 'slow');
	asked[0]?.timeOut();
	await slow;
	void send('b', 'next');
	const received = {command: 'slow', response: 'done', commandId: 'c', timestamp: services.clock.now()};
	services.store.dispatch({
		type: 'rcon/received',
		serverId: 'a',
		at: services.clock.now(),
		via: 'feed',
		commands: [received],
	});
	expect(sent()).toEqual(['slow', 'next']);
	await services.clock.advance(5000);
	expect(services.waits.size).toBe(1);
});

test('commands that wait for a paused node can be canceled, and nothing else is pending', async () => {
	const {services, asked, send, status, sent} = openNode();
	const slow = send('a', 'slow');
	asked[0]?.timeOut();
	await slow;
	expect(stopTyped(services, 'a')).toEqual({canceled: 0, stopped: 0});
	void send('a', 'next');
	expect(cancelQueued(services, 'a')).toBe(true);
	await services.clock.advance(5000);
	expect(status('a', 'next')).toBe('recalled');
	expect(sent()).toEqual(['slow']);
	expect(services.waits.size).toBe(0);
});

test('low-priority commands let all typed ones go first, and Ctrl-C does not cancel them', async () => {
	const {services, asked, send, status, sent} = openNode();
	void send('a', 'first');
	void send('a', 'watched', true);
	void send('b', 'typed');
	expect([status('a', 'watched'), status('b', 'typed')]).toEqual(['queued behind 2', 'queued behind 1']);
	asked[0]?.answer();
	await services.clock.advance(1);
	expect(sent()).toEqual(['first', 'typed']);
	asked[1]?.answer();
	await services.clock.advance(1);
	expect(sent()).toEqual(['first', 'typed', 'watched']);
	expect(cancelQueued(services, 'a')).toBe(false);
	expect(stopTyped(services, 'a')).toEqual({canceled: 0, stopped: 0});
});
