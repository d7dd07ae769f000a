import type {DatabaseSync} from 'node:sqlite';
import type {Clock} from '../lib/clock.ts';
import type {Memorable} from '../contract/memorable.ts';
import {createHolder, type Opened} from './holder.ts';
import {pruning, type Limits} from './prune.ts';

export type Storage = {
	write: (entries: readonly Memorable[]) => void;
	mark: (serverId: string, at: number) => void;
	/** Reads, with what was given just before; `otherwise` where nothing can be read. */
	read: <Result>(from: (database: DatabaseSync) => Result, otherwise: Result) => Result;
	close: () => void;
};

type Options = {
	path: string;
	clock: Clock;
	onTrouble: (words: string) => void;
	limits: Limits;
	deck: string;
};

/** How long what is new waits for company. */
const gatherMs = 250;
/** Writing goes on for about so long; keys and frames come in between. */
const sliceMs = 8;
const betweenMs = 10;
const mostWaiting = 100_000;
const firstPruneMs = 20_000;
const pruneEveryMs = 10 * 60_000;
const nextPruneMs = 50;
/** At the end another process may hold the file: so many times it is asked for, each with SQLite's own wait. */
const lastAttempts = 25;

/** The queue in front of the file: what is new is written a little later, in slices. */
export function openStorage({limits, ...options}: Options): Storage {
	const {clock, onTrouble} = options;
	const holder = createHolder(options);
	const marks = new Map<string, number>();
	let queue: Memorable[] = [];
	let isOverflowing = false;
	let callOffFlush: (() => void) | undefined;

	const plan = (delayMs: number) => {
		callOffFlush ??= clock.after(delayMs, () => {
			callOffFlush = undefined;
			flush(sliceMs);
			if (queue.length > 0) plan(betweenMs);
		});
	};

	const writeFor = (forMs: number) => {
		let done = 0;
		const attempt = holder.attempt(opened => (done = writeSome(opened, {queue, marks}, clock, forMs)));
		if (attempt.result === 'done') {
			marks.clear();
			queue = done === queue.length ? [] : queue.slice(done);
		}
		return attempt;
	};

	/** Writes for about so long, the rest later; false where nothing could be written. */
	const flush = (forMs: number): boolean => {
		if (queue.length === 0 && marks.size === 0) return true;
		let attempt = writeFor(forMs);
		if (attempt.result === 'anew') attempt = writeFor(forMs);
		if (attempt.result === 'never') queue = [];
		if (attempt.result === 'later') plan(attempt.delayMs);
		return attempt.result === 'done';
	};

	let current: {database: DatabaseSync; steps: Generator<void>} | undefined;
	const pruneSome = () => {
		holder.attempt(({database}) => {
			const steps = current?.database === database ? current.steps : pruning(database, limits, clock.now());
			current = undefined;
			if (!steps.next().done) current = {database, steps};
		});
		callOffPrune = clock.after(current ? nextPruneMs : pruneEveryMs, pruneSome);
	};
	let callOffPrune = clock.after(firstPruneMs, pruneSome);

	return {
		write: entries => {
			if (entries.length === 0) return;
			for (const entry of entries) queue.push(entry);
			if (queue.length > mostWaiting) {
				queue = queue.slice(-mostWaiting);
				if (!isOverflowing)
					onTrouble('More happened than the journal could take in: some of it is not kept.');
				isOverflowing = true;
			}
			plan(gatherMs);
		},
		mark: (serverId, at) => {
			marks.set(serverId, at);
			plan(gatherMs);
		},
		read: (from, otherwise) => {
			flush(sliceMs);
			let result = otherwise;
			const read = () => holder.attempt(({database}) => (result = from(database)));
			if (read().result === 'anew') read();
			return result;
		},
		close: () => {
			for (let left = lastAttempts; left > 0 && !flush(Number.POSITIVE_INFINITY); left--);
			callOffFlush?.();
			callOffPrune();
			holder.close();
		},
	};
}

type Waiting = {queue: readonly Memorable[]; marks: ReadonlyMap<string, number>};

/** One transaction of about so long; returns how many entries it took. */
function writeSome({database, write}: Opened, {queue, marks}: Waiting, clock: Clock, forMs: number): number {
	const until = clock.now() + forMs;
	let done = 0;
	database.exec('BEGIN IMMEDIATE');
	try {
		const mark = database.prepare(
			'INSERT INTO read_mark VALUES (?, ?) ON CONFLICT (server_id) DO UPDATE SET at = max(at, excluded.at)',
		);
		for (const [serverId, at] of marks) mark.run(serverId, at);
		for (const entry of queue) {
			write(entry);
			done++;
			if (done % 16 === 0 && clock.now() >= until) break;
		}
		database.exec('COMMIT');
		return done;
	} catch (error) {
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}
