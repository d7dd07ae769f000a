import {createServer, type Socket} from 'node:net';
import {systemClock, type Clock} from '../../lib/clock.ts';
import {serveConnection} from './server-connection.ts';
import type {RconQuirks} from './quirks.ts';

export type RconServerOptions = {
	password: string;
	/** The game's response to a command. A rejection closes the connection without an answer. */
	answer: (command: string) => Promise<string> | string;
	quirks?: RconQuirks;
	/** The default is any free port. */
	port?: number;
	/** The clock for `slowMs` and `notReady`. */
	clock?: Clock;
	/** Called by the quirk `crash`, after every connection is reset and the port is closed. */
	onCrash?: () => void;
};

export type RconServer = {
	port: number;
	/** Closes the port and all connections. */
	close: () => Promise<void>;
};

/**
Opens a Source RCON server on 127.0.0.1 that deviates from the protocol as `quirks` says. Rejects if the port is taken.
*/
export async function openRconServer(options: RconServerOptions): Promise<RconServer> {
	const {clock = systemClock, quirks = {}} = options;
	const readyAt = clock.now() + (quirks.notReady?.ms ?? 0);
	const sockets = new Set<Socket>();
	const resetAll = () => {
		for (const socket of sockets) socket.resetAndDestroy();
	};
	let commands = 0;
	const crash = () => {
		tcp.close();
		resetAll();
		options.onCrash?.();
	};
	const tcp = createServer({noDelay: true, allowHalfOpen: true}, socket => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		// A client that disconnects during a command is not an error.
		socket.on('error', () => {});
		const waitMs = readyAt - clock.now();
		if (waitMs > 0 && quirks.notReady?.meanwhile === 'resets') {
			socket.resetAndDestroy();
			return;
		}
		const serve = () =>
			serveConnection(socket, {...options, clock, quirks, crash, countCommand: () => ++commands});
		if (waitMs > 0) clock.after(waitMs, serve);
		else serve();
	});
	await new Promise<void>((resolve, reject) => {
		tcp.once('error', reject);
		tcp.listen({port: options.port ?? 0, host: '127.0.0.1'}, resolve);
	});
	const address = tcp.address();
	return {
		port: address !== null && typeof address === 'object' ? address.port : 0,
		close: () =>
			new Promise(resolve => {
				tcp.close(() => resolve());
				resetAll();
			}),
	};
}
