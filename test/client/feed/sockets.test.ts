import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {openSockets} from '../../../src/client/feed/socket.ts';
import {follow} from './follow.ts';
import {waitFor} from '../../helpers/wait-for.ts';

test('a client certificate that is not usable fails only attempts over TLS, and says why', async () => {
	const openSocket = openSockets({RCONDECK_CLIENT_KEY: '/key.pem'});
	const {statuses} = follow('wss://127.0.0.1:1/websocket', {openSocket});
	await waitFor(() =>
		expect(statuses().at(-1)).toMatchObject({
			reason: 'the file in RCONDECK_CLIENT_KEY cannot be read: check the path',
		}),
	);
	const plain = follow('ws://127.0.0.1:1/websocket', {openSocket});
	await waitFor(() =>
		expect(plain.statuses().at(-1)).toMatchObject({reason: expect.stringContaining('127.0.0.1:1')}),
	);
});

test('an answer that is not a WebSocket ends the attempt with its status', async () => {
	const server = createServer((_, response) => response.end('hello'));
	await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	// The server listens on a port.
	const {port} = server.address() as AddressInfo;
	const {statuses} = follow(`ws://127.0.0.1:${port}/`, {openSocket: openSockets({})});
	await waitFor(() => expect(statuses().at(-1)).toMatchObject({reason: expect.stringContaining('HTTP 200')}));
});
