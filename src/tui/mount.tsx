import {ownValue, type ByName} from '../lib/json/maps.ts';
import type {SessionEnd} from '../app/session.ts';
import {loadYoga, render, useApp, type SuspendTerminal} from 'ink';
import {Component, useEffect, type ReactNode} from 'react';
import type {Readable} from 'node:stream';
import type {Program} from '../app/kernel/state/program.ts';
import type {Services} from '../app/kernel/state/services.ts';
import {App} from './app.tsx';
import {answersBackgroundQuery, askBackground, type Background} from './terminal/background-color.ts';
import {onSessionEnd} from '../lib/process/session-end.ts';
import {editExternally} from '../lib/process/external-editor.ts';
import {createPaintedRows, type Tui} from './hooks.ts';
import {createThrottledStore} from './throttled-store.ts';
import {showPlainly} from './plain-view.ts';
import {bell} from './terminal/modes.ts';
import type {TerminalWriter} from './terminal/writer.ts';
import {handleSuspension, type JobControl} from './suspension.ts';
import {clipboardBytes} from '../lib/process/clipboard.ts';
import {completePath, readNamedFile} from '../lib/files/read-file.ts';
import {restStepMs} from '../app/screen-at-rest.ts';
import {editorMessages, fileMessages} from '../messages/text.ts';
import {handleMouse} from '../app/mouse.ts';
import {canWait, needsSeconds} from '../app/screen-at-rest.ts';
import type {State} from '../app/state.ts';
import {setTerminalFocus} from '../app/terminal-focus.ts';
import {openKittyKeyboard} from './terminal/kitty-keys.ts';
import {endPastes} from './terminal/pastes.ts';
import {focusOn, listenToReports, mouseOn} from './terminal/reports.ts';
import {knowsSynchronized, openScreen, outputOf, type Terminal} from './screen.ts';
import {colorLevel, backgroundIn, themeFor, type Look} from './theme/choose.ts';
import {createTicker} from './ticker.ts';

type Keyboard = Readable & {isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown};

export type MountOptions = {
	/** `services.frontEnd` is filled in here. */
	services: Program;
	stdin: Keyboard;
	stdout: Terminal;
	env: ByName<string | undefined>;
	look: Look;
	/** Aborted when the program must end for another reason than a key: a signal or an uncaught error. */
	ending: AbortSignal;
	/** Writes a report on a failed part of the screen, and returns its path. */
	report?: (bug: unknown) => string | undefined;
	/** Stops and continues this process; replaced in tests. */
	jobs?: JobControl;
	/** Minimum time between two frames not requested by a key, ms; longer if the terminal is slow. */
	frameMs?: number;
};

export type MountedTui = {
	/** Resolves when the terminal has been restored. Rejects with a bug that no part of the screen could contain. */
	waitUntilExit: () => Promise<SessionEnd>;
	unmount: () => void;
	/** Paints what has changed without waiting for the next frame; resolves when it has been passed to the terminal. */
	flush: () => Promise<void>;
};

const usualFrameMs = 33;
const slowestFrameMs = 1000;

/**
Takes over the terminal (alternate screen, raw keys, bracketed paste) and shows the TUI until a key, `ending`
or a bug ends it; then restores the terminal. The caller must have called `settleColors` before importing this
file, and must exit explicitly, because timers of the session may remain.
*/
export async function mountTui(options: MountOptions): Promise<MountedTui> {
	await loadYoga();
	const {services, stdin, stdout, env, look, ending, jobs, frameMs = usualFrameMs} = options;
	const {store, frontEnd} = services;
	const exit = Promise.withResolvers<SessionEnd>();
	const measure = () => takeSize(stdout, store, throttled);
	// Registered before the screen's own listener, so that no frame is painted in the old size.
	stdout.on('resize', measure);
	const synchronized = knowsSynchronized(env);
	const screen = openScreen({stdout, synchronized, onLost: () => void end('lost')});
	const {throttled, ticker, close: closeShownState} = openShownState(services, screen, frameMs);
	measure();

	const tui = createTui(options, throttled, ticker);
	const stopPastes = endPastes({stdin});
	const keyboard = openKittyKeyboard({stdin, stream: screen.stream});
	if (hasModes(env)) keyboard.start();
	const stopReports = startReports(tui, {stdin, screen, env});
	const {instance, terminal, repaint, flush} = paint(tui, {stdin, stdout: screen.stream});

	let asked: ReturnType<typeof askBackground> | undefined;
	const suspension = handleSuspension({
		stdin,
		screen,
		terminal,
		release: async () => void (await Promise.all([asked?.settled(), keyboard.part()])),
		takeBack: () => takeBack(services, hasModes(env) ? keyboard : undefined),
		...(jobs && {jobs}),
	});
	const leaveAtOnce = () => {
		instance.unmount();
		screen.closeSync();
	};
	let isEnding = false;
	const end = async (outcome: SessionEnd | {bug: unknown}) => {
		if (isEnding) return;
		isEnding = true;
		if (outcome !== 'lost') await Promise.all([asked?.settled(), keyboard.part()]);
		asked?.stop();
		suspension.close();
		stopReports();
		keyboard.stop();
		stopPastes();
		instance.unmount();
		closeShownState();
		await screen.close();
		process.off('exit', leaveAtOnce);
		stopListening();
		stdout.off('resize', measure);
		if (typeof outcome === 'string') exit.resolve(outcome);
		else exit.reject(outcome.bug);
	};
	process.once('exit', leaveAtOnce);
	const stopListening = onSessionEnd(stdin, ending, outcome => void end(outcome));
	instance.waitUntilExit().catch((bug: unknown) => end({bug}));

	const choose = themeChooser(tui, env, look);
	const applyBackground = (background: Background) => {
		choose({background});
		if (background !== backgroundIn(env)) frontEnd.redraw();
	};
	// After the first frame, which does not wait for the answer.
	if (shouldAskBackground(env, look)) {
		setImmediate(() => {
			if (!isEnding) asked = askBackground({stdin, send: screen.send, found: applyBackground});
		});
	}
	connectFrontEnd(services, {stdin, stdout, env, tui, screen, suspension});
	frontEnd.quit = () => void end('quit');
	const {themes = {}} = look;
	frontEnd.theme = name => {
		choose({theme: ownValue(themes, name)});
		frontEnd.redraw();
	};
	frontEnd.redraw = () => {
		repaint();
		screen.redraw();
	};
	return {waitUntilExit: () => exit.promise, unmount: () => void end('quit'), flush};
}

/** The terminal does not report a focus that returned with it. */
function takeBack(services: Services, keyboard: {start: () => void} | undefined): void {
	keyboard?.start();
	setTerminalFocus(services, true);
}

/** The Linux console and old terminals may print a mode that they do not know. */
const hasModes = (env: MountOptions['env']): boolean => !/^(linux|vt|dumb)/.test(env['TERM'] ?? '');

/**
Turns on reports of the focus and the mouse, unless the settings or the terminal exclude them. The writer turns them off
with the other modes whenever it releases the terminal.
*/
function startReports(
	{services, throttled, painted}: Tui,
	{stdin, screen, env}: Pick<MountOptions, 'stdin' | 'env'> & {screen: ReturnType<typeof openScreen>},
): () => void {
	if (!hasModes(env)) return () => {};
	screen.stream.write(services.settings.mouse ? focusOn + mouseOn : focusOn);
	return listenToReports({
		stdin,
		onEvents: events => {
			for (const event of events) {
				if ('x' in event) throttled.hurry(() => handleMouse(services, painted.rows(), event));
				else if (event.kind === 'focusIn') throttled.hurry(() => setTerminalFocus(services, true));
				else setTerminalFocus(services, false);
			}
		},
	});
}

/** The time after the last need for seconds until the screen rests, ms. */
const restAfterMs = 60_000;

/** Opens what is on screen: the state and the time, which rest without the focus, or a while after the last key or trouble. */
function openShownState(
	{clock, store}: Services,
	screen: Pick<TerminalWriter, 'lastDrainMs'>,
	everyMs: number,
) {
	let neededAt = clock.monotonic();
	const ticker = createTicker(clock, () => {
		const restsAfterMs = store.getState().view.hasFocus ? restAfterMs : restStepMs;
		const isUnused = clock.monotonic() - neededAt >= restsAfterMs;
		return isUnused && !needsSeconds(store.getState());
	});
	const throttled = createThrottledStore<State>(store, {
		everyMs,
		restMs: () => Math.min(slowestFrameMs, 2 * screen.lastDrainMs()),
		isAwaited: ({fleet}, next) => fleet.at === undefined && next.fleet.at !== undefined,
		canWait: (before, next) => ticker.isAtRest() && canWait(before, next),
		onHurry: () => {
			neededAt = clock.monotonic();
			ticker.wake();
		},
	});
	// Before any component, so that all of them see the same time and state.
	throttled.subscribe(() => {
		if (needsSeconds(throttled.getState())) neededAt = clock.monotonic();
		ticker.wake();
	});
	const stopTicking = ticker.subscribe(throttled.release);
	const close = () => {
		stopTicking();
		throttled.close();
	};
	return {throttled, ticker, close};
}

function createTui(
	{services, env, look, report}: MountOptions,
	throttled: Tui['throttled'],
	ticker: Tui['ticker'],
): Tui {
	return {
		services,
		throttled,
		ticker,
		theme: themeFor(env, look),
		report: bug => report?.(bug),
		painted: createPaintedRows(),
		attempt: 0,
	};
}

function takeSize(stdout: Terminal, store: Services['store'], throttled: Tui['throttled']): void {
	const size = {columns: stdout.columns || 80, rows: stdout.rows || 24};
	const {columns, rows} = store.getState().view.size;
	if (columns !== size.columns || rows !== size.rows) {
		throttled.hurry(() => store.dispatch({type: 'view/changed', change: {size}}));
	}
}

/** Paints the TUI with Ink; `repaint` also restores failed parts of the screen, and `flush` waits for no next frame. */
function paint(
	tui: Tui,
	{stdin, stdout}: {stdin: Keyboard; stdout: ReturnType<typeof openScreen>['stream']},
) {
	const terminal: {suspend?: SuspendTerminal} = {};
	const takeSuspend = (suspend: SuspendTerminal) => void (terminal.suspend = suspend);
	const tree = (attempt: number) => (
		<InkApp takeSuspend={takeSuspend}>
			<App tui={{...tui, attempt}} />
		</InkApp>
	);
	const instance = render(tree(0), {
		stdout,
		stdin,
		alternateScreen: true,
		exitOnCtrlC: false,
		patchConsole: false,
		interactive: true,
		maxFps: 120,
	});
	let attempts = 0;
	const flush = () => {
		tui.throttled.flush();
		return instance.waitUntilRenderFlush();
	};
	return {instance, terminal, repaint: () => instance.rerender(tree(++attempts)), flush};
}

/** Returns a function that changes the theme of the TUI with the next frame. */
function themeChooser(tui: Tui, env: MountOptions['env'], look: Look): (change: Partial<Look>) => void {
	let chosen = look;
	return change => {
		chosen = {...chosen, ...change};
		tui.theme = themeFor(env, chosen);
	};
}

const shouldAskBackground = (env: MountOptions['env'], look: Look): boolean =>
	look.background === undefined && colorLevel(env, look) > 0 && answersBackgroundQuery(env);

type FrontEndParts = Pick<MountOptions, 'stdin' | 'stdout' | 'env'> & {
	tui: Tui;
	screen: ReturnType<typeof openScreen>;
	suspension: ReturnType<typeof handleSuspension>;
};

/** Connects the functions of the screen for the session, besides painting. */
function connectFrontEnd(
	{frontEnd, settings}: Services,
	{stdin, stdout, env, tui, screen, suspension}: FrontEndParts,
): void {
	frontEnd.bell = text => screen.send(bell(env, text));
	frontEnd.copy = text => screen.send(clipboardBytes(text, settings.clipboard));
	frontEnd.showPlainly = text =>
		showPlainly(text, {
			stdin,
			output: () => outputOf(stdout),
			lend: suspension.lend,
			ascii: tui.theme.ascii,
		});
	frontEnd.suspend = () => void suspension.suspend();
	frontEnd.edit = text => editExternally(text, {env, lend: suspension.lend, words: editorMessages});
	frontEnd.runPrograms = async (programs, {background}) => {
		const {runInTerminal} = await import('./plain-view.ts');
		const output = () => outputOf(stdout);
		return runInTerminal(programs, {stdin, output, env, lend: suspension.lend, background});
	};
	frontEnd.readFile = (name, maxBytes) => readNamedFile(name, maxBytes, fileMessages);
	frontEnd.paths = completePath;
}

/** Passes on what Ink provides only to components. */
function InkApp({
	takeSuspend,
	children,
}: {
	takeSuspend: (suspend: SuspendTerminal) => void;
	children: ReactNode;
}) {
	const {suspendTerminal, exit} = useApp();
	useEffect(() => takeSuspend(suspendTerminal), [takeSuspend, suspendTerminal]);
	return <ScreenBoundary exit={exit}>{children}</ScreenBoundary>;
}

/** Ends the TUI with an error that no pane contains. Ink would print the error first, on the screen that is left. */
class ScreenBoundary extends Component<
	{exit: (error: Error) => void; children: ReactNode},
	{hasFailed: boolean}
> {
	override state = {hasFailed: false};

	static getDerivedStateFromError(): {hasFailed: boolean} {
		return {hasFailed: true};
	}

	override componentDidCatch(error: unknown): void {
		this.props.exit(error instanceof Error ? error : new Error(String(error)));
	}

	override render(): ReactNode {
		return this.state.hasFailed ? undefined : this.props.children;
	}
}
