import type {JournalLine} from '../../src/journal/entry.ts';
import {textOf} from '../../src/cli/output/journal-text.ts';
import type {Memorable} from '../../src/actions/memorable.ts';

export const startAt = Date.UTC(2026, 10, 21, 3, 0, 0);

type Told = Extract<Memorable, {kind: 'command'}>;

/** A command that was received, with its response. `n` makes it distinct. */
export const commandEntry = (
	n: number,
	over: Partial<Told> = {},
	answer: Partial<Told['answer']> = {},
): Told => ({
	kind: 'command',
	at: startAt + n,
	serverId: 's1',
	server: 'isl-1',
	origin: 'other',
	status: 'answered',
	localId: undefined,
	problem: undefined,
	...over,
	answer: {command: `say ${n}`, response: `ok ${n}`, commandId: `c${n}`, timestamp: startAt + n, ...answer},
});

export const typed = (text: string, at: number, serverId = 's1', gameType = 'CS2'): Memorable => ({
	kind: 'typed',
	at: startAt + at,
	serverId,
	gameType,
	text,
});

export const texts = (lines: readonly JournalLine[]): string[] => lines.map(textOf);
