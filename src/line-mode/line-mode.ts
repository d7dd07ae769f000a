import type {ByName} from '../lib/json/maps.ts';
import type {SessionEnd} from '../app/session.ts';
import {emptyField, fieldOf} from '../app/kernel/text/text-field.ts';
import type {Program} from '../app/kernel/state/program.ts';
import {serverName} from '../actions/names.ts';
import {selectionLine, serversOfLine} from '../app/console/send/target.ts';
import {onSessionEnd} from '../lib/process/session-end.ts';
import {runPrograms} from '../lib/process/run-programs.ts';
import {programProblems} from '../messages/custom-commands.ts';
import {editExternally} from '../lib/process/external-editor.ts';
import {completePath, readNamedFile} from '../lib/files/read-file.ts';
import {clipboardBytes} from '../lib/process/clipboard.ts';
import {editorMessages, fileMessages} from '../messages/text.ts';
import {createPromptLine, type PromptLine} from './prompt-line.ts';
import {createPrinter, lineModeSegments, type LineSession, renderLine} from './session.ts';
import {type Input, meaningOf} from './keyboard.ts';
import {createLineKeys} from './line-keys.ts';
import {createAnnouncements} from './announcements.ts';
import {createQuestionKeys, openQuestion} from './question.ts';
import {openLineTerminal, type TerminalInput, type TerminalOutput} from './terminal.ts';
import {appMessages} from '../messages/screens.ts';
import {lineSessionMessages} from '../messages/line-mode.ts';
import {welcomeMessages} from '../messages/help.ts';

export type LineModeOptions = {
	/** `services.frontEnd` is filled in here. */
	services: Program;
	stdin: TerminalInput;
	stdout: TerminalOutput;
	env: ByName<string | undefined>;
	/** The terminal can only print lines. */
	isDumb: boolean;
	/** Aborted when the program must end for a reason other than a line. */
	ending: AbortSignal;
	/** Opens the console of this server: its output is shown as it is, and nothing of other servers. */
	consoleOf?: string;
	/** Stops this process like Ctrl-Z; replaced in tests. */
	stop?: () => void;
};

/** Events within this span are announced together, ms. */
const gatherMs = 20;

/**
Opens line mode: events are printed as they happen, and a prompt takes commands for the chosen server or, after a
colon, for rcondeck. The terminal is restored at the end; a bug rejects.
*/
export function openLineMode(options: LineModeOptions): {waitUntilExit: () => Promise<SessionEnd>} {
	const {services, stdin, stdout, env, isDumb, ending, consoleOf, stop = stopGroup} = options;
	const {store, clock, frontEnd, keymap} = services;
	const exit = Promise.withResolvers<SessionEnd>();
	const terminal = openLineTerminal({stdin, stdout, isDumb, onInputs});
	const promptLine = createPromptLine(terminal, services, consoleOf);
	const session: LineSession = {
		services,
		...createPrinter(promptLine.print),
		ask: question => new Promise(resolve => promptLine.ask(openQuestion(question, clock.now(), resolve))),
		target: () => promptLine.target,
		choose: target => {
			promptLine.target = target;
			// From now on its console counts as read.
			const place =
				target === selectionLine
					? ({pane: 'results'} as const)
					: ({pane: 'console', currentId: target} as const);
			store.dispatch({type: 'view/changed', change: place});
		},
		prefill: text => promptLine.set(fieldOf(text)),
		unlisted: new Set(),
		isLeaving: false,
		feed: {mode: consoleOf === undefined ? 'on' : 'output'},
		printed: new Map(),
	};
	const lineKeys = createLineKeys(session, promptLine, {edit: text => frontEnd.edit(text), onBug});
	const questionKeys = createQuestionKeys(promptLine, clock.now);
	const stopAnnouncing = announce(session, promptLine, consoleOf);
	function onInputs(inputs: readonly Input[]): void {
		services.suspensions.check();
		for (const input of inputs) {
			const keys = promptLine.question ? questionKeys : lineKeys;
			if (input.kind === 'paste') keys.paste(input.text);
			else press(input);
		}
	}
	function press({chord, arrival}: Extract<Input, {kind: 'key'}>): void {
		const meaning = meaningOf(chord, keymap);
		if (meaning !== 'app.interrupt' && store.getState().view.quitArmed) {
			store.dispatch({type: 'view/changed', change: {quitArmed: false}});
		}
		if (meaning === 'app.suspend' && services.settings.cannotSuspend)
			promptLine.print([appMessages.cannotSuspend]);
		else if (meaning === 'app.suspend') terminal.lend(() => suspend(stop)).catch(onBug);
		else if (meaning === 'app.redraw') {
			promptLine.leaveLine();
			promptLine.fresh();
		} else if (promptLine.question) questionKeys.press(meaning, chord, arrival);
		else lineKeys.press(meaning, chord, arrival);
	}

	let isEnded = false;
	const leave = () => {
		if (isEnded) return;
		isEnded = true;
		stopAnnouncing();
		removeEndListener();
		terminal.close();
	};
	const end = (outcome: SessionEnd) => {
		leave();
		exit.resolve(outcome);
	};
	function onBug(bug: unknown): void {
		leave();
		exit.reject(bug);
	}
	let removeEndListener = () => {};
	removeEndListener = onSessionEnd(stdin, ending, end);
	frontEnd.segments = lineModeSegments;
	frontEnd.quit = () => end('quit');
	connectFrontEnd(services, terminal, {env, isDumb});

	greet(session, promptLine, consoleOf);
	return {waitUntilExit: () => exit.promise};
}

/** Stops the whole process group, like the terminal on Ctrl-Z: npm may be the parent and must stop as well. */
const stopGroup = () => void process.kill(0, 'SIGTSTP');

/** Waits until the shell resumes the process; without job control it continues at once. */
async function suspend(stop: () => void): Promise<void> {
	stop();
	await new Promise(resolve => setImmediate(resolve));
}

/** Prints events after a short delay. Returns a function that ends it. */
function announce(session: LineSession, promptLine: PromptLine, consoleOf: string | undefined): () => void {
	const {store, clock} = session.services;
	const announcements = createAnnouncements(store.getState(), consoleOf);
	let cancelTimer: (() => void) | undefined;
	const printAnnouncements = () => {
		cancelTimer = undefined;
		const {mode} = session.feed;
		const state = store.getState();
		const followed = new Set(promptLine.target === undefined ? [] : serversOfLine(state, promptLine.target));
		const blocks = announcements.announce(state, {mode, isTarget: id => followed.has(id), now: clock.now()});
		if (blocks.length > 0) session.printAll(blocks);
	};
	promptLine.printAnnouncements = () => {
		cancelTimer?.();
		printAnnouncements();
	};
	const unsubscribe = store.subscribe(() => {
		announcements.collect(store.getState());
		cancelTimer ??= clock.after(gatherMs, printAnnouncements);
	});
	return () => {
		unsubscribe();
		cancelTimer?.();
	};
}

/** Connects the terminal's other capabilities to the session. */
function connectFrontEnd(
	{frontEnd, settings}: Program,
	terminal: ReturnType<typeof openLineTerminal>,
	{env, isDumb}: Pick<LineModeOptions, 'env' | 'isDumb'>,
): void {
	frontEnd.bell = terminal.bell;
	frontEnd.copy = text => terminal.send(isDumb ? '' : clipboardBytes(text, settings.clipboard));
	frontEnd.edit = text => editExternally(text, {env, lend: terminal.lend, words: editorMessages});
	frontEnd.runPrograms = async (programs, {background}) => {
		let problem: string | undefined;
		const run = async () => {
			const announce = (line: string) => terminal.print([line]);
			problem = await runPrograms(programs, {env, background, announce, words: programProblems});
		};
		await (background ? run() : terminal.lend(run));
		return problem;
	};
	frontEnd.readFile = (name, maxBytes) => readNamedFile(name, maxBytes, fileMessages);
	frontEnd.paths = completePath;
}

function greet(session: LineSession, promptLine: PromptLine, consoleOf: string | undefined): void {
	const {profile, readOnly, version, welcome} = session.services.settings;
	if (consoleOf === undefined) {
		session.print(
			lineSessionMessages.greeting(version, profile.label, profile.isDemo, readOnly),
			...(welcome ? [welcomeMessages.whatThisIs, renderLine(welcomeMessages.howToConnect)] : []),
			lineSessionMessages.introduction,
		);
	} else {
		const {servers} = session.services.store.getState().fleet;
		if (!servers.has(consoleOf)) session.unlisted.add(consoleOf);
		session.choose(consoleOf);
		const name = serverName({servers}, consoleOf);
		session.print(
			lineSessionMessages.console(name, name === profile.label ? undefined : profile.label, readOnly),
		);
	}
	promptLine.set(emptyField);
	promptLine.fresh();
}
