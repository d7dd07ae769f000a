import {spawn} from 'node:child_process';
import {connect} from 'node:net';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import {bundle} from '../shipped/shipped.ts';

/*
The served port of the shipped program, on real sockets and with the real clock. The tests run at the same time, because
two of them wait for time limits.
*/

const handshake =
	'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

let port = 0;
let token = '';
let end = () => {};

beforeAll(async () => {
	const [program, ...words] = bundle;
	const options = ['serve', '--demo', '--port', '0', '--trusted-proxy', '127.0.0.1'];
	const child = spawn(program, [...words, ...options], {stdio: ['ignore', 'pipe', 'ignore']});
	end = () => void child.kill('SIGKILL');
	let said = '';
	for await (const chunk of child.stdout) {
		said += String(chunk);
		if (said.includes('Ctrl-C')) break;
	}
	port = Number(/RCONDECK_URL=http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
	token = /RCONDECK_TOKEN=(\S+)/.exec(said)?.[1] ?? '';
});
afterAll(() => end());

/** Sends a head and waits until the service ends the connection, or the status arrives if `isEnough`. */
function exchange(head: string, isEnough = true): Promise<number> {
	return new Promise(resolve => {
		let text = '';
		const socket = connect({host: '127.0.0.1', port});
		socket.setEncoding('latin1').on('data', chunk => {
			text += String(chunk);
			if (isEnough && text.includes('\r\n\r\n')) socket.destroy();
		});
		socket.on('error', () => {});
		socket.on('close', () => {
			resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0));
		});
		socket.write(head);
	});
}

const statusOf = (target: string, more = '', {method = 'GET', host = 'localhost'} = {}) =>
	exchange(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`);

const from = (address: string) => `X-Forwarded-For: ${address}\r\n`;
const valid = () => `Application-Token: ${token}\r\n`;

describe.concurrent('the served port', () => {
	test('refuses every path without credentials', async () => {
		const rows = Object.values(endpoints).filter(row => !('isPublic' in row && row.isPublic));
		const statuses = await Promise.all(
			rows.map(({method, path}) => statusOf(path.replaceAll(/[{}]/g, ''), '', {method})),
		);
		expect(new Set(statuses)).toEqual(new Set([401]));
		expect(statuses.length).toBeGreaterThan(40);
	});

	test('refuses feed handshakes without valid credentials, of web pages and under foreign names', async () => {
		const statuses = await Promise.all([
			statusOf('/websocket', handshake),
			statusOf('/websocket', `${handshake}${from('203.0.113.1')}Application-Token: wrong\r\n`),
			statusOf('/websocket', `${handshake}${valid()}`, {host: 'evil.example'}),
			statusOf('/websocket', `${handshake}${valid()}Origin: https://evil.example\r\n`),
			statusOf('/websocket', `${handshake}${valid()}Host: localhost\r\n`),
			statusOf('/websocket', `${handshake}${valid()}`),
		]);
		expect(statuses).toEqual([401, 401, 403, 403, 403, 101]);
	});

	test('ends a feed client without CONNECT and a slow header without data', async () => {
		const silent = exchange(
			`GET /websocket HTTP/1.1\r\nHost: localhost\r\n${handshake}${valid()}\r\n`,
			false,
		);
		const slow = exchange('GET /team/my HTTP/1.1\r\nHost: localhost\r\nX: y\r\n', false);
		expect(await silent).toBe(101);
		expect(await slow).toBe(408);
	});

	test('slows down failed sign-ins of one client behind a proxy, and of no other', async () => {
		const attempt = (forwarded: string) =>
			statusOf('/team/my', `${from(forwarded)}Application-Token: wrong\r\n`);
		for (let count = 0; count < 20; count++) expect(await attempt(`10.0.0.${count}, 203.0.113.7`)).toBe(401);
		expect(await attempt('203.0.113.7')).toBe(429);
		expect(await attempt('203.0.113.8')).toBe(401);
		expect(await statusOf('/team/my', from('203.0.113.7') + valid())).toBe(200);
	});
});
