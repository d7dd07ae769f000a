import {selectionLine} from '../app/console/target.ts';
import {nameOf} from '../actions/names.ts';
import {selectedServers} from '../app/servers/selection.ts';
import {phaseOf} from '../actions/preconditions.ts';
import type {Services} from '../app/kernel/services.ts';
import type {State} from '../app/state.ts';
import {emptyField, type TextField} from '../app/kernel/text-field.ts';
import type {OpenQuestion} from './session.ts';
import type {LineTerminal} from './terminal.ts';
import {plural} from '../lib/plural.ts';
import {lineSessionMessages} from '../messages/line-mode.ts';
import {serverMessages} from '../messages/servers.ts';

/** The one line at the bottom: a question that waits for its answer, else what is typed for the chosen server. */
export type PromptLine = {
	line: TextField;
	question: OpenQuestion | undefined;
	target: string | undefined;
	/** Puts a text into the line that has the keys. */
	set: (field: TextField) => void;
	/** Asks on a row of its own: what is in the line stays to be read, and comes back afterwards. */
	ask: (question: OpenQuestion) => void;
	/** Shows the line with its prompt as it is now; until then the prompt stays as it was said. */
	fresh: () => void;
	/** What was typed is done with: what comes next is below. */
	leaveLine: () => void;
	/** Tells what has happened and was not told yet: it belongs above the line. */
	printAnnouncements: () => void;
	/** Keeps the line away while this is being done, so that it does not stand between what is said; not for long. */
	during: (task: Promise<void>) => Promise<void>;
	/** What is being done goes on: for another while the line stays away. */
	hidePrompt: () => void;
	/** Prints lines above it. */
	print: (lines: readonly string[]) => void;
};

/** Who waits longer than this for what was asked can type something else meanwhile, ms. */
const patienceMs = 1500;

export function createPromptLine(
	terminal: LineTerminal,
	{store: {getState}, clock, settings: {profile}}: Services,
): PromptLine {
	// Whoever has two of them open must not take one for the other.
	const where = profile.isDemo ? '' : `${profile.label}: `;
	let prompt = '';
	let tasks = 0;
	let newest = 0;
	let callOff: (() => void) | undefined;
	const show = () => {
		if (prompt !== '') terminal.prompt(prompt, promptLine.question?.field ?? promptLine.line);
	};
	const isPromptHidden = () => callOff !== undefined && !promptLine.question;
	const showPrompt = () => {
		callOff?.();
		callOff = undefined;
		if (promptLine.question) return;
		promptLine.printAnnouncements();
		promptLine.fresh();
	};
	const promptLine: PromptLine = {
		line: emptyField,
		question: undefined,
		target: undefined,
		printAnnouncements: () => {},
		set: field => {
			if (promptLine.question) promptLine.question = {...promptLine.question, field};
			else promptLine.line = field;
			// What is typed is seen at once.
			if (isPromptHidden()) showPrompt();
			else show();
		},
		ask: question => {
			if (prompt !== '') promptLine.leaveLine();
			const {prompt: whole} = question.question;
			const isLong = !terminal.fits(whole);
			// A prompt that is cut would hide what the answer must be.
			if (isLong) terminal.print([whole.trimEnd()]);
			promptLine.question = isLong
				? {...question, question: {...question.question, prompt: 'Answer: '}}
				: question;
			promptLine.fresh();
		},
		fresh: () => {
			if (isPromptHidden()) return;
			prompt =
				promptLine.question?.question.prompt ??
				lineSessionMessages.prompt(where, targetIn(promptLine.target, getState()));
			show();
		},
		leaveLine: () => {
			prompt = '';
			terminal.endLine();
		},
		during: async task => {
			const mine = ++newest;
			tasks++;
			promptLine.hidePrompt();
			try {
				await task;
			} finally {
				tasks--;
				if (mine === newest) showPrompt();
			}
		},
		hidePrompt: () => {
			if (tasks === 0) return;
			callOff?.();
			callOff = clock.after(patienceMs, showPrompt);
		},
		print: lines => {
			const isOpen = prompt !== '';
			terminal.print(lines);
			if (isOpen) promptLine.fresh();
		},
	};
	return promptLine;
}

/** A prompt always names its target: `[ark-isl-1 41 players] rcon> `, `[prod: 3 selected servers] rcon> `. */
function targetIn(target: string | undefined, state: State): string {
	if (target === undefined) return lineSessionMessages.noTarget;
	if (target === selectionLine) return lineSessionMessages.selectedServers(selectedServers(state).size);
	const server = state.fleet.servers.get(target);
	if (!server) return lineSessionMessages.notListed(target);
	const {onlinePlayers} = server;
	if (phaseOf(server.state) !== 'online')
		return `${nameOf(server)} ${server.state ?? serverMessages.noState}`;
	const players = onlinePlayers === undefined ? '' : ` ${plural(Math.max(0, onlinePlayers), 'player')}`;
	return `${nameOf(server)}${players}`;
}
