import {onTestFinished} from 'vitest';
import {openLineMode} from '../../src/line-mode/line-mode.ts';
import type {DemoOptions} from '../../src/demo/index.ts';
import {openFakeTerminal} from './fake-terminal.ts';
import {manualClock} from './manual-clock.ts';
import {openTestSession, type SessionOptions} from './open-session.ts';
import {openTestDemo} from './service-of-app.ts';

export type LineModeAppOptions = Omit<SessionOptions, 'feed' | 'sockets'> & {
	seed?: Partial<DemoOptions>;
	isDumb?: boolean;
	env?: Record<string, string>;
};

/** The time between two keys, and the longest time that `comes` advances the clock, ms. */
const keyMs = 60;
const aheadMs = 180_000;
const stepMs = 100;

/** The same with the list and a live feed. */
export async function openListed(options: LineModeAppOptions = {}): Promise<LineModeApp> {
	const stream = await openLineModeApp(options);
	await stream.comes('feed LIVE', /SERVERS \d+ servers/);
	return stream;
}

/** Opens line mode with a complete service and a manual clock. Rows are wide enough to hold every line. */
export async function openLineModeApp(options: LineModeAppOptions = {}) {
	const clock = manualClock();
	const demo = await openTestDemo(clock, options.seed);
	const terminal = openFakeTerminal({columns: 400, rows: 600});
	const {service, session} = await openTestSession(clock, demo, options);
	const ending = new AbortController();
	const stream = openLineMode({
		services: session.services,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		env: options.env ?? {},
		isDumb: options.isDumb ?? false,
		ending: ending.signal,
		stop: () => {},
	});
	onTestFinished(async () => {
		ending.abort();
		session.close();
		await stream.waitUntilExit();
	});
	const pass = async (ms: number) => {
		for (let passed = 0; passed < ms; passed += stepMs) {
			await clock.advance(Math.min(stepMs, ms - passed));
			await new Promise(resolve => setTimeout(resolve, 1));
			await service.settle();
		}
	};
	let from = 0;
	/** The output since the last typed line, without the prompt at the end. */
	const output = () => terminal.rows().slice(from).join('\n').trimEnd();
	const isThere = (text: string | RegExp) =>
		typeof text === 'string' ? output().includes(text) : text.test(output());
	/** Advances the clock until the output since the last line contains all texts. */
	const comes = async (...texts: (string | RegExp)[]) => {
		for (let passed = 0; passed < aheadMs && !texts.every(isThere); passed += stepMs) await pass(stepMs);
		await terminal.until(texts.join(', '), () => texts.every(isThere));
	};
	return {
		/** Types a line at typing speed, presses Enter, and waits for the immediate output. */
		line: async (text: string) => {
			await pass(12 * keyMs);
			from = terminal.cursor().y;
			for (const character of text) terminal.write(character);
			await pass(keyMs);
			terminal.write('\r');
			await pass(12 * keyMs);
			return output();
		},
		/** Sends bytes in one read. */
		keys: async (bytes: string) => {
			terminal.write(bytes);
			await pass(keyMs);
		},
		comes,
		output,
		pass,
		/** The last row. */
		last: () => terminal.rows().findLast(row => row.trim() !== '') ?? '',
		asked: (part = '') => service.asked.filter(({path}) => path.includes(part)),
		posts: () => service.asked.filter(({method, path}) => method === 'POST' && !path.includes('/rcon')),
		bytes: terminal.bytes,
		ended: stream.waitUntilExit,
		demo,
		clock,
	};
}

export type LineModeApp = Awaited<ReturnType<typeof openLineModeApp>>;
