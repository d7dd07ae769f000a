import type {Message} from '../../../messages/text.ts';
import type {Command} from '../state/program.ts';
import type {Scope} from '../keys/scope.ts';

const moveKeys = {
	down: ['j', 'down'],
	up: ['k', 'up'],
	pageDown: ['pagedown'],
	pageUp: ['pageup'],
	first: ['g', 'home'],
	last: ['G', 'end'],
} as const;
/** Commands that move a cursor or scroll, in any scope. */
export const moves = ['down', 'up', 'pageDown', 'pageUp', 'first', 'last'] as const;
type Move = (typeof moves)[number];

/** `group`: dialogs have none, because the help never lists them. */
type MovingView = {
	id: 'console' | 'details' | 'facts' | 'report' | 'results' | 'rows' | 'servers';
	scope: Scope;
	/** Where only pages move, because the other keys are typed. */
	input?: Scope;
	group?: 'move';
};

/** Returns the commands that move through rows of text or a list, with the same keys everywhere. */
export const moveCommands = (
	{id, scope, input, ...grouped}: MovingView,
	messages: Readonly<Record<Move, {title: string; help: Message}>>,
	runs: Readonly<Record<Move, Command['run']>>,
): Command[] =>
	moves.map(move => ({
		id: `${id}.${move}`,
		keys: moveKeys[move],
		scopes: input && move.startsWith('page') ? [scope, input] : [scope],
		...grouped,
		...messages[move],
		run: runs[move],
	}));

/** Returns the next first row from the current one, the last possible one, and the rows of a page. It may be out of range. */
export type ScrollTarget = (top: number, last: number, page: number) => number;

/** Returns what the keys do in a view that scrolls without a cursor. */
export const scrollRuns = (scroll: (to: ScrollTarget) => Command['run']): Record<Move, Command['run']> => ({
	down: scroll(top => top + 1),
	up: scroll(top => top - 1),
	pageDown: scroll((top, _, page) => top + page),
	pageUp: scroll((top, _, page) => top - page),
	first: scroll(() => 0),
	last: scroll((_, last) => last),
});
