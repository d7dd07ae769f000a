import {createServer, type AddressInfo, type Socket} from 'node:net';
import {openRconServer, type RconServerOptions} from '../../../src/demo/rcon/server.ts';

export const password = 'öpen sesame';
/** Much longer than one packet, with mostly multi-byte characters. */
export const long = Array.from({length: 700}, (_, row) => `${row}. プレイヤー ${row}, der Große 🦖`).join(
	'\n',
);

const open: {close: () => Promise<unknown>}[] = [];

/** For `afterEach`. */
export async function closeServers(): Promise<void> {
	await Promise.all(open.splice(0).map(server => server.close()));
}

/** Our server and what it received; `long` and `nothing` have special responses. */
export async function aServer(options: Partial<RconServerOptions> = {}) {
	const heard: string[] = [];
	const server = await openRconServer({
		password,
		...options,
		answer: command => {
			heard.push(command);
			if (options.answer) return options.answer(command);
			return {long, nothing: ''}[command] ?? `you said ${command}`;
		},
	});
	open.push(server);
	return {...server, heard};
}

/** A server with another protocol, which `greet` implements. */
export async function listen(greet: (socket: Socket) => void): Promise<number> {
	const sockets: Socket[] = [];
	const server = createServer(socket => {
		sockets.push(socket);
		socket.on('error', () => {});
		greet(socket);
	});
	await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
	open.push({
		close: () =>
			new Promise(resolve => {
				for (const socket of sockets) socket.destroy();
				server.close(resolve);
			}),
	});
	return (server.address() as AddressInfo).port;
}
