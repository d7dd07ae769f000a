import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {onTestFinished} from 'vitest';

export type Seen = {
	method: string;
	url: string;
	headers: IncomingMessage['headers'];
	body: Buffer;
};
export type Answering = (seen: Seen, response: ServerResponse, socket: Socket) => void;

/**
A real HTTP server on this loopback port, or a free one, until `atEnd` runs the function that it receives: by default for one test.
Records every request that it has read completely.
*/
export async function httpService(
	answer: Answering,
	atEnd: (close: () => void) => void = onTestFinished,
	wantedPort = 0,
): Promise<{url: string; port: number; seen: Seen[]}> {
	const seen: Seen[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const {method = '', url = '', headers} = request;
			const one = {method, url, headers, body: Buffer.concat(chunks)};
			seen.push(one);
			answer(one, response, request.socket);
		});
	});
	await new Promise<void>(resolve => server.listen(wantedPort, '127.0.0.1', resolve));
	atEnd(() => {
		server.closeAllConnections();
		server.close();
	});
	// A server that listens on a port has an address with a port.
	const {port} = server.address() as AddressInfo;
	return {url: `http://127.0.0.1:${port}`, port, seen};
}

export function json(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, {'Content-Type': 'application/json'}).end(JSON.stringify(body));
}
