import {toneOf} from '../../actions/activity.ts';
import {memoize} from '../../lib/memoize.ts';
import type {Line} from './console-line.ts';
import type {ConsoleSource} from './console-reading.ts';
import {Chunk} from './chunk.ts';
import type {Lines} from './console-lines.ts';

type Part = Exclude<ConsoleSource, 'all'>;

const passes: Readonly<Record<Part, (line: Line) => boolean>> = {
	mine: line =>
		line.kind === 'command'
			? line.origin === 'me'
			: line.kind === 'note' && toneOf(line.activity) !== 'state',
	others: line => line.kind === 'command' && line.origin === 'other',
	states: line => line.kind === 'note' && toneOf(line.activity) === 'state',
	commands: line => line.kind !== 'output',
	output: line => line.kind === 'output',
	chat: line => line.kind === 'output' && line.printed.kind !== 'output',
};

const parts: Readonly<Record<Part, WeakMap<Chunk, Chunk>>> = {
	mine: new WeakMap(),
	others: new WeakMap(),
	states: new WeakMap(),
	commands: new WeakMap(),
	output: new WeakMap(),
	chat: new WeakMap(),
};

/** Returns the entries of one source. Unchanged chunks are not filtered again. */
export const shownLines = memoize((lines: Lines, source: ConsoleSource): Lines => {
	if (source === 'all') return lines;
	const chunks = lines.chunks.map(chunk => partOf(chunk, source)).filter(chunk => chunk.length > 0);
	return {length: chunks.reduce((sum, chunk) => sum + chunk.length, 0), chunks};
});

function partOf(chunk: Chunk, source: Part): Chunk {
	const known = parts[source].get(chunk) ?? filtered(chunk, source);
	parts[source].set(chunk, known);
	return chunk.isPacked ? known.pack() : known;
}

function filtered(chunk: Chunk, source: Part): Chunk {
	const entries = chunk.entries.filter(passes[source]);
	return entries.length === chunk.length ? chunk : new Chunk(entries);
}
