import path from 'node:path';
import {Readable} from 'node:stream';
import type {Ending, Io} from '../../src/cli/output/io.ts';
import {run} from '../../src/cli/start/run.ts';
import {tempFolder} from './temp-folder.ts';

export type Ran = {code: number; out: string; err: string; folder: string};
type Given = {
	env?: Record<string, string>;
	stdin?: string | Readable;
	isTTY?: boolean;
	/** Of a terminal. */
	columns?: number;
	/** The home directory; default: a new one. */
	folder?: string;
	/** Of a concurrent test. */
	atEnd?: (remove: () => void) => void;
};

/**
 * Runs the program in this process with its own home directory, as a shell would: arguments in, texts and
 * exit code out.
 */
export function runCli(argv: readonly string[], given: Given = {}): Promise<Ran> {
	return startCli(argv, given).ended;
}

/** The same on a separate simulated fleet, as with `--demo`. */
export const runDemo = (argv: string[], given?: Given): Promise<Ran> => runCli(['--demo', ...argv], given);

/** The same for a program that runs until it is ended. */
export function startCli(argv: readonly string[], given: Given = {}) {
	const {env = {}, stdin = '', isTTY = false, columns, atEnd, folder = tempFolder(atEnd)} = given;
	const screen = {isTTY, ...(columns !== undefined && {columns})};
	const ending = new AbortController();
	const written = {out: '', err: ''};
	const listeners = new Set<() => void>();
	const heard = () => {
		for (const listener of listeners) listener();
	};
	const io: Io = {
		argv,
		env: {
			RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
			RCONDECK_STATE_DIR: path.join(folder, 'state'),
			...env,
		},
		stdin: Object.assign(typeof stdin === 'string' ? Readable.from([stdin]) : stdin, {isTTY}),
		stdout: {
			...screen,
			write: text => {
				written.out += textOf(text);
				heard();
			},
		},
		stderr: {
			...screen,
			write: text => {
				written.err += textOf(text);
				heard();
			},
		},
		ending: ending.signal,
	};
	const ended: Promise<Ran> = run(io).then(code => ({code, ...written, folder}));
	const hears = (where: 'out' | 'err', text: string): Promise<string> =>
		new Promise((resolve, reject) => {
			const listener = () => {
				if (written[where].includes(text)) resolve(written[where]);
			};
			listeners.add(listener);
			listener();
			ended.then(
				({code, err}) => reject(new Error(`ended with ${code} before it said "${text}": ${err}`)),
				reject,
			);
		});
	return {
		ended,
		end: (reason: Ending) => ending.abort(reason),
		/** Resolves to stdout once it contains `text`. */
		says: (text: string) => hears('out', text),
		/** The same for stderr. */
		saysOnError: (text: string) => hears('err', text),
	};
}

const textOf = (given: string | Uint8Array) =>
	typeof given === 'string' ? given : Buffer.from(given).toString();
