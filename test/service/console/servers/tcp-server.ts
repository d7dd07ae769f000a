import {createServer, type AddressInfo, type Socket} from 'node:net';
import type {Behavior, GameServer} from '../conformance.ts';

/** One client of a simulated game. */
export type Client = {
	/** Sends bytes, in pieces if the behavior says so. */
	write: (bytes: Uint8Array | string) => void;
	/** Sends an answer, or what the behavior puts in its place. */
	answer: (bytes: Uint8Array | string) => void;
	/** Closes the connection after everything was sent. */
	end: () => void;
	socket: Socket;
};

/**
Listens on 127.0.0.1. `serve` is called with each client, except that of a game with a hostile greeting, and returns a
function that takes the bytes of the client.
*/
export async function openTcpServer(
	behavior: Behavior,
	serve: (client: Client) => (bytes: Buffer) => void,
): Promise<Omit<GameServer, 'heard'> & {clients: Set<Client>}> {
	const clients = new Set<Client>();
	const sockets = new Set<Socket>();
	const server = createServer({noDelay: true}, socket => {
		const client = clientOf(socket, behavior);
		clients.add(client);
		sockets.add(socket);
		socket.on('error', () => {});
		socket.on('close', () => {
			clients.delete(client);
			sockets.delete(socket);
		});
		if (behavior.greeting) {
			client.write(behavior.greeting);
			socket.resume();
			return;
		}
		socket.on('data', serve(client));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const cutConnections = () => {
		for (const socket of sockets) socket.destroy();
	};
	return {
		port: (server.address() as AddressInfo).port,
		clients,
		cutConnections,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				cutConnections();
			}),
	};
}

function clientOf(socket: Socket, behavior: Behavior): Client {
	let sent: Promise<unknown> = Promise.resolve();
	const write = (data: Uint8Array | string) => {
		const {cutEvery} = behavior;
		const bytes = Buffer.from(data);
		for (let at = 0; at < bytes.length; at += cutEvery ?? bytes.length) {
			const piece = bytes.subarray(at, at + (cutEvery ?? bytes.length));
			// Each piece is a packet of its own.
			if (cutEvery) sent = sent.then(() => new Promise(resolve => setImmediate(resolve)));
			sent = sent.then(() => void (socket.writable && socket.write(piece)));
		}
	};
	const end = () => void (sent = sent.then(() => socket.end()));
	return {
		socket,
		write,
		end,
		answer: bytes => {
			const {rawAnswer, isCutOff} = behavior;
			if (rawAnswer) write(rawAnswer);
			else if (isCutOff) {
				write(Buffer.from(bytes).subarray(0, Math.floor(bytes.length / 2)));
				end();
			} else write(bytes);
		},
	};
}
