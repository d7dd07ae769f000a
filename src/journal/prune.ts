import type {DatabaseSync} from 'node:sqlite';
import {hourlyBefore, keptSamplesMs} from '../actions/sample.ts';
import {largest} from '../lib/lists/long-lists.ts';
import {mergeSamples, pruneSamples} from './samples.ts';

/**
How much the journal keeps. The oldest entries are removed first; above the size limit, what others and the program sent before
anything of the user.
*/
export type Limits = {bytes: number; ageMs: number; sentPerGame: number};

export const defaultLimits: Limits = {
	bytes: 128 * 1024 * 1024,
	ageMs: 90 * 24 * 3_600_000,
	sentPerGame: 5000,
};

/** Rows removed per step, during which nothing else runs. */
const rowsPerStep = 500;
/** Once the file is too large, it is pruned to this share of its limit. */
const keptShare = 0.9;

/** Removes entries above the limits, a part in each step. */
export function* pruneSteps(database: DatabaseSync, limits: Limits, now: number): Generator<void> {
	const oldest = database.prepare(
		'DELETE FROM entry WHERE id IN (SELECT id FROM entry WHERE at < ? ORDER BY at LIMIT ?)',
	);
	const remove = (before: number, most: number) =>
		Number(oldest.run(before, Math.min(most, rowsPerStep)).changes);
	let removed = 0;
	let gone;
	do {
		gone = remove(now - limits.ageMs, rowsPerStep);
		removed += gone;
		yield;
	} while (gone === rowsPerStep);
	const share = excessShare(database, limits);
	yield* mergeSamples(database, hourlyBefore(now));
	yield* pruneSamples(database, {before: now - Math.min(limits.ageMs, keptSamplesMs), share});
	let left = Math.ceil(countEntries(database) * share);
	// Each step continues where the last one ended, because it skips entries that stay.
	const foreign = database.prepare(
		`DELETE FROM entry WHERE id IN (
			SELECT id FROM entry WHERE at >= ? AND kind = 'command' AND origin <> 'me' ORDER BY at LIMIT ?) RETURNING at`,
	);
	for (let from = 0, rows = rowsPerStep; left > 0 && rows === rowsPerStep; left -= rows) {
		const times = foreign.all(from, Math.min(left, rowsPerStep)).map(({at}) => Number(at));
		rows = times.length;
		removed += rows;
		from = Math.max(from, largest(times));
		yield;
	}
	for (; left > 0; left -= gone) {
		gone = remove(Number.MAX_SAFE_INTEGER, left);
		removed += gone;
		yield;
		if (gone === 0) break;
	}
	forgetSent(database, limits);
	database.prepare('DELETE FROM acknowledged WHERE at < ?').run(now - limits.ageMs);
	database.prepare('DELETE FROM team_own WHERE at < ?').run(now - limits.ageMs);
	database.prepare('DELETE FROM job WHERE at < ?').run(now - limits.ageMs);
	yield;
	if (removed === 0) return;
	// Words of removed entries stay in the index until its segments are merged.
	const merge = database.prepare("INSERT INTO entry_words (entry_words, rank) VALUES ('merge', ?)");
	const changes = () => Number(database.prepare('SELECT total_changes() AS n').get()?.['n'] ?? 0);
	for (let before = -2, pages = -rowsPerStep; changes() - before >= 2; pages = rowsPerStep) {
		before = changes();
		merge.run(pages);
		yield;
	}
	while (value(database, 'freelist_count') > 0) {
		database.exec('PRAGMA incremental_vacuum(200)');
		yield;
	}
}

export const isTooLarge = (database: DatabaseSync, {bytes}: Limits): boolean => usedBytes(database) > bytes;

/** The share that exceeds the size limit. */
function excessShare(database: DatabaseSync, {bytes}: Limits): number {
	const used = usedBytes(database);
	return used <= bytes ? 0 : 1 - (keptShare * bytes) / used;
}

/** Only pages in use count. */
const usedBytes = (database: DatabaseSync): number =>
	(value(database, 'page_count') - value(database, 'freelist_count')) * value(database, 'page_size');

const countEntries = (database: DatabaseSync): number =>
	Number(database.prepare('SELECT count(*) AS n FROM entry').get()?.['n'] ?? 0);

function forgetSent(database: DatabaseSync, {sentPerGame}: Limits): void {
	database
		.prepare(
			`DELETE FROM sent WHERE rowid IN (
				SELECT rowid FROM (SELECT rowid, row_number() OVER (PARTITION BY game ORDER BY at DESC) AS place FROM sent)
				WHERE place > ?)`,
		)
		.run(sentPerGame);
}

const value = (database: DatabaseSync, pragma: string): number =>
	Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0);
