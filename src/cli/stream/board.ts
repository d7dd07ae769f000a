import {nameOf} from '../../core/list/order.ts';
import type {State} from '../../core/state/index.ts';
import {emptyField, type TextField} from '../../core/text-field.ts';
import type {OpenQuestion} from './question-line.ts';
import type {StreamTerminal} from './terminal.ts';
import {counted} from './words.ts';

/** The one line at the bottom: a question that waits for its answer, else what is typed for the chosen server. */
export type Board = {
	line: TextField;
	question: OpenQuestion | undefined;
	target: string | undefined;
	/** Puts a text into the line that has the keys. */
	set: (field: TextField) => void;
	/** Shows the line with its prompt as it is now; until then the prompt stays as it was said. */
	fresh: () => void;
	/** What was typed is done with: what comes next stands below. */
	leaveLine: () => void;
	/** Prints lines above it. */
	say: (lines: readonly string[]) => void;
};

export function createBoard(terminal: StreamTerminal, getState: () => State): Board {
	let prompt = '';
	const show = () => {
		if (prompt !== '') terminal.prompt(prompt, board.question?.field ?? board.line);
	};
	const board: Board = {
		line: emptyField,
		question: undefined,
		target: undefined,
		set: field => {
			if (board.question) board.question = {...board.question, field};
			else board.line = field;
			show();
		},
		fresh: () => {
			prompt = board.question?.question.prompt ?? promptFor(board.target, getState());
			show();
		},
		leaveLine: () => {
			prompt = '';
			terminal.endLine();
		},
		say: lines => {
			const isOpen = prompt !== '';
			terminal.say(lines);
			if (isOpen) board.fresh();
		},
	};
	return board;
}

/** A prompt always names its target: `[ark-isl-1 41 players] rcon> `. */
function promptFor(target: string | undefined, {fleet}: State): string {
	const server = target === undefined ? undefined : fleet.servers[target];
	if (!server) return target === undefined ? '[no server] rcon> ' : '[server gone] rcon> ';
	const {onlinePlayers} = server;
	const players = onlinePlayers === undefined ? '' : ` ${counted(Math.max(0, onlinePlayers), 'player')}`;
	return `[${nameOf(server)}${players}] rcon> `;
}
