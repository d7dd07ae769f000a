import {nameOf} from '../actions/names.ts';
import {emptyField, fieldOf, insert, type TextField} from '../app/kernel/text/text-field.ts';
import {lineCommandsOf, ownLineOf} from './commands/index.ts';
import {findCommand, splitCommand} from './commands/command.ts';
import type {LineSession} from './session.ts';
import {selectionWord} from '../app/action-line.ts';
import {createCompletion, createWalk, type LineChange, sentLines} from './history.ts';
import {lineHelpMessages, lineMessages} from '../messages/line-mode.ts';
import {linesOf} from '../app/console/send/paste.ts';
import type {PromptLine} from './prompt-line.ts';
import type {CommandId} from '../messages/key-words.ts';
import {editLine, isPrintable} from './keyboard.ts';
import {refuseStrayAnswer, strayMs} from './question.ts';
import {createRconLine} from './rcon-line.ts';
import {targetsOfSession} from './named-servers.ts';
import {runCommand} from './run-command.ts';
import {quit} from './commands/session.ts';

/** Completes a colon command with Tab: its name, then its servers or words. */
function completeCommand(session: LineSession, field: TextField): LineChange {
	const {services} = session;
	const {text} = field;
	const split = splitCommand(text.trimStart());
	const {word, rest} = ownLineOf(split);
	if (!/^\s*:\s*\S*\s/.test(text)) {
		const names = lineCommandsOf(session).map(({name}) => name);
		return completeWith(
			field,
			text.length - split.word.length,
			names.filter(name => name.startsWith(split.word.toLowerCase())),
		);
	}
	const named = findCommand(lineCommandsOf(session), word);
	const takes = 'command' in named ? named.command.completes : undefined;
	if (!takes) return {field, print: lineHelpMessages.noCompletion};
	const state = services.store.getState();
	const last = takes === 'servers' ? (/\S*$/.exec(rest)?.[0] ?? '') : rest;
	const offered =
		takes === 'servers' ? [...state.fleet.servers.values().map(nameOf), selectionWord] : takes(state);
	const wanted = last.toLowerCase();
	const begins = offered.filter(name => name.toLowerCase().startsWith(wanted));
	const found = begins.length > 0 ? begins : offered.filter(name => name.toLowerCase().includes(wanted));
	return completeWith(field, text.length - last.length, found);
}
const maxNamed = 30;

/** Fills in a single match. For several, fills in their common prefix and lists them. */
function completeWith({text}: TextField, from: number, found: readonly string[]): LineChange {
	const [only, ...others] = found;
	const head = text.slice(0, from);
	if (only === undefined) return {field: fieldOf(text), print: lineHelpMessages.noCompletion};
	if (others.length === 0) return {field: fieldOf(`${head}${quoteName(only)} `)};
	const shared = found.reduce((start, name) => {
		let length = 0;
		while (length < start.length && start[length] === name[length]) length++;
		return start.slice(0, length);
	});
	const more = found.length > maxNamed ? lineHelpMessages.moreCandidates(found.length - maxNamed) : '';
	return {
		field: shared.length > text.length - from ? fieldOf(head + shared) : fieldOf(text),
		print: lineHelpMessages.candidates(found.length, found.slice(0, maxNamed).join(', '), more),
	};
}

const quoteName = (name: string) => (/\s/.test(name) ? `"${name}"` : name);

/** Handles keys in the line: a command for the chosen server or, after a colon, for rcondeck. */
export type LineKeys = {
	/** `meaning`: the command of the TUI's input for this key. */
	press: (meaning: CommandId | undefined, chord: string, arrival: 'alone' | 'text') => void;
	paste: (text: string) => void;
};

type Hooks = {
	/** Opens the line in an editor. Resolves to the saved text. */
	edit: (text: string) => Promise<{text: string} | {problem: string}>;
	/** Reports a bug in a command that runs in the background. */
	onBug: (bug: unknown) => void;
};

export function createLineKeys(session: LineSession, promptLine: PromptLine, {edit, onBug}: Hooks): LineKeys {
	const rcon = createRconLine(session);
	const colonLines: string[] = [];
	const walk = createWalk(() => (promptLine.line.text.startsWith(':') ? colonLines : sentLines(session)));
	const completion = createCompletion(session);
	const change = ({field, print}: LineChange) => {
		promptLine.set(field);
		if (print !== undefined) session.print(print);
	};
	const begin = createTaskQueue(session, promptLine, onBug);
	const submit = (arrival: 'alone' | 'text') => {
		const text = promptLine.line.text.trim();
		promptLine.leaveLine();
		if (text.startsWith(':')) {
			promptLine.line = emptyField;
			colonLines.push(text);
			promptLine.ended = undefined;
			runColonCommand(text, session, begin);
			promptLine.printAnnouncements();
			promptLine.fresh();
			return;
		}
		session.isLeaving = false;
		if (text === '' || refuseStrayAnswer(session, promptLine, text)) promptLine.line = emptyField;
		else if (lacksColon(text, session)) {
			promptLine.line = fieldOf(`:${text}`);
			session.print(lineHelpMessages.missingColon(text));
		} else {
			const sent = rcon.send(promptLine.line.text, arrival);
			if (sent) {
				promptLine.line = emptyField;
				// The answer comes before the next prompt, unless it takes long or the user types.
				promptLine.during(sent).catch(onBug);
				return;
			}
		}
		promptLine.fresh();
	};
	const complete = (field: TextField, by: 1 | -1) =>
		change(field.text.startsWith(':') ? completeCommand(session, field) : completion.step(field, by));
	const paste = (pasted: string) => {
		// The Enter after a typed line may arrive in one read with the next line; keep them as two lines.
		const isLineBefore = /^[\r\n]/.test(pasted) && promptLine.line.text.trim() !== '';
		const text = isLineBefore ? `${promptLine.line.text}${pasted}` : pasted;
		if (isLineBefore) promptLine.set(emptyField);
		const lines = linesOf(text);
		if (lines.length > 1) {
			promptLine.leaveLine();
			begin(() => rcon.review(text));
		} else promptLine.set(insert(promptLine.line, lines[0] ?? ''));
	};
	const takeEdited = (result: {text: string} | {problem: string}) => {
		if ('problem' in result) return session.print(lineMessages.warning(result.problem));
		promptLine.set(emptyField);
		paste(result.text);
	};
	const others: Partial<Record<CommandId, (arrival: 'alone' | 'text') => void>> = {
		'input.send': submit,
		'input.previous': () => change(walk.step(promptLine.line, -1)),
		'input.next': () => change(walk.step(promptLine.line, 1)),
		'input.complete': () => complete(promptLine.line, 1),
		'input.completeBack': () => complete(promptLine.line, -1),
		'input.edit': () => void edit(promptLine.line.text).then(takeEdited).catch(onBug),
		'search.open': () => change(walk.step(promptLine.line, -1, 'search')),
		'input.end': () =>
			promptLine.line.text === '' ? quit(session) : session.print(lineHelpMessages.lineNotEmpty),
		'app.interrupt': () =>
			promptLine.line.text === '' ? void interrupt(session).catch(onBug) : promptLine.set(emptyField),
	};
	return {
		paste,
		press: (meaning, chord, arrival) => {
			if (meaning !== 'input.complete' && meaning !== 'input.completeBack') completion.end();
			if (!isWalking(meaning)) walk.end();
			const next = editLine(promptLine.line, chord, meaning);
			if (next) promptLine.set(next);
			else if (meaning && !isPrintable(chord)) others[meaning]?.(arrival);
		},
	};
}

const isWalking = (meaning: CommandId | undefined) =>
	meaning === 'input.previous' || meaning === 'input.next' || meaning === 'search.open';

/** Returns whether the text lacks its colon: no server is chosen, and it starts with a line mode command. */
const lacksColon = (text: string, session: LineSession) =>
	session.target() === undefined &&
	'command' in findCommand(lineCommandsOf(session), text.split(/\s/, 1)[0] ?? '');

/** Runs tasks in sequence, because each may ask questions. */
function createTaskQueue(
	{services: {clock}}: LineSession,
	promptLine: PromptLine,
	onBug: Hooks['onBug'],
): (task: () => Promise<void>) => void {
	let last = Promise.resolve();
	const end = () => {
		promptLine.asking--;
		promptLine.strayUntil = clock.now() + strayMs;
	};
	return task => {
		promptLine.asking++;
		last = promptLine.during(last.then(task).finally(end)).catch(onBug);
	};
}

/** Runs a colon command. */
function runColonCommand(
	text: string,
	session: LineSession,
	begin: (task: () => Promise<void>) => void,
): void {
	const {word, rest} = ownLineOf(splitCommand(text));
	const named = findCommand(lineCommandsOf(session), word);
	if (!('command' in named) || named.command.run !== quit) session.isLeaving = false;
	if ('problem' in named) session.print(lineMessages.problem(named.problem));
	else if (named.command.takes === '' && rest !== '')
		session.print(lineHelpMessages.takesNothing(named.command.name));
	else if (!named.command.runNow?.(session)) begin(async () => named.command.run(session, rest));
}

const interrupt = (session: LineSession) =>
	runCommand(session, 'app.interrupt', {targets: targetsOfSession(session)});
