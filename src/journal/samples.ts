import type {DatabaseSync} from 'node:sqlite';
import type {MemorableSamples} from '../actions/memorable.ts';
import {periodOf, sampledMs, samplePeriodMs, type Sample, type ServerSample} from '../actions/sample.ts';
import {prepareLater} from './statement.ts';

const amounts = ['phases', 'low', 'high', 'cpu_percent', 'memory_bytes'].join(', ');

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
		ON CONFLICT (at, sampled_id) DO UPDATE SET
			phases = phases | excluded.phases,
			low = coalesce(min(low, excluded.low), low, excluded.low),
			high = coalesce(max(high, excluded.high), high, excluded.high),
			cpu_percent = coalesce(max(cpu_percent, excluded.cpu_percent), cpu_percent, excluded.cpu_percent),
			memory_bytes = coalesce(max(memory_bytes, excluded.memory_bytes), memory_bytes, excluded.memory_bytes)`);
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

/** Reads the samples of one server up to a time, oldest first. */
export function readSamplesOf(
	database: DatabaseSync,
	service: string,
	{serverId, until}: {serverId: string; until: number},
): Sample[] {
	// Each by its key: a range of times would also read the samples of all other servers.
	const newest = periodOf(until);
	const times = Array.from(
		{length: sampledMs / samplePeriodMs},
		(_, back) => (newest - back) * samplePeriodMs,
	);
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
