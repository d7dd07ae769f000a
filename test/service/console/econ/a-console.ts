import {createServer, type AddressInfo, type Socket} from 'node:net';
import {onTestFinished} from 'vitest';

export const password = 'öpen sesame';

export type Console = {
	port: number;
	/** The lines that were typed after a login. */
	typed: string[];
	/** Which side closed each ended connection. */
	closedBy: ('client' | 'server')[];
	sockets: Socket[];
};
type Behaviour = {
	/** The lines in response to a command, without the log's echo of it. */
	answer?: (command: string, socket: Socket) => string[];
	/** False if `echo` is an unknown command. */
	echoes?: boolean;
	/** Hangs up on everybody. */
	full?: boolean;
	/** Accepts the connection and sends nothing. */
	mute?: boolean;
	/** Sends everything in chunks of this many bytes. */
	cutEvery?: number;
};

/** A console like that of Teeworlds: a prompt, lines padded with NULs, and a log that echoes the input. */
export async function aConsole(behaviour: Behaviour = {}): Promise<Console> {
	const {answer = command => [`did ${command}`], echoes = true, mute = false, cutEvery} = behaviour;
	const typed: string[] = [];
	const closedBy: Console['closedBy'] = [];
	const sockets: Socket[] = [];
	const server = createServer({noDelay: true}, socket => {
		sockets.push(socket);
		let clientClosed = false;
		let isIn = false;
		let begun = '';
		socket.on('error', () => (clientClosed = true));
		socket.on('end', () => (clientClosed = true));
		socket.on('close', () => closedBy.push(clientClosed ? 'client' : 'server'));
		if (behaviour.full) {
			socket.end('no free slot\n');
			return;
		}
		const say = (...lines: string[]) => {
			const bytes = Buffer.from(lines.map(line => `${line}\n\0\0`).join(''));
			for (let at = 0; at < bytes.length; at += cutEvery ?? bytes.length)
				socket.write(bytes.subarray(at, at + (cutEvery ?? bytes.length)));
		};
		if (!mute) say('Enter password:');
		socket.on('data', chunk => {
			const lines = (begun + String(chunk)).split('\n');
			begun = lines.pop() ?? '';
			for (const line of mute ? [] : lines) {
				if (isIn) {
					typed.push(line);
					say(`[12:00:00][server]: cid=0 cmd='${line}'`);
					const echo = echoes ? /^echo (.*)/.exec(line)?.[1] : undefined;
					const said = echo === undefined ? answer(line, socket) : [`[12:00:00][Console]: ${echo}`];
					if (said.length > 0) say(...said);
				} else if (line === password) {
					isIn = true;
					say(
						'Authentication successful. External console access granted.',
						'[12:00:00][econ]: cid=0 authed',
					);
				} else say('Wrong password 1/3.');
			}
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	return {port: (server.address() as AddressInfo).port, typed, closedBy, sockets};
}
