import {emptyField} from '../core/text-field.ts';
import type {Services} from '../core/services.ts';
import {markedLine, serversOfLine} from '../core/input/target.ts';
import {editExternally} from '../lib/external-editor.ts';
import {pathsFrom, readNamedFile} from '../lib/read-file.ts';
import {clipboardBytes} from '../lib/clipboard.ts';
import {createPromptLine} from './prompt-line.ts';
import type {LineSession} from './session.ts';
import type {Input} from './keyboard.ts';
import {meaningOf} from './keys.ts';
import {createLineKeys} from './line-keys.ts';
import {createAnnouncements} from './announcements.ts';
import {createQuestionKeys, openQuestion} from './question.ts';
import {lineModeFrontEnd} from './front-end.ts';
import {createPrinter} from './printer.ts';
import {openLineTerminal, type TerminalInput, type TerminalOutput} from './terminal.ts';

export type LineModeOptions = {
	/** `services.face` is filled in here. */
	services: Services;
	stdin: TerminalInput;
	stdout: TerminalOutput;
	env: Readonly<Record<string, string | undefined>>;
	/** The terminal can do no more than print lines. */
	isDumb: boolean;
	/** Aborted when the program is to end for another reason than a line. */
	ending: AbortSignal;
	/** Stops this process, as Ctrl-Z does; a test has its own. */
	stop?: () => void;
};

type Outcome = 'quit' | 'ended' | 'lost';

/** What happens within this span is told together, ms. */
const gatherMs = 20;

/**
The deck line by line: what happens is printed as it comes, and a prompt takes commands for the chosen server, or behind
a colon for the deck. It ends with its terminal as it was; a bug rejects.
*/
export function openLineMode({
	services,
	stdin,
	stdout,
	env,
	isDumb,
	ending,
	// The whole group, as the terminal itself does on Ctrl-Z: npm, which may have started us, must stop as well.
	stop = () => void process.kill(0, 'SIGTSTP'),
}: LineModeOptions): {waitUntilExit: () => Promise<Outcome>} {
	const {store, clock, face, settings, keymap} = services;
	const exit = Promise.withResolvers<Outcome>();
	const terminal = openLineTerminal({stdin, stdout, isDumb, hear});
	const promptLine = createPromptLine(terminal, services);
	const session: LineSession = {
		services,
		...createPrinter(promptLine.print),
		ask: question => new Promise(resolve => promptLine.ask(openQuestion(question, clock.now(), resolve))),
		target: () => promptLine.target,
		choose: target => {
			promptLine.target = target;
			session.stand();
		},
		unlisted: new Set(),
		marks: new Set(),
		stand: () => {
			const {target} = promptLine;
			const {marks} = session;
			const isServer = target !== undefined && target !== markedLine;
			const place = isServer
				? ({pane: 'console', selectedId: target} as const)
				: ({pane: target === undefined ? 'servers' : 'results'} as const);
			store.dispatch({type: 'view/changed', change: {marks, range: undefined, zoomed: false, ...place}});
		},
		isLeaving: false,
		feed: {mode: 'on'},
		told: new Map(),
	};
	const lineKeys = createLineKeys(session, promptLine, {
		edit: text => face.edit(text),
		broke,
	});
	const questionKeys = createQuestionKeys(promptLine, clock.now);

	const news = createAnnouncements(store.getState());
	let callOff: (() => void) | undefined;
	const printAnnouncements = () => {
		callOff = undefined;
		const {mode} = session.feed;
		const state = store.getState();
		const heard = new Set(promptLine.target === undefined ? [] : serversOfLine(state, promptLine.target));
		const told = news.tell(state, {mode, isTarget: id => heard.has(id), now: clock.now()});
		if (told.length > 0) session.printAll(told);
	};
	promptLine.printAnnouncements = () => {
		callOff?.();
		printAnnouncements();
	};
	const unsubscribe = store.subscribe(() => {
		news.look(store.getState());
		callOff ??= clock.after(gatherMs, printAnnouncements);
	});

	function hear(inputs: readonly Input[]): void {
		for (const input of inputs) {
			const keys = promptLine.question ? questionKeys : lineKeys;
			if (input.kind === 'paste') keys.paste(input.text);
			else press(input);
		}
	}
	function press({chord, company}: Extract<Input, {kind: 'key'}>): void {
		const meaning = meaningOf(chord, keymap);
		if (meaning !== 'app.interrupt' && store.getState().view.quitArmed) {
			store.dispatch({type: 'view/changed', change: {quitArmed: false}});
		}
		if (meaning === 'app.suspend') terminal.lend(suspended).catch(broke);
		else if (meaning === 'app.redraw') {
			promptLine.leaveLine();
			promptLine.fresh();
		} else if (promptLine.question) questionKeys.press(meaning, chord, company);
		else lineKeys.press(meaning, chord, company);
	}
	/** Until the shell lets it go on; where no shell stops it, it goes on at once. */
	async function suspended(): Promise<void> {
		stop();
		await new Promise(resolve => setImmediate(resolve));
	}

	let isEnded = false;
	const leave = () => {
		if (isEnded) return;
		isEnded = true;
		unsubscribe();
		callOff?.();
		ending.removeEventListener('abort', onEnding);
		stdin.off('end', onLost);
		terminal.close();
	};
	const end = (outcome: Outcome) => {
		leave();
		exit.resolve(outcome);
	};
	function broke(bug: unknown): void {
		leave();
		exit.reject(bug);
	}
	const onEnding = () => end('ended');
	const onLost = () => end('lost');
	if (ending.aborted) onEnding();
	else ending.addEventListener('abort', onEnding);
	stdin.once('end', onLost);
	// This stays: an error that nobody hears would end the program.
	stdin.on('error', onLost);
	face.frontEnd = lineModeFrontEnd;
	face.quit = () => end('quit');
	face.bell = terminal.bell;
	face.copy = text => terminal.send(isDumb ? '' : clipboardBytes(text, settings.clipboard));
	face.edit = text => editExternally(text, {env, lend: terminal.lend});
	face.readFile = readNamedFile;
	face.paths = pathsFrom;

	// Core brings a refused act back as a dialog only where nobody is typing; here somebody always may be.
	store.dispatch({type: 'view/changed', change: {input: true}});
	const {profile, readOnly, version} = settings;
	session.print(
		`rcondeck ${version}, profile ${profile.label}${profile.isDemo ? ', a simulated fleet' : ''}, ${readOnly ? 'read-only' : 'may act'}`,
		'Lines go to the chosen server, lines that begin with a colon to the deck. :help tells what there is, :use NAME chooses a server.',
	);
	promptLine.set(emptyField);
	promptLine.fresh();
	return {waitUntilExit: () => exit.promise};
}
