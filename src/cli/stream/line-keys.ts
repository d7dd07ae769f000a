import {tableOf} from '../../lib/maps.ts';
import {linesOf} from '../../core/actions/paste.ts';
import {emptyField, fieldOf, insert, type TextField} from '../../core/text-field.ts';
import type {Board} from './board.ts';
import {commandNamed, takenApart} from './command-table.ts';
import {deckCommands} from './commands.ts';
import {completedCommand} from './complete-command.ts';
import type {StreamDesk} from './desk.ts';
import {createCompletion, createWalk, sentLines, type Changed} from './history.ts';
import {edited, isPrintable} from './keys.ts';
import {createRconLine} from './rcon-line.ts';
import {runNow} from './run-key.ts';
import {quit} from './session-commands.ts';

/** What keys do in the line that goes to the chosen server, or behind a colon to the deck. */
export type LineKeys = {
	/** `meaning` is the command of the deck's input that has the key. */
	press: (meaning: string | undefined, chord: string, company: 'alone' | 'text') => void;
	paste: (text: string) => void;
};

type Means = {
	/** Opens the line in an editor, and gives what is saved there. */
	edit: (text: string) => Promise<{text: string} | {problem: string}>;
	/** A command that somebody did not wait for broke: a bug. */
	broke: (bug: unknown) => void;
};

export function createLineKeys(desk: StreamDesk, board: Board, {edit, broke}: Means): LineKeys {
	const rcon = createRconLine(desk);
	const given: string[] = [];
	const walk = createWalk(() => (board.line.text.startsWith(':') ? given : sentLines(desk)));
	const completion = createCompletion(desk);
	const change = ({field, say}: Changed) => {
		board.set(field);
		if (say !== undefined) desk.say(say);
	};
	/** One after another: each may ask questions, and looks at something of its own. */
	let last = Promise.resolve();
	const begin = (task: () => Promise<void>) => {
		last = board.during(last.then(task)).catch(broke);
	};
	const obey = (text: string): void => {
		const {word, rest} = takenApart(text);
		const named = commandNamed(deckCommands, word);
		if (!('command' in named) || named.command.run !== quit) desk.isLeaving = false;
		if ('problem' in named) desk.say(`PROBLEM ${named.problem}`);
		else if (named.command.takes === '' && rest !== '')
			desk.say(`PROBLEM :${named.command.name} takes nothing behind it. Nothing was done.`);
		else if (!named.command.atOnce?.(desk)) begin(async () => named.command.run(desk, rest));
		board.tellNews();
		board.fresh();
	};
	const submit = (company: 'alone' | 'text') => {
		const text = board.line.text.trim();
		board.leaveLine();
		if (text.startsWith(':')) {
			board.line = emptyField;
			given.push(text);
			obey(text);
			return;
		}
		desk.isLeaving = false;
		if (text === '') board.line = emptyField;
		else if (isMeantForDeck(text)) {
			board.line = fieldOf(`:${text}`);
			desk.say(`No server is chosen. What is for the deck begins with a colon: Enter gives :${text}.`);
		} else {
			const sent = rcon.send(board.line.text, company);
			if (sent) {
				board.line = emptyField;
				// Its answer comes before the next prompt, unless it takes long or somebody types.
				board.during(sent).catch(broke);
				return;
			}
		}
		board.fresh();
	};
	/** Without a server that could be meant, a line that begins with a word of the deck is one that lacks its colon. */
	const isMeantForDeck = (text: string) =>
		desk.target() === undefined && 'command' in commandNamed(deckCommands, text.split(/\s/, 1)[0] ?? '');
	const complete = (field: TextField, by: 1 | -1) =>
		change(field.text.startsWith(':') ? completedCommand(desk, field) : completion.step(field, by));
	const paste = (pasted: string) => {
		// The Enter behind a typed line may come in one read with the next line: they are two lines, not one.
		const isLineBefore = /^[\r\n]/.test(pasted) && board.line.text.trim() !== '';
		const text = isLineBefore ? `${board.line.text}${pasted}` : pasted;
		if (isLineBefore) board.set(emptyField);
		const lines = linesOf(text);
		if (lines.length > 1) {
			board.leaveLine();
			begin(() => rcon.review(text));
		} else board.set(insert(board.line, lines[0] ?? ''));
	};
	const editLine = async () => {
		const result = await edit(board.line.text);
		if ('problem' in result) desk.say(`WARNING ${result.problem}`);
		else {
			board.set(emptyField);
			paste(result.text);
		}
	};
	const others = tableOf<(company: 'alone' | 'text') => void>({
		'input.send': submit,
		'input.previous': () => change(walk.step(board.line, -1)),
		'input.next': () => change(walk.step(board.line, 1)),
		'input.complete': () => complete(board.line, 1),
		'input.completeBack': () => complete(board.line, -1),
		'input.edit': () => void editLine().catch(broke),
		'search.begin': () => change(walk.step(board.line, -1, 'search')),
		'input.end': () =>
			board.line.text === '' ? quit(desk) : desk.say('The line is not empty: Ctrl-U clears it.'),
		'app.interrupt': () =>
			board.line.text === '' ? runNow(desk.services, 'app.interrupt') : board.set(emptyField),
	});
	const isWalking = (meaning: string | undefined) =>
		meaning === 'input.previous' || meaning === 'input.next' || meaning === 'search.begin';
	return {
		paste,
		press: (meaning, chord, company) => {
			if (meaning !== 'input.complete' && meaning !== 'input.completeBack') completion.end();
			if (!isWalking(meaning)) walk.end();
			const next = edited(board.line, chord, meaning);
			if (next) board.set(next);
			else if (!isPrintable(chord)) others.get(meaning ?? '')?.(company);
		},
	};
}
