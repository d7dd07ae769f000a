import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {benchmarks} from './benchmarks.ts';
import {rowOf, tableOf} from './row.ts';

const here = import.meta.dirname;

test('every benchmark has a file of its name', () => {
	expect(Object.keys(benchmarks).filter(name => !existsSync(path.join(here, `${name}.ts`)))).toEqual([]);
});

test('an unknown name fails and lists the names', () => {
	const {status, stderr} = spawnSync(process.execPath, [path.join(here, 'run.ts'), 'fast'], {
		encoding: 'utf8',
	});
	expect(status).toBe(2);
	expect(stderr).toContain('Unknown benchmark: fast');
	for (const name of Object.keys(benchmarks)) expect(stderr).toContain(`  ${name}`);
});

test('a figure passes up to its target, and fails if it could not be measured', () => {
	const result = (value: number) => rowOf('Start', value, {unit: '×', most: 2.5}).isMet;
	expect([2.4, 2.504, 2.51, Number.NaN].map(result)).toEqual([true, true, false, false]);
});

test('a row has the figure, the target, the result and the command that repeats it', () => {
	const rows = [
		{
			...rowOf('Idle', 1234.5, {unit: 'kB', most: 15, detail: 'measured for 60 s'}),
			command: 'npm run bench idle',
		},
		{...rowOf('Idle', 1056.4, {unit: 'ms'}), command: 'npm run bench idle'},
	];
	expect(tableOf(rows).split('\n')).toEqual([
		'| What | Figure                       | Target  | Result | Command              |',
		'| ---- | ---------------------------- | ------- | ------ | -------------------- |',
		'| Idle | 1,235 kB (measured for 60 s) | ≤ 15 kB | miss   | `npm run bench idle` |',
		'| Idle | 1,056 ms                     |         |        | `npm run bench idle` |',
	]);
});
