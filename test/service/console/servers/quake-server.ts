import type {Behavior, GameServer} from '../conformance.ts';
import {openUdpServer} from './udp-server.ts';

type QuakeBehavior = Behavior & {
	/** How an answer begins (default: as in Quake III). */
	print?: 'print\n' | 'n';
	/** Commands that it accepts; it ignores further ones. */
	maxCommands?: number;
	/** What it says to a wrong password; '' if nothing (default: as ioquake3). */
	refusal?: string;
};

const maxPrintBytes = 1000;

/** The console of Quake III: `rcon PASSWORD COMMAND`, answered with packets of text without an end. */
export async function openQuakeServer(behavior: QuakeBehavior): Promise<GameServer & {lines: string[]}> {
	const {print = 'print\n', maxCommands = Infinity, refusal = 'Bad rconpassword.\n'} = behavior;
	const heard: string[] = [];
	const lines: string[] = [];
	const packetOf = (text: Uint8Array | string) =>
		Buffer.concat([Buffer.alloc(4, 0xff), Buffer.from(print), Buffer.from(text)]);
	const udp = await openUdpServer(behavior, async (client, datagram) => {
		if (datagram.readInt32LE(0) !== -1) return;
		const line = datagram.toString('utf8', 4);
		lines.push(line);
		if (lines.length > maxCommands || !line.startsWith('rcon ')) return;
		const [, password, command = ''] = /^rcon (\S+) ?(.*)$/.exec(line) ?? [];
		if (password !== behavior.password) {
			if (refusal !== '') client.post(packetOf(refusal));
			return;
		}
		const echoed = /^echo (.*)/.exec(command)?.[1];
		if (echoed !== undefined) return client.post(packetOf(`${echoed} \n`));
		heard.push(command);
		const answer = await behavior.answer(command);
		const body = Buffer.from(answer === '' ? '' : `${answer}\n`);
		const datagrams = [packetOf(body.subarray(0, maxPrintBytes))];
		for (let at = maxPrintBytes; at < body.length; at += maxPrintBytes) {
			datagrams.push(packetOf(body.subarray(at, at + maxPrintBytes)));
		}
		client.answer(datagrams);
	});
	return {...udp, heard, lines, cutConnections: () => {}};
}
