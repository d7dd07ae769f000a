import type {DatabaseSync} from 'node:sqlite';
import type {Clock} from '../lib/clock.ts';
import type {Memorable} from '../actions/memorable.ts';
import {createHolder, type Opened} from './holder.ts';
import {pruning, type Limits} from './prune.ts';
import type {Scope} from './scope.ts';

export type Storage = {
	write: (entries: readonly Memorable[]) => void;
	/** At once, where another process lets go of the file in time; else a little later. */
	writeNow: (entries: readonly Memorable[]) => void;
	mark: (serverId: string, at: number) => void;
	/** Reads, with what was given just before; `otherwise` where nothing can be read. */
	read: <Result>(from: (database: DatabaseSync) => Result, otherwise: Result) => Result;
	/** Reads only where all that was given is in the file: what others have written must not stand before what we did later. */
	readSettled: <Result>(from: (database: DatabaseSync) => Result, otherwise: Result) => Result;
	close: () => void;
	/** The same for a process that ends now: whoever opens the file next tidies it up. (sqlite.org: Write-Ahead Logging, 4) */
	leave: () => void;
};

type Options = {
	path: string;
	clock: Clock;
	onTrouble: (words: string) => void;
	limits: Limits;
	deck: string;
	scope: Scope;
	/** The process ends long before the first pruning would come: now and then it is done at its end. */
	isShort: boolean;
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
/** Another process may hold the file. So many times, and for so long, it is asked for, each time with SQLite's own wait. */
type Patience = {attempts: number; ms: number};
/** Whoever sends something waits for it no longer than half a second. */
const beforeSending: Patience = {attempts: 10, ms: 500};
const atTheEnd: Patience = {attempts: 25, ms: 1500};

/** The queue in front of the file: what is new is written a little later, in slices. */
export function openStorage({limits, isShort, ...options}: Options): Storage {
	const {clock, onTrouble, scope} = options;
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
		const attempt = holder.attempt(
			opened => (done = writeSome(opened, {queue, marks, service: scope.service}, clock, forMs)),
		);
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

	const insist = ({attempts, ms}: Patience): void => {
		const until = clock.monotonic() + ms;
		for (
			let left = attempts;
			left > 0 && !flush(Number.POSITIVE_INFINITY) && clock.monotonic() < until;
			left--
		);
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

	const write = (entries: readonly Memorable[]) => {
		if (entries.length === 0) return;
		for (const entry of entries) queue.push(entry);
		if (queue.length > mostWaiting) {
			queue = queue.slice(-mostWaiting);
			if (!isOverflowing) onTrouble('More happened than the journal could take in: some of it is not kept.');
			isOverflowing = true;
		}
		plan(gatherMs);
	};

	const read: Storage['read'] = (from, otherwise) => {
		flush(sliceMs);
		let result = otherwise;
		const attempt = () => holder.attempt(({database}) => (result = from(database)));
		if (attempt().result === 'anew') attempt();
		return result;
	};

	const leave = () => {
		insist(atTheEnd);
		if (queue.length > 0 && holder.isBusy())
			onTrouble('Another program has locked the journal: what was done last is not in it.');
		if (isShort) holder.attempt(({database}) => pruneInTurn(database, limits, clock.now()));
		callOffFlush?.();
		callOffPrune();
	};

	return {
		write,
		writeNow: entries => {
			write(entries);
			if (queue.length === 0) holder.attempt(() => {});
			insist(beforeSending);
		},
		mark: (serverId, at) => {
			marks.set(serverId, at);
			plan(gatherMs);
		},
		read,
		readSettled: (from, otherwise) =>
			flush(sliceMs) && queue.length === 0 ? read(from, otherwise) : otherwise,
		leave,
		close: () => {
			leave();
			holder.close();
		},
	};
}

/** Of so many processes that write one line each, one prunes. */
const pruneEveryLine = 500;

function pruneInTurn(database: DatabaseSync, limits: Limits, now: number): void {
	const newest = Number(database.prepare('SELECT max(id) AS id FROM entry').get()?.['id'] ?? 0);
	if (newest > 0 && newest % pruneEveryLine === 0) for (const _step of pruning(database, limits, now));
}

type Waiting = {queue: readonly Memorable[]; marks: ReadonlyMap<string, number>; service: string};

/** One transaction of about so long; returns how many entries it took. */
function writeSome(
	{database, write}: Opened,
	{queue, marks, service}: Waiting,
	clock: Clock,
	forMs: number,
): number {
	const until = clock.monotonic() + forMs;
	let done = 0;
	database.exec('BEGIN IMMEDIATE');
	try {
		const mark = database.prepare(
			'INSERT INTO read_mark VALUES (?, ?, ?) ON CONFLICT (service, server_id) DO UPDATE SET at = max(at, excluded.at)',
		);
		for (const [serverId, at] of marks) mark.run(service, serverId, at);
		for (const entry of queue) {
			write(entry);
			done++;
			if (done % 16 === 0 && clock.monotonic() >= until) break;
		}
		database.exec('COMMIT');
		return done;
	} catch (error) {
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}
