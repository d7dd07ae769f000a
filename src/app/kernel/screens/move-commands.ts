import type {CommandId, KeyId} from '../../../messages/key-words.ts';
import type {KeyCommand} from '../state/program.ts';
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
const moves = ['down', 'up', 'pageDown', 'pageUp', 'first', 'last'] as const;
type Move = (typeof moves)[number];

/** A view through whose rows keys move. */
type MovingView = {
	id:
		| 'console'
		| 'details'
		| 'facts'
		| 'help'
		| 'jobs'
		| 'menu'
		| 'palette'
		| 'paste'
		| 'report'
		| 'results'
		| 'rows'
		| 'servers'
		| 'timeline';
	scope: Scope;
	/** Where only pages move, because the other keys are typed. */
	input?: Scope;
	/** Dialogs have none, because the help never lists them. */
	group?: 'move';
	/** The view has a field: a key of one letter types. */
	hasField?: true;
	/** Keys in addition to those of every view. */
	more?: Partial<Record<Move, readonly string[]>>;
};
type Run = KeyCommand['run'] | Pick<KeyCommand, 'run' | 'hint' | 'blocked'>;

/** The moves that have a command in a view. */
type MoveOf<Id extends string> = {[Name in Move]: `${Id}.${Name}` extends KeyId ? Name : never}[Move];

/** Returns the commands that move through rows of text or a list, with the same keys everywhere. */
export function moveCommands<const Id extends MovingView['id']>(
	{id, scope, input, hasField, more = {}, ...grouped}: MovingView & {id: Id},
	runs: Readonly<Record<MoveOf<Id>, Run>>,
): KeyCommand[] {
	const has = (move: Move): move is MoveOf<Id> => Object.hasOwn(runs, move);
	return moves.filter(has).map(move => {
		const run: Run = runs[move];
		const keys = [...moveKeys[move].filter(key => !hasField || key.length > 1), ...(more[move] ?? [])];
		return {
			id: `${id}.${move}` as KeyId, // Safe: `MoveOf` has only moves with such an id.
			keys,
			scopes: input && move.startsWith('page') ? [scope, input] : [scope],
			...grouped,
			...(typeof run === 'function' ? {run} : run),
		};
	});
}

/** Returns whether a command moves through rows, in any view. */
export const isMove = (id: CommandId): boolean => moves.some(move => move === id.split('.', 2)[1]);

/** Returns the next first row from the current one, the last possible one, and the rows of a page. It may be out of range. */
export type ScrollTarget = (top: number, last: number, page: number) => number;

/** Returns the effects of the keys in a view that scrolls without a cursor. */
export const scrollRuns = (
	scroll: (to: ScrollTarget) => KeyCommand['run'],
): Record<Move, KeyCommand['run']> => ({
	down: scroll(top => top + 1),
	up: scroll(top => top - 1),
	pageDown: scroll((top, _, page) => top + page),
	pageUp: scroll((top, _, page) => top - page),
	first: scroll(() => 0),
	last: scroll((_, last) => last),
});
