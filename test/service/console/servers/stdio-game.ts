import {PassThrough} from 'node:stream';
import type {GameStreams} from '../../../../src/service/console/stdio.ts';
import type {Behavior, GameServer} from '../conformance.ts';

let games = 0;
const running = new Map<number, () => GameStreams>();

/** The streams of the game with this number in place of a port. */
export const streamsOf = (port: number): GameStreams | undefined => running.get(port)?.();

const gameOf = ({stdin, stdout}: {stdin: PassThrough; stdout: PassThrough}): GameStreams => ({
	stdout,
	write: text => void stdin.write(text),
});

/** A game like Terraria's server: it reads commands line by line, and prints answers and a prompt. */
export async function openStdioGame(behavior: Behavior): Promise<GameServer> {
	const {cutEvery, isCutOff, greeting} = behavior;
	const heard: string[] = [];
	const port = ++games;
	const start = () => {
		const streams = {stdin: new PassThrough(), stdout: new PassThrough()};
		let written: Promise<unknown> = Promise.resolve();
		const write = (data: Uint8Array | string) => {
			const bytes = Buffer.from(data);
			for (let at = 0; at < bytes.length; at += cutEvery ?? bytes.length) {
				const piece = bytes.subarray(at, at + (cutEvery ?? bytes.length));
				written = written.then(() => {
					if (streams.stdout.writable) streams.stdout.write(piece);
					return new Promise(resolve => setImmediate(resolve));
				});
			}
		};
		const answer = async (command: string) => {
			heard.push(command);
			const text = await behavior.answer(command);
			const bytes = Buffer.from(`${text === '' ? '' : `${text}\n`}: `);
			if (behavior.rawAnswer) write(behavior.rawAnswer);
			else if (isCutOff) {
				write(bytes.subarray(0, bytes.length / 2));
				written = written.then(() => streams.stdout.end());
			} else write(bytes);
		};
		write(greeting ?? 'Server started\n: ');
		let unfinished = '';
		let work = Promise.resolve();
		streams.stdin.setEncoding('utf8').on('data', (text: string) => {
			const lines = (unfinished + text).split('\n');
			unfinished = lines.pop() ?? '';
			for (const line of greeting ? [] : lines) work = work.then(() => answer(line));
		});
		return {streams, write, game: gameOf(streams)};
	};
	let game = start();
	running.set(port, () => game.game);
	return {
		port,
		heard,
		cutConnections: () => {
			const {stdin, stdout} = game.streams;
			stdout.end();
			stdin.destroy();
			game = start();
		},
		say: text => game.write(`${text}\n: `),
		close: async () => {
			running.delete(port);
			game.streams.stdout.destroy();
		},
	};
}
