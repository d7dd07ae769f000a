import {onTestFinished} from 'vitest';
import type {Program} from '../../src/app/kernel/state/program.ts';
import type {Demo, DemoOptions} from '../../src/demo/index.ts';
import {settleColors} from '../../src/tui/theme/choose.ts';
import {nextTurn} from '../../src/lib/time/clock.ts';
import {openFakeTerminal} from './fake-terminal.ts';
import {bytesOfKey, type KeyName} from './key-bytes.ts';
import {manualClock, type ManualClock} from './manual-clock.ts';
import {openTestSession, type SessionOptions} from './open-session.ts';
import {openTestDemo, type Asked} from './service-of-app.ts';

export type AppOptions = SessionOptions & {
	columns?: number;
	rows?: number;
	/** Default: two servers that are up and one that is down. */
	seed?: Partial<DemoOptions>;
	/** Another session with the same service. */
	beside?: Screen;
	env?: Record<string, string>;
};

type Steps = Actions & Promise<void>;

/** What a user does. Actions can be chained: `screen.type('15').press('enter')`. */
type Actions = {
	/** Presses keys one after another, at typing speed. */
	press: (...keys: KeyName[]) => Steps;
	/** Types one character after another. */
	type: (text: string) => Steps;
	/** Sends everything in one read, as over a slow connection or from a fast typist. */
	burst: (bytes: string) => Steps;
	/** Pastes with bracketed paste. */
	paste: (text: string) => Steps;
	/**
	Waits until the texts are on screen. The clock stands still, and then advances by the time it takes to read them.
	*/
	sees: (...texts: (string | RegExp)[]) => Steps;
	seesNot: (...texts: string[]) => Steps;
	/** Advances the clock until the texts are on screen. */
	comes: (...texts: (string | RegExp)[]) => Steps;
	/** Advances the clock, ms. */
	waits: (ms: number) => Steps;
	/** Waits until the terminal's cursor is in this column. */
	seesCursorAt: (x: number) => Steps;
	resize: (columns: number, rows: number) => Steps;
};

export type Screen = Actions & {
	/** The current screen, without trailing blanks in its rows. */
	frame: () => string;
	rows: () => string[];
	/** The first row that contains the text; empty if there is none. */
	row: (text: string) => string;
	cursor: () => {x: number; y: number};
	terminal: Terminal;
	demo: Demo;
	clock: ManualClock;
	/** All requests so far, or those whose path contains the text. */
	asked: (path?: string) => Asked[];
	/** With `sockets`: connects or disconnects the service. */
	plug: (isIn: boolean) => Promise<void>;
	/** The session itself, to open what takes many keys. */
	program: Program;
	/** Resolves when the program has ended and restored the terminal. */
	ended: () => Promise<string>;
};

/** Time between two keys, and time to read the screen, ms. */
const keyMs = 60;
const glanceMs = 750;
/** The longest time that `comes` advances the clock, ms. */
const aheadMs = 180_000;

/** Opens the complete program in a terminal, with a complete service and a manual clock. */
export async function openApp(options: AppOptions = {}): Promise<Screen> {
	const {columns = 100, rows = 30, beside} = options;
	const clock = beside?.clock ?? manualClock();
	const demo = beside?.demo ?? (await openTestDemo(clock, options.seed));
	const terminal = openFakeTerminal({columns, rows});
	const env: Record<string, string> = {NO_COLOR: '1', TERM: 'xterm-256color', ...options.env};
	const settled = settleColors(process.env, {noColor: true});
	const {mountTui} = await import('../../src/tui/mount.tsx');
	settled();
	const {service, session} = await openTestSession(clock, demo, {
		...options,
		settings: {profile: demoProfile, ...options.settings},
	});
	const bugs: unknown[] = [];
	const tui = await mountTui({
		services: session.services,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		env,
		look: {noColor: true, ascii: false},
		ending: new AbortController().signal,
		report: bug => void bugs.push(bug),
		jobs: {on: () => {}, off: () => {}, stop: () => {}, measure: () => {}},
		frameMs: 0,
	});
	onTestFinished(async () => {
		tui.unmount();
		session.close();
		await tui.waitUntilExit();
		if (bugs.length > 0) throw bugs[0];
		// The application's id is not secret: the team record lists it.
		const {applicationId: _, ...secrets} = demo.credentials;
		const secret = Object.values(secrets).find(text => terminal.bytes().includes(text));
		if (secret !== undefined) throw new Error('A secret was on the screen.');
	});
	return {
		...actionsOn(terminal, clock, {
			settle: service.settle,
			// The writer sends in a later turn what was painted while the terminal took the last frame.
			paint: () => tui.flush().then(nextTurn),
		}),
		frame: terminal.screen,
		rows: terminal.rows,
		row: text => terminal.rows().find(row => row.includes(text)) ?? '',
		cursor: terminal.cursor,
		terminal,
		demo,
		clock,
		asked: (path = '') => service.asked.filter(asked => asked.path.includes(path)),
		plug: service.plug,
		program: session.services,
		ended: tui.waitUntilExit,
	};
}

const demoProfile = {name: 'demo', label: 'demo', color: undefined, isDemo: true, words: []};

type Terminal = ReturnType<typeof openFakeTerminal>;

type Turns = {settle: () => Promise<void>; paint: () => Promise<void>};

function actionsOn(terminal: Terminal, clock: ManualClock, {settle, paint}: Turns): Actions {
	/** Advances the clock in small steps, with time for the network in between. */
	const pass = async (ms: number) => {
		const stepMs = ms > longWaitMs ? longStepMs : shortStepMs;
		for (let passed = 0; passed < ms; passed += stepMs) {
			await clock.advance(Math.min(stepMs, ms - passed));
			await new Promise(resolve => setTimeout(resolve, 1));
			await settle();
		}
	};
	const send = async (bytes: string) => {
		await pass(keyMs);
		terminal.write(bytes);
		// The program reads the key in a later turn. A lone Esc is recognized when nothing follows it for 20 ms.
		await new Promise(resolve => (bytes.endsWith('\x1b') ? setTimeout(resolve, 25) : setImmediate(resolve)));
	};
	/** Advances in steps short enough to notice everything that appears. */
	const comes = async (text: string | RegExp) => {
		const isThere = () =>
			typeof text === 'string' ? terminal.screen().includes(text) : text.test(terminal.screen());
		for (let passed = 0; passed < aheadMs && !isThere(); passed += shortStepMs) {
			await pass(shortStepMs);
			await paint();
		}
		await terminal.sees(text);
	};
	const each = async <Item>(items: readonly Item[], task: (item: Item) => Promise<unknown>) => {
		for (const item of items) await task(item);
	};
	const first = (before: Promise<unknown>): Actions => {
		const then =
			<Given extends unknown[]>(task: (...given: Given) => Promise<unknown>) =>
			(...given: Given): Steps => {
				// What an earlier step changed is on the screen before the next one looks at it.
				const done = before.then(() => task(...given)).then(paint);
				return Object.assign(done, first(done));
			};
		return {
			press: then((...keys: KeyName[]) => each(keys, key => send(bytesOfKey(key)))),
			type: then((text: string) => each([...text], send)),
			burst: then(send),
			paste: then((text: string) => send(`\x1b[200~${text}\x1b[201~`)),
			sees: then(async (...texts: (string | RegExp)[]) => {
				await each(texts, terminal.sees);
				await pass(glanceMs);
			}),
			seesNot: then((...texts: string[]) => each(texts, terminal.seesNot)),
			seesCursorAt: then((x: number) =>
				terminal.until(`the cursor in column ${x}`, () => terminal.cursor().x === x),
			),
			comes: then((...texts: (string | RegExp)[]) => each(texts, comes)),
			waits: then((ms: number) => pass(ms)),
			resize: then(async (columns: number, rows: number) => {
				const before = terminal.bytes().length;
				terminal.resize(columns, rows);
				await terminal.until('a frame of the new size', () => terminal.bytes().length > before);
			}),
		};
	};
	return first(Promise.resolve());
}

const shortStepMs = 100;
const longWaitMs = 2000;
const longStepMs = 500;
