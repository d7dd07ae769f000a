import {connect} from 'node:net';
import {expect, onTestFinished} from 'vitest';
import type {DemoOptions} from '../../src/demo/index.ts';
import {listen, type Listening, type ListenOptions} from '../../src/service/http/listen.ts';
import {openService, type Service} from './open-service.ts';

export type Served = Service & {
	served: Listening;
	port: number;
	/**
	 * Sends the bytes on a separate connection, ends it, and returns everything received until it was closed.
	 */
	raw: (...chunks: (string | Uint8Array)[]) => Promise<string>;
	/** Sends the bytes and resets the connection as soon as they are sent. */
	abort: (bytes: string | Uint8Array) => Promise<void>;
	/** Uncaught errors, each of which would end the real process, and bugs that were caught. */
	uncaught: unknown[];
	/** Resolves to the status of a well-formed request with valid credentials. */
	isAlive: () => Promise<number>;
};

/** The service on a loopback port, for requests that no HTTP client would make. */
export async function serveRaw(
	options: Partial<DemoOptions> = {},
	listening: Partial<ListenOptions> = {},
): Promise<Served> {
	const service = await openService(options);
	const uncaught: unknown[] = [];
	const note = (error: unknown) => void uncaught.push(error);
	const served = await listen(service.demo, {port: 0, onBug: note, ...listening});
	onTestFinished(served.close);
	const port = Number(new URL(served.url).port);
	process.on('uncaughtExceptionMonitor', note);
	onTestFinished(() => void process.off('uncaughtExceptionMonitor', note));
	return {
		...service,
		served,
		port,
		uncaught,
		raw: (...chunks) =>
			new Promise(resolve => {
				let text = '';
				const socket = connect({host: '127.0.0.1', port, timeout: 5000});
				socket.setEncoding('latin1');
				socket.on('data', chunk => (text += String(chunk)));
				// A rejection may reset the connection during a write; the response before it counts.
				socket.on('error', () => {});
				socket.on('timeout', () => socket.destroy());
				socket.on('close', () => resolve(text));
				for (const chunk of chunks) socket.write(chunk);
				socket.end();
			}),
		abort: bytes =>
			new Promise(resolve => {
				const socket = connect({host: '127.0.0.1', port});
				socket.on('error', () => {});
				socket.on('close', () => resolve());
				socket.write(bytes, () => socket.resetAndDestroy());
			}),
		isAlive: async () => {
			const headers = {'Application-Token': service.demo.credentials.token};
			return (await fetch(`${served.url}/team/my`, {headers})).status;
		},
	};
}

/** The status codes of the responses on a connection, in order. */
export const statusesIn = (text: string): number[] =>
	[...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** The JSON body of the last response. */
export function bodyIn(text: string): Record<string, unknown> {
	const body: unknown = JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n') + 4));
	return typeof body === 'object' && body !== null ? {...body} : {};
}

/** The headers of a WebSocket handshake. */
export const upgrade =
	'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** The head of a request. */
export const head = (target: string, {method = 'GET', host = 'localhost', more = ''} = {}) =>
	`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;

export const signedIn = ({demo}: Served) => `Application-Token: ${demo.credentials.token}\r\n`;

export async function expectUnharmed(served: Served): Promise<void> {
	expect(await served.isAlive()).toBe(200);
	expect(served.uncaught).toEqual([]);
}
