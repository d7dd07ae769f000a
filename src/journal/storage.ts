import {statSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import type {AnswerMatch} from './match-answers.ts';
import type {Clock} from '../lib/time/clock.ts';
import type {Memorable} from '../actions/memorable.ts';
import {journalMessages} from '../messages/journal.ts';
import {createHolder, type Attempt, type Holder, type Opened} from './holder.ts';
import {storableEntry, storableTime} from './storable.ts';
import {isValueProblem} from './problems.ts';
import {isTooLarge, pruneSteps, type Limits} from './prune.ts';
import type {Scope} from './scope.ts';
import {inTransaction} from './transaction.ts';

export type Storage = {
	write: (entries: readonly Memorable[]) => void;
	/** Writes immediately if other processes release the file in time; otherwise shortly afterward. */
	writeNow: (entries: readonly Memorable[]) => void;
	mark: (serverId: string, at: number) => void;
	/** Writes queued entries, then reads; returns `otherwise` if nothing can be read. */
	read: <Result>(from: (database: DatabaseSync) => Result, otherwise: Result) => Result;
	/**
	Reads only if everything queued has been written, so that entries of other processes do not precede earlier ones of
	this process.
	*/
	readSettled: <Result>(
		from: (database: DatabaseSync, answers: AnswerMatch) => Result,
		otherwise: Result,
	) => Result;
	/** Assigns received answers to the commands of killed processes. */
	matchOrphans: () => void;
	close: () => void;
	/**
	Like `close`, but leaves the cleanup to the next process that opens the file. (sqlite.org: Write-Ahead Logging, 4)
	*/
	leave: () => void;
};

type Options = {
	path: string;
	clock: Clock;
	onProblem: (words: string) => void;
	limits: Limits;
	session: string;
	scope: Scope;
	/** The process ends long before its first pruning would start, so some of these processes prune at their end. */
	isShort: boolean;
};

/** How long new entries wait, to be written together. */
const gatherMs = 250;
/** The approximate duration of one write; input and frames are handled in between. */
const sliceMs = 8;
const betweenMs = 10;
const maxQueued = 100_000;
const firstPruneMs = 20_000;
const pruneEveryMs = 10 * 60_000;
/** A busy feed writes a few megabytes per minute, so the size is checked more often. */
const checkSizeEveryMs = 60_000;
const nextPruneMs = 50;
/** How many times and for how long to retry while another process holds the file, on top of SQLite's own wait. */
type Patience = {attempts: number; ms: number};
/** Sending a command waits for the journal at most half a second. */
const beforeSending: Patience = {attempts: 10, ms: 500};
const atTheEnd: Patience = {attempts: 25, ms: 1500};

/** Queues entries and writes them to the file shortly afterward, in slices. */
export function openStorage({limits, isShort, ...options}: Options): Storage {
	const {clock, onProblem, scope} = options;
	const holder = createHolder(options);
	const marks = new Map<string, number>();
	const queue = createQueue(onProblem);
	let cancelFlush: (() => void) | undefined;

	const plan = (delayMs: number) => {
		cancelFlush ??= clock.after(delayMs, () => {
			cancelFlush = undefined;
			flush(sliceMs);
			if (queue.size() > 0) plan(betweenMs);
		});
	};

	const onRefused = createOnce(() => onProblem(journalMessages.refused));
	const writeFor = (forMs: number) => {
		let done = 0;
		const waiting = {queue: queue.waiting(), marks, service: scope.service, onRefused};
		const attempt = holder.attempt(opened => (done = writeSome(opened, waiting, clock, forMs)));
		if (attempt.result === 'done') {
			marks.clear();
			queue.drop(done);
		}
		return attempt;
	};

	/** Writes for about this long, and schedules the rest; false if nothing could be written. */
	const flush = (forMs: number): boolean => {
		if (queue.size() === 0 && marks.size === 0) return true;
		const attempt = retryIfReopened(() => writeFor(forMs));
		if (attempt.result === 'never') queue.drop(Infinity);
		if (attempt.result === 'later') plan(attempt.delayMs);
		return attempt.result === 'done';
	};

	const flushFor = (patience: Patience) => retryFlush(() => flush(Number.POSITIVE_INFINITY), patience, clock);
	const stopPruning = startPruning(holder, limits, clock);

	const write = (entries: readonly Memorable[]) => {
		if (entries.length === 0) return;
		queue.add(entries);
		plan(gatherMs);
	};

	const read: Storage['readSettled'] = (from, otherwise) => {
		flush(sliceMs);
		return readFrom(holder, from, otherwise);
	};

	const leave = () => {
		flushFor(atTheEnd);
		queue.sayLeft(holder.isBusy());
		if (isShort) holder.attempt(({database}) => cleanUpInTurn(database, options, limits));
		cancelFlush?.();
		stopPruning();
	};

	return {
		write,
		writeNow: entries => {
			write(entries);
			if (queue.size() === 0) holder.attempt(() => {});
			flushFor(beforeSending);
		},
		mark: (serverId, at) => {
			marks.set(serverId, storableTime(at) ?? clock.now());
			plan(gatherMs);
		},
		read,
		matchOrphans: () => void holder.attempt(({answers}) => answers.matchOrphans()),
		readSettled: (from, otherwise) =>
			flush(sliceMs) && queue.size() === 0 ? read(from, otherwise) : otherwise,
		leave,
		close: () => {
			leave();
			holder.close();
		},
	};
}

/** Returns a function that does the task when it is first called. */
function createOnce(task: () => void): () => void {
	let isDone = false;
	return () => {
		if (!isDone) task();
		isDone = true;
	};
}

/** Queues entries, oldest first. A full queue drops the oldest. */
function createQueue(onProblem: Options['onProblem']) {
	let entries: Memorable[] = [];
	/** How many at its start have been dropped; removing them each time would copy thousands of others. */
	let dropped = 0;
	let isOverflowing = false;
	const size = () => entries.length - dropped;
	const removeDropped = () => {
		entries = entries.slice(dropped);
		dropped = 0;
	};
	return {
		size,
		waiting: (): Iterable<Memorable> => ({[Symbol.iterator]: () => itemsFrom(entries, dropped)}),
		add: (more: readonly Memorable[]) => {
			for (const entry of more) entries.push(entry);
			if (size() <= maxQueued) return;
			dropped = entries.length - maxQueued;
			removeDropped();
			if (!isOverflowing) onProblem(journalMessages.overflow);
			isOverflowing = true;
		},
		/** Reports at the end how many entries were not written. */
		sayLeft: (isBusy: boolean) => {
			if (size() > 0) onProblem(journalMessages.lost(size(), isBusy));
		},
		drop: (count: number) => {
			dropped = Math.min(entries.length, dropped + count);
			if (dropped >= entries.length / 2) removeDropped();
		},
	};
}

function* itemsFrom<Item>(items: readonly Item[], start: number): Generator<Item> {
	for (let at = start; at < items.length; at++) yield items[at] as Item;
}

/** Tries again if another database was opened. */
function retryIfReopened(attempt: () => Attempt): Attempt {
	const first = attempt();
	return first.result === 'reopened' ? attempt() : first;
}

function readFrom<Result>(
	holder: Holder,
	from: (database: DatabaseSync, answers: AnswerMatch) => Result,
	otherwise: Result,
): Result {
	let result = otherwise;
	retryIfReopened(() =>
		holder.attempt(({database, answers, prepareReads}) => {
			prepareReads();
			result = from(database, answers);
		}),
	);
	return result;
}

function retryFlush(flush: () => boolean, {attempts, ms}: Patience, clock: Clock): void {
	const until = clock.monotonic() + ms;
	for (let left = attempts; left > 0 && !flush() && clock.monotonic() < until; left--);
}

/** Prunes in steps. Returns a function that stops the pruning. */
function startPruning(holder: Holder, limits: Limits, clock: Clock): () => void {
	let current: {database: DatabaseSync; steps: Generator<void>} | undefined;
	let dueAt = 0;
	const pruneSome = () => {
		holder.attempt(({database}) => {
			if (!current && clock.monotonic() < dueAt && !isTooLarge(database, limits)) return;
			dueAt = clock.monotonic() + pruneEveryMs;
			const steps =
				current?.database === database ? current.steps : pruneSteps(database, limits, clock.now());
			current = undefined;
			if (!steps.next().done) current = {database, steps};
		});
		cancelTimer = clock.after(current ? nextPruneMs : checkSizeEveryMs, pruneSome);
	};
	let cancelTimer = clock.after(firstPruneMs, pruneSome);
	return () => cancelTimer();
}

/** One in this many one-shot processes prunes. */
const pruneEveryLine = 500;
/** One in about ten empties the write-ahead log: the first process to open the file reads all of it. */
const longLogBytes = 1_000_000;

function cleanUpInTurn(
	database: DatabaseSync,
	{path, clock}: Pick<Options, 'path' | 'clock'>,
	limits: Limits,
): void {
	const newest = Number(database.prepare('SELECT max(id) AS id FROM entry').get()?.['id'] ?? 0);
	if (newest > 0 && newest % pruneEveryLine === 0) {
		for (const _step of pruneSteps(database, limits, clock.now()));
	}
	const log = statSync(`${path}-wal`, {throwIfNoEntry: false});
	if (log && log.size > longLogBytes) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

type Waiting = {
	queue: Iterable<Memorable>;
	marks: ReadonlyMap<string, number>;
	service: string;
	/** Called for an entry that the file does not accept; those after it are written. */
	onRefused: () => void;
};

/** Writes in one transaction for about `forMs`; returns how many entries were written. */
function writeSome(
	{database, write}: Opened,
	{queue, marks, service, onRefused}: Waiting,
	clock: Clock,
	forMs: number,
): number {
	const until = clock.monotonic() + forMs;
	const now = clock.now();
	let done = 0;
	inTransaction(database, () => {
		const mark = database.prepare(
			'INSERT INTO read_mark VALUES (?, ?, ?) ON CONFLICT (service, server_id) DO UPDATE SET at = max(at, excluded.at)',
		);
		for (const [serverId, at] of marks) mark.run(service, serverId, at);
		for (const entry of queue) {
			try {
				write(storableEntry(entry, now));
			} catch (error) {
				if (!isValueProblem(error)) throw error;
				onRefused();
			}
			done++;
			if (done % 16 === 0 && clock.monotonic() >= until) break;
		}
	});
	return done;
}
