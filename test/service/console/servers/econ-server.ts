import type {Behavior, GameServer} from '../conformance.ts';
import {openTcpServer, type Client} from './tcp-server.ts';

type EconBehavior = Behavior & {
	/** Whose log it prints (default: that of Teeworlds). */
	dialect?: 'teeworlds' | 'ddnet';
	/** What `echo` is: a command, a command that does not exist, or a command without output (default: a command). */
	echo?: 'unknown' | 'silent';
	/** Hangs up on everybody. */
	isFull?: boolean;
};

/** Lines of the log as Teeworlds 0.7.5 and DDNet 16.4 print them on their consoles, padded with NULs. */
const dialects = {
	teeworlds: (from: string, text: string) => `[12:00:00][${from}]: ${text}`,
	ddnet: (from: string, text: string) => `2026-11-22 12:00:00 I ${from.toLowerCase()}: ${text}`,
};

/** The line console of Teeworlds or DDNet. All its clients see the log. */
export async function openEconServer(
	behavior: EconBehavior,
): Promise<GameServer & {print: (from: string, text: string) => void; closedBy: ('client' | 'server')[]}> {
	const {dialect = 'teeworlds', echo} = behavior;
	const heard: string[] = [];
	const closedBy: ('client' | 'server')[] = [];
	const loggedIn = new Set<Client>();
	const log = dialects[dialect];
	const bytesOf = (...lines: string[]) => lines.map(line => `${line}\n\0\0`).join('');
	const print = (from: string, text: string) => {
		for (const client of loggedIn) client.write(bytesOf(log(from, text)));
	};
	const run = async (client: Client, id: number, line: string) => {
		if (dialect === 'teeworlds') print('server', `cid=${id} cmd='${line}'`);
		const echoed = /^echo (.*)/.exec(line)?.[1];
		if (echoed === undefined) {
			heard.push(line);
			const answer = await behavior.answer(line);
			if (answer !== '' || behavior.rawAnswer) client.answer(bytesOf(...answer.split('\n')));
		} else if (echo === 'unknown') client.write(bytesOf(log('Console', `No such command: ${line}.`)));
		else if (echo === undefined) client.write(bytesOf(log('Console', echoed)));
	};
	let clients = 0;
	const tcp = await openTcpServer(behavior, client => {
		const id = clients++;
		let unfinished = Buffer.alloc(0);
		let work = Promise.resolve();
		let clientHasClosed = false;
		client.socket.on('end', () => void (clientHasClosed = true));
		client.socket.on('error', () => void (clientHasClosed = true));
		client.socket.on('close', () => {
			loggedIn.delete(client);
			closedBy.push(clientHasClosed ? 'client' : 'server');
		});
		if (behavior.isFull) {
			client.write('no free slot\n');
			client.end();
			return () => {};
		}
		client.write(bytesOf('Enter password:'));
		const read = (line: string) => {
			if (loggedIn.has(client)) work = work.then(() => run(client, id, line));
			else if (line === behavior.password) {
				loggedIn.add(client);
				client.write(bytesOf('Authentication successful. External console access granted.'));
				print('econ', `cid=${id} authed`);
			} else client.write(bytesOf('Wrong password 1/3.'));
		};
		return bytes => {
			unfinished = Buffer.concat([unfinished, bytes]);
			const lines = unfinished.toString('utf8').split('\n');
			unfinished = Buffer.from(lines.pop() ?? '');
			for (const line of lines) read(line);
		};
	});
	return {...tcp, heard, closedBy, print, say: text => print('chat', `0:-2:nameless tee: ${text}`)};
}
