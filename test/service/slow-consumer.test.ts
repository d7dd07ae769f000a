import {expect, onTestFinished, test, vi} from 'vitest';
import {WebSocket} from 'ws';
import {openBroker} from '../../src/service/broker/broker.ts';
import type {Account} from '../../src/service/access/accounts.ts';
import {Refusal} from '../../src/service/http/refusal.ts';
import type {SignIn} from '../../src/service/access/sign-in.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {serveRaw} from './raw-client.ts';
import {waitFor} from '../helpers/wait-for.ts';

const signInAs = (account: Account | undefined): Omit<SignIn, 'countRequest'> => ({
	accountOf: async () => account,
	refuse: () => new Refusal('general.unauthorized'),
	failed: () => {},
	blocked: () => undefined,
});

test('disconnects a consumer that does not keep up for five seconds with 4500', async () => {
	const account = {id: 'app', name: 'app', teamId: 'team', permissions: ['ALL']};
	const clock = manualClock();
	const broker = openBroker({
		clock,
		random: () => 0.5,
		newId: () => 'id',
		signIn: signInAs(account),
		cutSilent: false,
		refusesEarly: false,
		onEvent: () => {},
		onBug: () => {},
	});
	let waiting = 0;
	const peer = {
		send: vi.fn<(text: string) => void>(),
		close: vi.fn<(code: number) => void>(),
		waitingBytes: () => waiting,
	};
	const connection = broker.accept(peer, () => undefined);
	connection?.receive('CONNECT\naccept-version:1.2\n\n\0SUBSCRIBE\nid:1\ndestination:/topic/team/team\n\n\0');
	await clock.advance(0);
	broker.broadcast('team', {text: 'Käpt’n: a header is escaped, a body is not'});
	expect(peer.send).toHaveBeenLastCalledWith(expect.stringMatching(/^MESSAGE\n[^]*Käpt’n: a header[^]*\0$/));
	waiting = 600 * 1024;
	broker.broadcast('team', {});
	await clock.advance(4999);
	broker.broadcast('team', {});
	waiting = 0;
	broker.broadcast('team', {});
	waiting = 600 * 1024;
	broker.broadcast('team', {});
	await clock.advance(4999);
	broker.broadcast('team', {});
	expect(peer.close).not.toHaveBeenCalled();
	await clock.advance(1);
	broker.broadcast('team', {});
	expect(peer.close).toHaveBeenCalledWith(4500, 'The consumer is too slow.');
});

test('several long answers at once disconnect no client that reads them', async () => {
	const served = await serveRaw();
	const headers = {'Application-Token': served.demo.credentials.token};
	const socket = new WebSocket(served.served.feedUrl, ['v12.stomp'], {headers});
	onTestFinished(() => socket.terminate());
	let bytes = 0;
	socket.on('message', data => (bytes += Buffer.isBuffer(data) ? data.length : 0));
	socket.on('open', () =>
		socket.send('CONNECT\naccept-version:1.2\n\n\0SUBSCRIBE\nid:1\ndestination:/topic/team/team\n\n\0'),
	);
	await waitFor(() => expect(bytes).toBeGreaterThan(0));
	await served.isAlive();
	for (let time = 0; time < 3; time++) served.demo.broker.broadcast('team', {text: 'x'.repeat(1024 * 1024)});
	await waitFor(() => expect(bytes).toBeGreaterThan(3 * 1024 * 1024));
	expect(socket.readyState).toBe(WebSocket.OPEN);
});

test('an endless frame and one that is not STOMP end the connection', async () => {
	const clock = manualClock();
	const broker = openBroker({
		clock,
		random: () => 0.5,
		newId: () => 'id',
		signIn: signInAs(undefined),
		cutSilent: false,
		refusesEarly: false,
		onEvent: () => {},
		onBug: () => {},
	});
	for (const text of [
		'x'.repeat(70_000),
		'SUBSCRIBE\nid:1\ndestination:/topic/team/team\n\n\0',
		'CONNECT\n\n\0',
	]) {
		const peer = {
			send: vi.fn<(text: string) => void>(),
			close: vi.fn<(code: number) => void>(),
			waitingBytes: () => 0,
		};
		broker.accept(peer, () => undefined)?.receive(text);
		await clock.advance(0);
		expect(peer.send).toHaveBeenCalledWith(expect.stringMatching(/^ERROR\nmessage:/));
		expect(peer.close).toHaveBeenCalledOnce();
	}
});
