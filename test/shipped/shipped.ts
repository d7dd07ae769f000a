import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {Readable} from 'node:stream';
import {onTestFinished} from 'vitest';
import {systemClock} from '../../src/lib/time/clock.ts';
import type {DemoOptions} from '../../src/demo/index.ts';
import {listen} from '../../src/service/http/listen.ts';
import {tempFolder} from '../cli/temp-folder.ts';
import {withAutomations} from '../helpers/automations.ts';
import {openTestDemo} from '../helpers/service-of-app.ts';
import {shellWords} from '../helpers/shell-words.ts';
import {openWaits} from '../helpers/waits.ts';

/** How long a wait lasts before it fails and shows the output, ms. */
const timeoutMs = 60_000;

/** The command that starts the shipped program: Node with the bundle, or the executable alone. */
export type Program = readonly [string, ...string[]];

export const bundle: Program = [
	process.execPath,
	path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs'),
];

export type Ended = {
	code: number | null;
	/** The signal that killed the program; null if it exited. */
	signal: NodeJS.Signals | null;
	out: string;
	err: string;
	/** Raw stdout, for binary output. */
	bytes: Buffer;
};
export type Given = {env?: Record<string, string>; stdin?: string};
type Options = {
	program?: Program;
	env?: Record<string, string>;
	atEnd?: (close: () => Promise<void> | void) => void;
	/** The home folder; default: a new one. */
	folder?: string;
};

/** Registers what ends with a test, or with a long trial. */
export type AtEnd = (end: () => void | Promise<void>) => void;

/** Intercepts requests between the program and the service: answers them itself, or passes them on. */
type Between = (request: Request, service: () => Promise<Response>) => Promise<Response>;

/**
Starts a service in the test process on a free loopback port, by default with three servers and three automations. `env`
selects it; `asked` lists its requests as `POST /server/alpha/restart`.
*/
export async function openService(
	options: Partial<DemoOptions> = {},
	between: Between = (_request, service) => service(),
	atEnd: AtEnd = onTestFinished,
): Promise<{env: Record<string, string>; asked: string[]}> {
	const demo = await openTestDemo(systemClock, {fleet: withAutomations, ...options}, atEnd);
	const asked: string[] = [];
	const {fetch} = demo;
	demo.fetch = request => {
		asked.push(`${request.method} ${new URL(request.url).pathname}`);
		return between(request, () => fetch(request));
	};
	const {url, feedUrl, close} = await listen(demo, {port: 0});
	atEnd(close);
	const {token} = demo.credentials;
	return {env: {RCONDECK_URL: url, RCONDECK_FEED_URL: feedUrl, RCONDECK_TOKEN: token}, asked};
}

/**
Opens the shipped program in a new home folder, as users run it: a child process with real pipes. It inherits only PATH;
`env` is added for every run. `folder` is the home and the working directory. `atEnd` receives the functions that stop
what is left, outside of a test.
*/
export function openShipped({
	program = bundle,
	env = {},
	atEnd = onTestFinished,
	folder = tempFolder(atEnd),
}: Options) {
	const whole = {...shippedEnv(folder), ...env};
	const start = ([command, ...words]: Program, given: Given) => {
		const child = spawn(command, words, {cwd: folder, env: {...whole, ...given.env}});
		const closed = once(child, 'close');
		atEnd(async () => {
			if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
			await closed;
		});
		// A program that reads no input may have closed it.
		child.stdin.on('error', () => {});
		child.stdin.end(given.stdin ?? '');
		const out = gather(child.stdout);
		const err = gather(child.stderr);
		return {
			/** What stdout contains so far. */
			out: out.text,
			/** What stderr contains so far. */
			err: err.text,
			/** Resolves once stdout contains `text`. */
			says: out.says,
			/** Resolves once stderr contains `text`. */
			saysOnError: err.says,
			kill: (signal: NodeJS.Signals) => child.kill(signal),
			ended: closed.then((): Ended => {
				const {exitCode: code, signalCode: signal} = child;
				return {code, signal, out: out.text(), err: err.text(), bytes: out.bytes()};
			}),
		};
	};
	const bash = (script: string): Program => [
		'bash',
		'-c',
		`rcondeck() { ${shellWords(program)} "$@"; }\n${script}`,
	];
	return {
		folder,
		/** The environment of every run. */
		env: whole,
		atEnd,
		/** Runs the program with these arguments until it ends. */
		run: (args: readonly string[], given: Given = {}): Promise<Ended> =>
			start([...program, ...args], given).ended,
		/** Starts the program with these arguments without waiting. */
		start: (args: readonly string[], given: Given = {}) => start([...program, ...args], given),
		/** Runs a bash script in which `rcondeck` is the program, for real pipes, files and closed outputs. */
		shell: (script: string, given: Given = {}): Promise<Ended> => start(bash(script), given).ended,
		/** Starts a bash script without waiting. */
		startShell: (script: string, given: Given = {}) => start(bash(script), given),
	};
}

function gather(stream: Readable) {
	const chunks: Buffer[] = [];
	stream.on('data', (chunk: Buffer) => chunks.push(chunk));
	const bytes = () => Buffer.concat(chunks);
	const text = () => bytes().toString();
	const {changed, until} = openWaits(timeoutMs, text);
	let isClosed = false;
	stream.on('data', changed);
	stream.once('close', () => {
		isClosed = true;
		changed();
	});
	const says = (wanted: string): Promise<void> =>
		until(`"${wanted}"`, () => {
			if (text().includes(wanted)) return true;
			if (isClosed) throw new Error(`It ended without "${wanted}":\n${text()}`);
			return false;
		});
	return {bytes, text, says};
}

export type Shipped = ReturnType<typeof openShipped>;

/** The environment of the program with this home folder. */
export function shippedEnv(folder: string): Record<string, string> {
	return {
		PATH: process.env['PATH'] ?? '',
		HOME: folder,
		LANG: 'C.UTF-8',
		TZ: 'UTC',
		// Compiled code is cached across tests.
		XDG_CACHE_HOME: path.join(tmpdir(), 'rcondeck-tests'),
		RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
		RCONDECK_STATE_DIR: path.join(folder, 'state'),
	};
}
