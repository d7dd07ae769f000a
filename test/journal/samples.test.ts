import {mkdtempSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {
	hourlyBefore,
	keptSamplesMs,
	phaseBits,
	sampledMs,
	samplePeriodMs,
	type ServerSample,
} from '../../src/actions/sample.ts';
import type {MemorableSamples} from '../../src/actions/memorable.ts';
import {openJournal, type JournalOptions} from '../../src/journal/journal.ts';
import {readSamplesFile} from '../../src/journal/reader.ts';
import {everyScope} from '../../src/journal/scope.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt} from './entries.ts';

const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'journal.db');
const {online, offline, changing} = phaseBits;

function open(file: string, more: Partial<JournalOptions> = {}) {
	const clock = manualClock(startAt);
	const problems: string[] = [];
	const journal = openJournal({path: file, clock, onProblem: words => problems.push(words), ...more});
	onTestFinished(() => journal.close());
	return {journal, clock, problems};
}

const sample = (period: number, serverId: string, players?: number, phases = online): ServerSample => ({
	serverId,
	at: startAt + period * samplePeriodMs,
	phases,
	low: players,
	high: players,
});
const entry = (...samples: ServerSample[]): MemorableSamples => ({kind: 'samples', at: startAt, samples});
const all = [startAt - sampledMs, startAt + sampledMs] as const;

test('sessions that share the file merge their samples of a period', () => {
	const file = newFile();
	const [one, other] = [open(file).journal, open(file).journal];
	one.remember([entry(sample(0, 'a', 5), sample(0, 'b', undefined, changing), sample(1, 'a', 7))]);
	one.rememberNow([]);
	other.remember([entry(sample(0, 'a', 2, online | offline), sample(0, 'b', 0), sample(1, 'a'))]);
	const merged = [
		{...sample(0, 'a', 2), high: 5, phases: online | offline},
		{...sample(0, 'b', 0), phases: online | changing},
		sample(1, 'a', 7),
	];
	expect(other.samples(...all)).toEqual(merged);
	const [lower, higher] = [
		{cpuPercent: 80, memoryBytes: 2 ** 33},
		{cpuPercent: 120, memoryBytes: 2 ** 34},
	];
	one.remember([entry(sample(0, 'a', 3), {...sample(1, 'a'), ...higher})]);
	other.remember([entry({...sample(1, 'a'), ...lower})]);
	expect(one.samples(...all)).toEqual([...merged.slice(0, -1), {...sample(1, 'a', 7), ...higher}]);
});

test('reads the samples from a time up to another, and those of one server from the file', () => {
	const file = newFile();
	const {journal} = open(file);
	journal.remember([
		entry(...[-2, -1, 0, 1].flatMap(period => [sample(period, 'a', 1), sample(period, 'b')])),
	]);
	expect(journal.samples(startAt - samplePeriodMs, startAt + samplePeriodMs).map(({at}) => at)).toEqual(
		[-1, -1, 0, 0].map(period => startAt + period * samplePeriodMs),
	);
	expect(readSamplesFile(file, everyScope, {serverId: 'b', until: startAt, ms: sampledMs})).toEqual(
		[-2, -1, 0].map(period => {
			const {serverId: _, ...one} = sample(period, 'b');
			return one;
		}),
	);
	expect(readSamplesFile(file, everyScope, {serverId: 'c', until: startAt, ms: sampledMs})).toEqual([]);
});

test('equal ids on two services are two servers', () => {
	const file = newFile();
	const scope = (service: string) => ({scope: {profile: 'p', service}});
	const [here, there] = [open(file, scope('https://a')).journal, open(file, scope('https://b')).journal];
	here.remember([entry(sample(0, 'a', 1))]);
	here.rememberNow([]);
	there.remember([entry(sample(0, 'a', 9))]);
	there.rememberNow([]);
	expect(here.samples(...all)).toEqual([sample(0, 'a', 1)]);
	expect(there.samples(...all)).toEqual([sample(0, 'a', 9)]);
});

test('removes samples that are no longer shown, with their servers', async () => {
	const file = newFile();
	const {journal, clock} = open(file);
	const old = Array.from({length: 5000}, (_, n) => sample(-2100 - (n % 40), `old-${n}`, 1));
	journal.remember([entry(...old, sample(-10, 'a', 1))]);
	journal.rememberNow([]);
	await clock.advance(60_000);
	expect(journal.samples(0, startAt + sampledMs)).toEqual([sample(-10, 'a', 1)]);
	journal.close();
	const database = new DatabaseSync(file);
	expect(database.prepare('SELECT count(*) AS n FROM sampled').get()).toEqual({n: 1});
	database.close();
});

test('samples of hours before the last twelve are put together, and others stay as they are', async () => {
	const file = newFile();
	const {journal, clock} = open(file);
	const hour = 12 * samplePeriodMs;
	const edge = hourlyBefore(startAt);
	const at = (time: number, players?: number, phases = online) => ({
		...sample(0, 'a', players, phases),
		at: time,
	});
	const later = [at(edge, 4), at(edge + samplePeriodMs, 6)];
	const parts = [
		at(edge - hour, 7),
		at(edge - hour + samplePeriodMs, 3),
		at(edge - samplePeriodMs, undefined, offline),
	];
	const alone = at(edge - 100 * hour + samplePeriodMs, 5);
	const kept = () => journal.samplesOf({serverId: 'a', until: startAt, ms: keptSamplesMs});
	const plain = (samples: readonly ServerSample[]) =>
		samples.map(one => {
			const {serverId: _, ...rest} = one;
			return rest;
		});
	journal.remember([entry(...later, ...parts, alone)]);
	expect(kept()).toEqual(plain([alone, ...parts, ...later]));
	await clock.advance(60_000);
	const merged = {...at(edge - hour, undefined, online | offline), low: 3, high: 7};
	expect(kept()).toEqual(plain([{...alone, at: edge - 100 * hour}, merged, ...later]));
	expect(journal.samples(startAt - sampledMs, startAt)).toEqual(
		later.filter(one => one.at >= startAt - sampledMs),
	);
	journal.remember([entry(at(edge - hour + 2 * samplePeriodMs, 1))]);
	await clock.advance(11 * 60_000);
	expect(kept()[1]).toEqual(plain([{...merged, low: 1}])[0]);
});

test('samples count toward the size limit, and the oldest are removed first', async () => {
	const bytes = 400_000;
	const file = newFile();
	const {journal, clock} = open(file, {limits: {bytes}});
	for (let period = -140; period <= 0; period++) {
		journal.remember([entry(...Array.from({length: 300}, (_, n) => sample(period, `server-${n}`, n)))]);
	}
	journal.rememberNow([]);
	await clock.advance(11 * 60_000);
	const left = journal.samples(...all);
	expect(left.length).toBeGreaterThan(1000);
	expect(left.at(-1)).toEqual(sample(0, 'server-299', 299));
	expect(left[0]?.at).toBeGreaterThan(startAt - 120 * samplePeriodMs);
	journal.close();
	expect(statSync(file).size).toBeLessThan(3.5 * bytes);
});

test('a broken file is moved aside, and the session continues with its samples', () => {
	const file = newFile();
	writeFileSync(file, 'these are no tables\n'.repeat(1000));
	const {journal, problems} = open(file);
	journal.remember([entry(sample(0, 'a', 4))]);
	expect(journal.samples(...all)).toEqual([sample(0, 'a', 4)]);
	expect(problems).toHaveLength(1);
});

test('moves a file without the samples table aside at the first sample, and keeps later entries', () => {
	const file = newFile();
	const {journal} = open(file);
	journal.rememberNow([]);
	journal.close();
	const database = new DatabaseSync(file);
	database.exec('DROP TABLE sample');
	database.close();
	const again = open(file);
	again.journal.remember([entry(sample(0, 'a', 4))]);
	expect(() => again.journal.samples(...all)).not.toThrow();
	expect(again.problems).toHaveLength(1);
});
