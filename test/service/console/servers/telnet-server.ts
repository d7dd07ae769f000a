import type {Behavior, GameServer} from '../conformance.ts';
import {openTcpServer, type Client} from './tcp-server.ts';

type TelnetBehavior = Behavior & {
	/** Requests and offers options like a real telnet server, which the game is not. */
	negotiates?: boolean;
	/** How it asks for the password (default: as 7 Days to Die does). */
	prompt?: string;
	/** What it prints after a login, in place of the lines of 7 Days to Die. */
	banner?: readonly string[];
	/** A game without a password has no login. */
	isOpen?: boolean;
	/** Does not log commands. (7 Days to Die: HideCommandExecutionLog) */
	hidesCommands?: boolean;
	/** Logs a line between any two lines of an answer. */
	isNoisy?: boolean;
};

export const time = '2026-07-27T23:24:12 7422.722';
const iac = 255;

/** The telnet console of 7 Days to Die: a prompt, a banner, answers without an end, and the log of the game. */
export async function openTelnetServer(
	behavior: TelnetBehavior,
): Promise<
	GameServer & {log: (text: string) => void; typed: string[]; replies: number[]; clients: Set<Client>}
> {
	const heard: string[] = [];
	const typed: string[] = [];
	const replies: number[] = [];
	const loggedIn = new Set<Client>();
	const bytesOf = (...lines: string[]) => lines.map(line => `${line}\r\n`).join('');
	const log = (text: string) => {
		for (const client of loggedIn) client.write(bytesOf(`${time} INF ${text}`));
	};
	const run = async (client: Client, line: string) => {
		if (!behavior.hidesCommands) log(`Executing command '${line}' by Telnet from 127.0.0.1:54741`);
		if (line === 'exit') return client.end();
		if (line.startsWith('end-')) return client.write(bytesOf(`*** ERROR: unknown command '${line}'`));
		heard.push(line);
		const answer = await behavior.answer(line);
		if (answer === '' && !behavior.rawAnswer) return;
		const lines = answer.split('\n');
		const noise = `${time} INF Time: 123.45m FPS: 38.12 Heap: 1234.5MB`;
		client.answer(bytesOf(...(behavior.isNoisy ? lines.flatMap(text => [noise, text, noise]) : lines)));
	};
	const enter = (client: Client) => {
		loggedIn.add(client);
		if (behavior.banner) return client.write(bytesOf(...behavior.banner));
		client.write(bytesOf('*** Connected with 7DTD server.', '*** Server version: V 2.5 (b32)', ''));
		client.write(bytesOf('Server port: 26900', 'Game name:   MyGame', ''));
		client.write(bytesOf("Press 'help' to get a list of all commands. Press 'exit' to end session.", ''));
	};
	const tcp = await openTcpServer(behavior, client => {
		let unfinished = Buffer.alloc(0);
		let work = Promise.resolve();
		client.socket.on('close', () => loggedIn.delete(client));
		// DO terminal type, WILL echo, and the request of a terminal type.
		if (behavior.negotiates) client.write(Buffer.of(iac, 253, 24, iac, 251, 1, iac, 250, 24, 1, iac, 240));
		if (behavior.isOpen) enter(client);
		else client.write(behavior.prompt ?? 'Please enter password:');
		const read = (line: string) => {
			typed.push(line);
			if (loggedIn.has(client)) work = work.then(() => run(client, line));
			else if (line === behavior.password) {
				if (!behavior.banner) client.write(bytesOf('Logon successful.', ''));
				enter(client);
			} else
				client.write(
					behavior.banner ? (behavior.prompt ?? '') : 'Password incorrect, please enter password:',
				);
		};
		return bytes => {
			let rest = Buffer.concat([unfinished, bytes]);
			for (; rest[0] === iac && rest.length >= 3; rest = rest.subarray(3))
				replies.push(...rest.subarray(0, 3));
			const lines = rest.toString('utf8').split('\n');
			unfinished = Buffer.from(lines.pop() ?? '');
			for (const line of lines) read(line.replace(/\r$/, ''));
		};
	});
	return {
		...tcp,
		heard,
		typed,
		replies,
		log,
		say: text => log(`Chat (from 'Steam_1', entity id '171', to 'Global'): 'Joe': ${text}`),
	};
}
