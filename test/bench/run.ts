import {execFileSync, fork} from 'node:child_process';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {benchmarks} from './benchmarks.ts';
import {tableOf, type Row} from './row.ts';

/**
Runs all benchmarks, or those that are named, one after the other, and prints one table: `npm run bench [NAME...]`.
`npm run bench -- idle --seconds 600` measures longer. Fails if a benchmark fails; a missed target is a result.
*/
const {values, positionals} = parseArgs({allowPositionals: true, options: {seconds: {type: 'string'}}});
const unknown = positionals.find(name => !Object.hasOwn(benchmarks, name));
if (unknown !== undefined || Number.isNaN(Number(values.seconds ?? 0))) {
	const names = Object.entries(benchmarks).map(([name, {about}]) => `  ${name.padEnd(18)}${about}\n`);
	const problem = unknown === undefined ? 'Invalid number of seconds' : `Unknown benchmark: ${unknown}`;
	process.stderr.write(`${problem}\n\nBenchmarks:\n${names.join('')}`);
	process.exit(2);
}

const root = path.resolve(import.meta.dirname, '../..');
const node = (...args: string[]) => execFileSync(process.execPath, args, {cwd: root, stdio: 'inherit'});

/** Its rows; undefined if it failed, after it wrote why to standard error. */
async function rowsOf(name: string): Promise<readonly Row[] | undefined> {
	const child = fork(
		path.join(import.meta.dirname, 'run-one.ts'),
		[name, ...(values.seconds === undefined ? [] : [values.seconds])],
		// Escape sequences of terminals in its process would end up in the table.
		{execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'inherit', 'ipc']},
	);
	let rows: readonly Row[] | undefined;
	child.on('message', message => (rows = message as readonly Row[])); // Sent by run-one.ts.
	await new Promise(resolve => child.on('close', resolve));
	return rows;
}

const wanted = Object.entries(benchmarks).filter(
	([name]) => positionals.length === 0 || positionals.includes(name),
);
if (wanted.some(([, {needs}]) => needs !== undefined)) node('src/build/bundle.ts', '--if-needed');
if (wanted.some(([, {needs}]) => needs === 'executable')) node('src/build/executable.ts');
const table: (Row & {command: string})[] = [];
for (const [name] of wanted) {
	const startedAt = performance.now();
	const rows = await rowsOf(name);
	if (rows === undefined) process.exitCode = 1;
	process.stderr.write(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
	const command = `npm run bench ${name}`;
	table.push(...(rows ?? [{what: name, figure: 'failed'}]).map(row => ({...row, command})));
}
console.log(`\n${tableOf(table)}`);
