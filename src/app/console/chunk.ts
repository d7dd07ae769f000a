import {lastIndexWith, packRecords, unpackRecords, type PackedRecords} from '../../lib/packed-records.ts';
import type {CommandLine, Line} from './console-line.ts';

/** A field that some entries have. */
type Field = keyof CommandLine;

/** A few hundred entries of a console. Chunks are immutable, so they can serve as cache keys. */
export class Chunk implements Iterable<Line> {
	readonly length: number;
	/** The first entry, which searches by time compare. */
	readonly first: Line | undefined;
	#entries: readonly Line[] | PackedRecords<Line>;
	/** The entries of a packed chunk while they are in use. */
	#unpacked: WeakRef<readonly Line[]> | undefined;

	constructor(entries: readonly Line[]) {
		this.length = entries.length;
		this.first = entries[0];
		this.#entries = entries;
	}

	/** The entries; those of a packed chunk are equal, but not identical, each time that nobody has used them for a while. */
	get entries(): readonly Line[] {
		if (!('groups' in this.#entries)) return this.#entries;
		const known = this.#unpacked?.deref();
		if (known) return known;
		const entries = unpackRecords(this.#entries);
		this.#unpacked = new WeakRef(entries);
		return entries;
	}

	/**
	The entries for one pass over many chunks, not kept for the next use: what a `WeakRef` holds survives all collections of
	the young generation, whose pauses then reach 90 ms.
	*/
	entriesOnce(): readonly Line[] {
		if (!('groups' in this.#entries)) return this.#entries;
		return this.#unpacked?.deref() ?? unpackRecords(this.#entries);
	}

	/** Returns the index of the last entry with this value in a field, or -1. Unpacks nothing, so it suits long searches. */
	lastIndexWith(field: Field, value: unknown): number {
		return 'groups' in this.#entries
			? lastIndexWith(this.#entries, field, value)
			: this.#entries.findLastIndex((line: Partial<Record<Field, unknown>>) => line[field] === value);
	}

	get isPacked(): boolean {
		return 'groups' in this.#entries;
	}

	/** Lets its entries take less memory, as suits those that nobody looks at. */
	pack(): this {
		if (!('groups' in this.#entries)) this.#entries = packRecords(this.#entries);
		return this;
	}

	[Symbol.iterator](): Iterator<Line> {
		return this.entries[Symbol.iterator]();
	}
}
