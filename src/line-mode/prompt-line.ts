import {countText, playersWords} from '../app/servers/shown-fleet.ts';
import {selectionLine} from '../app/console/send/target.ts';
import {nameOf} from '../actions/names.ts';
import {selectedServers} from '../app/servers/selection.ts';
import {phaseOf} from '../contract/states.ts';
import type {Services} from '../app/kernel/state/services.ts';
import type {State} from '../app/state.ts';
import {emptyField, type TextField} from '../app/kernel/text/text-field.ts';
import type {OpenQuestion, Question} from './session.ts';
import type {LineTerminal} from './terminal.ts';
import {lineSessionMessages} from '../messages/line-mode.ts';
import {serverMessages} from '../messages/server-list.ts';

/** The line at the bottom: an open question, or the input for the chosen server. */
export type PromptLine = {
	line: TextField;
	question: OpenQuestion | undefined;
	/** The question that ended since the last line: a late answer to it must not reach a game. */
	ended: Question | undefined;
	/** How many tasks run that may ask something. */
	asking: number;
	/** Until then, a yes or no may still be for a task that has ended without a question, epoch ms. */
	strayUntil: number;
	target: string | undefined;
	/** Replaces the text of the line that has the focus. */
	set: (field: TextField) => void;
	/** Asks on a separate row: the input stays readable, and comes back afterward. */
	ask: (question: OpenQuestion) => void;
	/** Shows the line with its current prompt; until then the prompt is not updated. */
	fresh: () => void;
	/** Finishes the typed line; further output goes below it. */
	leaveLine: () => void;
	/** Prints pending announcements above the line. */
	printAnnouncements: () => void;
	/** Hides the line during the task, for a limited time, to keep it out of the output. */
	during: (task: Promise<void>) => Promise<void>;
	/** Extends the time that the line is hidden during a task. */
	hidePrompt: () => void;
	/** Prints lines above it. */
	print: (lines: readonly string[]) => void;
};

/** How long a task hides the prompt before the user can type again, ms. */
const patienceMs = 1500;

const empty = {
	line: emptyField,
	question: undefined,
	ended: undefined,
	asking: 0,
	strayUntil: -Infinity,
	target: undefined,
};

export function createPromptLine(
	terminal: LineTerminal,
	{store: {getState}, clock, settings: {profile}}: Services,
	consoleOf?: string,
): PromptLine {
	// Distinguishes two open sessions.
	const where = profile.isDemo ? '' : `${profile.label}: `;
	let prompt = '';
	let tasks = 0;
	let newest = 0;
	let cancelTimer: (() => void) | undefined;
	const show = () => {
		if (prompt !== '') terminal.prompt(prompt, promptLine.question?.field ?? promptLine.line);
	};
	const isPromptHidden = () => cancelTimer !== undefined && !promptLine.question;
	const showPrompt = () => {
		cancelTimer?.();
		cancelTimer = undefined;
		if (promptLine.question) return;
		promptLine.printAnnouncements();
		promptLine.fresh();
	};
	const promptLine: PromptLine = {
		...empty,
		printAnnouncements: () => {},
		set: field => {
			if (promptLine.question) promptLine.question = {...promptLine.question, field};
			else promptLine.line = field;
			// Typing shows the line at once.
			if (isPromptHidden()) showPrompt();
			else show();
		},
		ask: question => {
			if (prompt !== '') promptLine.leaveLine();
			const {prompt: whole} = question.question;
			const isLong = !terminal.fits(whole);
			// A truncated prompt would hide the expected answer.
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
				(consoleOf !== undefined && promptLine.target === consoleOf
					? lineSessionMessages.prompt('', consoleTarget(consoleOf, getState()))
					: lineSessionMessages.prompt(where, targetIn(promptLine.target, getState())));
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
			cancelTimer?.();
			cancelTimer = clock.after(patienceMs, showPrompt);
		},
		print: lines => {
			const isOpen = prompt !== '';
			terminal.print(lines);
			if (isOpen) promptLine.fresh();
		},
	};
	return promptLine;
}

/** Returns the server of a console in its prompt, with a state that is not up: `[ark-isl-1] rcon> `, `[ark-rag-1 OFFLINE] rcon> `. */
function consoleTarget(id: string, {fleet: {servers}}: State): string {
	const server = servers.get(id);
	if (!server) return lineSessionMessages.notListed(id);
	const phase = phaseOf(server.state);
	return phase === 'online' || phase === 'unknown' ? nameOf(server) : `${nameOf(server)} ${server.state}`;
}

/** Returns the target in the prompt: `[ark-isl-1 41 players] rcon> `, `[prod: 3 selected servers] rcon> `. */
function targetIn(target: string | undefined, state: State): string {
	if (target === undefined) return lineSessionMessages.noTarget;
	if (target === selectionLine) return lineSessionMessages.selectedServers(selectedServers(state).size);
	const server = state.fleet.servers.get(target);
	if (!server) return lineSessionMessages.notListed(target);
	if (phaseOf(server.state) !== 'online')
		return `${nameOf(server)} ${server.state ?? serverMessages.noState}`;
	const isKnown = countText(server) !== '-';
	return `${nameOf(server)}${isKnown ? ` ${playersWords({...server, maxPlayers: undefined})}` : ''}`;
}
