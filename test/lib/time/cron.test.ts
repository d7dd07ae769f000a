import {expect, test} from 'vitest';
import {loadCron} from '../../../src/lib/time/cron.ts';

const at = Date.UTC(2026, 10, 21, 3, 0, 30);
const iso = (moments: number[]) => moments.map(moment => new Date(moment).toISOString());

test('describes a pattern of five fields, with its next times', async () => {
	const read = (await loadCron())('*/2 * * * *', undefined);
	if ('problem' in read) throw new Error(read.problem);
	expect(read.words).toBe('Every 2 minutes');
	expect(iso(read.after(at, 2))).toEqual(['2026-11-21T03:02:00.000Z', '2026-11-21T03:04:00.000Z']);
});

test('with six fields, seconds come first and Sunday is 1, as in Quartz', async () => {
	const read = (await loadCron())('0 0 5 ? * 1', undefined);
	if ('problem' in read) throw new Error(read.problem);
	expect(read.words).toContain('Sunday');
	expect(iso(read.after(at, 1))).toEqual(['2026-11-22T05:00:00.000Z']);
});

test('the times are in the given time zone', async () => {
	const read = (await loadCron())('0 5 * * *', 'Europe/Berlin');
	if ('problem' in read) throw new Error(read.problem);
	expect(iso(read.after(at, 1))).toEqual(['2026-11-21T04:00:00.000Z']);
});

test('reports why a pattern or time zone is invalid', async () => {
	const read = await loadCron();
	expect(read('at dawn', undefined)).toHaveProperty('problem');
	expect(read('0 5 * * *', 'Mars/Olympus')).toHaveProperty('problem');
});
