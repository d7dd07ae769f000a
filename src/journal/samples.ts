import type {DatabaseSync} from 'node:sqlite';
import type {MemorableSamples} from '../actions/memorable.ts';
import {periodOf, samplePeriodMs, chartSpans, type Sample, type ServerSample} from '../actions/sample.ts';
import {prepareLater} from './statement.ts';

const amounts = ['phases', 'low', 'high', 'cpu_percent', 'memory_bytes'].join(', ');

/** Of a sample that is there already: what either has seen. */
const merging = `ON CONFLICT (at, sampled_id) DO UPDATE SET
	phases = phases | excluded.phases,
	low = coalesce(min(low, excluded.low), low, excluded.low),
	high = coalesce(max(high, excluded.high), high, excluded.high),
	cpu_percent = coalesce(max(cpu_percent, excluded.cpu_percent), cpu_percent, excluded.cpu_percent),
	memory_bytes = coalesce(max(memory_bytes, excluded.memory_bytes), memory_bytes, excluded.memory_bytes)`;

/** Returns a function that writes samples, each merged with what sessions saw of the server in the same period. */
export function createSamplesWrite(
	database: DatabaseSync,
	service: string,
): (entry: MemorableSamples) => void {
	const prepare = prepareLater(database);
	const putServer = prepare(`
		INSERT INTO sampled (service, server_id, at) VALUES (?, ?, ?)
		ON CONFLICT (service, server_id) DO UPDATE SET at = max(at, excluded.at)`);
	const put = prepare(`
		INSERT INTO sample (at, sampled_id, phases, low, high, cpu_percent, memory_bytes)
		SELECT :at, id, :phases, :low, :high, :cpuPercent, :memoryBytes FROM sampled WHERE service = :service AND server_id = :serverId
		${merging}`);
	return ({samples}) => {
		for (const {serverId, at, phases, ...seen} of samples) {
			const {low = null, high = null, cpuPercent = null, memoryBytes = null} = seen;
			putServer().run(service, serverId, at);
			put().run({service, serverId, at, phases, low, high, cpuPercent, memoryBytes});
		}
	};
}

/** Reads the samples of all servers of a service from a time up to, but not including, another, oldest first. */
export const readSamples = (
	database: DatabaseSync,
	service: string,
	from: number,
	to: number,
): ServerSample[] =>
	database
		.prepare(
			`SELECT server_id, sample.at AS at, ${amounts} FROM sample JOIN sampled ON id = sampled_id
			WHERE sample.at >= ? AND sample.at < ? AND service = ? ORDER BY sample.at`,
		)
		.all(from, to, service)
		.map(row => ({serverId: String(row['server_id']), ...sampleIn(row)}));

/** A stretch of time up to a moment. */
export type SamplesOf = {serverId: string; until: number; ms: number};

/** Reads the samples of one server up to a time, oldest first; those of hours that were put together are at their start. */
export function readSamplesOf(
	database: DatabaseSync,
	service: string,
	{serverId, until, ms}: SamplesOf,
): Sample[] {
	// Each by its key: a range of times would also read the samples of all other servers.
	const newest = periodOf(until);
	const times = Array.from({length: ms / samplePeriodMs}, (_, back) => (newest - back) * samplePeriodMs);
	return database
		.prepare(
			`SELECT at, ${amounts} FROM sample WHERE at IN (SELECT value FROM json_each(:times))
				AND sampled_id = (SELECT id FROM sampled WHERE service = :service AND server_id = :serverId)
			ORDER BY at`,
		)
		.all({times: JSON.stringify(times), service, serverId})
		.map(sampleIn);
}

function sampleIn(row: Record<string, unknown>): Sample {
	const count = (name: string) => (row[name] === null ? undefined : Number(row[name]));
	return {
		at: Number(row['at']),
		phases: Number(row['phases']),
		low: count('low'),
		high: count('high'),
		cpuPercent: count('cpu_percent'),
		memoryBytes: count('memory_bytes'),
	};
}

/** Rows removed per step; they are small. */
const rowsPerStep = 2000;

/** Puts the samples of each hour before a time together into one at its start, one period in each step. */
export function* mergeSamples(database: DatabaseSync, before: number): Generator<void> {
	const {periodMs} = chartSpans['7d'];
	const next = database.prepare('SELECT min(at) AS at FROM sample WHERE at > ? AND at < ?');
	const merge = database.prepare(
		`INSERT INTO sample (at, sampled_id, ${amounts})
		SELECT at - at % ${periodMs}, sampled_id, ${amounts} FROM sample WHERE at = ? ${merging}`,
	);
	const remove = database.prepare('DELETE FROM sample WHERE at = ?');
	for (let at = -1; ;) {
		const found = next.get(at, before)?.['at'];
		if (typeof found !== 'number') return;
		at = found;
		if (at % periodMs === 0) continue;
		merge.run(at);
		remove.run(at);
		yield;
	}
}

/** Removes the samples that are no longer shown, and `share` of the others, oldest first, a part in each step. */
export function* pruneSamples(
	database: DatabaseSync,
	{before, share}: {before: number; share: number},
): Generator<void> {
	const remove = database.prepare(
		`DELETE FROM sample WHERE (at, sampled_id) IN
			(SELECT at, sampled_id FROM sample WHERE at < ? ORDER BY at, sampled_id LIMIT ?)`,
	);
	let gone;
	do {
		gone = Number(remove.run(before, rowsPerStep).changes);
		yield;
	} while (gone === rowsPerStep);
	database.prepare('DELETE FROM sampled WHERE at < ?').run(before);
	const count = Number(database.prepare('SELECT count(*) AS n FROM sample').get()?.['n'] ?? 0);
	for (let left = Math.ceil(count * share); left > 0; left -= rowsPerStep) {
		remove.run(Number.MAX_SAFE_INTEGER, Math.min(left, rowsPerStep));
		yield;
	}
}
