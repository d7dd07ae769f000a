import type {DatabaseSync} from 'node:sqlite';
import type {Clock} from '../lib/clock.ts';
import type {Memorable} from '../actions/memorable.ts';
import {journalMessages} from '../messages/journal.ts';
import {createHolder, type Attempt, type Holder, type Opened} from './holder.ts';
import {pruneSteps, type Limits} from './prune.ts';
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
	onProblem: (words: string) => void;
	limits: Limits;
	session: string;
	scope: Scope;
	/** The process ends long before the first pruning would come: now and then it is done at its end. */
	isShort: boolean;
};

/** How long what is new waits for company. */
const gatherMs = 250;
/** Writing goes on for about so long; keys and frames come in between. */
const sliceMs = 8;
const betweenMs = 10;
const maxQueued = 100_000;
const firstPruneMs = 20_000;
const pruneEveryMs = 10 * 60_000;
const nextPruneMs = 50;
/** Another process may hold the file. This many times, and for so long, it is asked for, each time with SQLite's own wait. */
type Patience = {attempts: number; ms: number};
/** Whoever sends something waits for it no longer than half a second. */
const beforeSending: Patience = {attempts: 10, ms: 500};
const atTheEnd: Patience = {attempts: 25, ms: 1500};

/** The queue in front of the file: what is new is written a little later, in slices. */
export function openStorage({limits, isShort, ...options}: Options): Storage {
	const {clock, onProblem, scope} = options;
	const holder = createHolder(options);
	const marks = new Map<string, number>();
	const queue = createQueue(onProblem);
	let callOffFlush: (() => void) | undefined;

	const plan = (delayMs: number) => {
		callOffFlush ??= clock.after(delayMs, () => {
			callOffFlush = undefined;
			flush(sliceMs);
			if (queue.waiting().length > 0) plan(betweenMs);
		});
	};

	const writeFor = (forMs: number) => {
		let done = 0;
		const given = {queue: queue.waiting(), marks, service: scope.service};
		const attempt = holder.attempt(opened => (done = writeSome(opened, given, clock, forMs)));
		if (attempt.result === 'done') {
			marks.clear();
			queue.drop(done);
		}
		return attempt;
	};

	/** Writes for about so long, the rest later; false where nothing could be written. */
	const flush = (forMs: number): boolean => {
		if (queue.waiting().length === 0 && marks.size === 0) return true;
		const attempt = tryAnew(() => writeFor(forMs));
		if (attempt.result === 'never') queue.drop(Infinity);
		if (attempt.result === 'later') plan(attempt.delayMs);
		return attempt.result === 'done';
	};

	const flushFor = (patience: Patience) => insist(() => flush(Number.POSITIVE_INFINITY), patience, clock);
	const stopPruning = pruneByAndBy(holder, limits, clock);

	const write = (entries: readonly Memorable[]) => {
		if (entries.length === 0) return;
		queue.add(entries);
		plan(gatherMs);
	};

	const read: Storage['read'] = (from, otherwise) => {
		flush(sliceMs);
		return readFrom(holder, from, otherwise);
	};

	const leave = () => {
		flushFor(atTheEnd);
		if (queue.waiting().length > 0 && holder.isBusy()) onProblem(journalMessages.lastLost);
		if (isShort) holder.attempt(({database}) => pruneInTurn(database, limits, clock.now()));
		callOffFlush?.();
		stopPruning();
	};

	return {
		write,
		writeNow: entries => {
			write(entries);
			if (queue.waiting().length === 0) holder.attempt(() => {});
			flushFor(beforeSending);
		},
		mark: (serverId, at) => {
			marks.set(serverId, at);
			plan(gatherMs);
		},
		read,
		readSettled: (from, otherwise) =>
			flush(sliceMs) && queue.waiting().length === 0 ? read(from, otherwise) : otherwise,
		leave,
		close: () => {
			leave();
			holder.close();
		},
	};
}

/** What waits to be written, oldest first; where it is too much, the oldest go. */
function createQueue(onProblem: Options['onProblem']) {
	let entries: Memorable[] = [];
	let isOverflowing = false;
	return {
		waiting: (): readonly Memorable[] => entries,
		add: (more: readonly Memorable[]) => {
			for (const entry of more) entries.push(entry);
			if (entries.length <= maxQueued) return;
			entries = entries.slice(-maxQueued);
			if (!isOverflowing) onProblem(journalMessages.overflow);
			isOverflowing = true;
		},
		drop: (count: number) => {
			entries = count >= entries.length ? [] : entries.slice(count);
		},
	};
}

/** Where something else was opened, the same is tried there. */
function tryAnew(attempt: () => Attempt): Attempt {
	const first = attempt();
	return first.result === 'anew' ? attempt() : first;
}

function readFrom<Result>(
	holder: Holder,
	from: (database: DatabaseSync) => Result,
	otherwise: Result,
): Result {
	let result = otherwise;
	tryAnew(() => holder.attempt(({database}) => (result = from(database))));
	return result;
}

function insist(flush: () => boolean, {attempts, ms}: Patience, clock: Clock): void {
	const until = clock.monotonic() + ms;
	for (let left = attempts; left > 0 && !flush() && clock.monotonic() < until; left--);
}

/** Prunes in steps, one at a time; returns what ends that. */
function pruneByAndBy(holder: Holder, limits: Limits, clock: Clock): () => void {
	let current: {database: DatabaseSync; steps: Generator<void>} | undefined;
	const pruneSome = () => {
		holder.attempt(({database}) => {
			const steps =
				current?.database === database ? current.steps : pruneSteps(database, limits, clock.now());
			current = undefined;
			if (!steps.next().done) current = {database, steps};
		});
		callOff = clock.after(current ? nextPruneMs : pruneEveryMs, pruneSome);
	};
	let callOff = clock.after(firstPruneMs, pruneSome);
	return () => callOff();
}

/** Of this many processes that write one line each, one prunes. */
const pruneEveryLine = 500;

function pruneInTurn(database: DatabaseSync, limits: Limits, now: number): void {
	const newest = Number(database.prepare('SELECT max(id) AS id FROM entry').get()?.['id'] ?? 0);
	if (newest > 0 && newest % pruneEveryLine === 0) for (const _step of pruneSteps(database, limits, now));
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
