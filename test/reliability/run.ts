/**
Runs one of the long trials in `long/`, and prints its seed, its counts and each failure:
`npm run reliability NAME [MINUTES] [SEED]`. Exits with 1 if something failed.
*/
import {readdirSync} from 'node:fs';
import path from 'node:path';

export type Trial = {
	minutes: number;
	seed: number;
	print: (text: string) => void;
};
/** `failures` name what went wrong and when. All other fields are counts. */
export type Outcome = {tried: number; failures: string[]; [count: string]: unknown};

const folder = path.join(import.meta.dirname, 'long');
const [name = '', minutes = '10', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const print = (text: string) => void process.stdout.write(`${text}\n`);
const names = readdirSync(folder).map(file => path.basename(file, '.ts'));

if (names.includes(name)) {
	const {run} = (await import(path.join(folder, `${name}.ts`))) as {run: (trial: Trial) => Promise<Outcome>};
	print(`${name}: ${minutes} minutes, seed ${seed}`);
	const {failures, ...counts} = await run({minutes: Number(minutes), seed: Number(seed), print});
	for (const failure of failures) print(`failure: ${failure}`);
	for (const [what, count] of Object.entries(counts)) print(`${what.padEnd(20)} ${String(count)}`);
	print(`failed               ${failures.length}`);
	if (failures.length > 0) print(`Repeat it: npm run reliability ${name} ${minutes} ${seed}`);
	process.exit(failures.length > 0 ? 1 : 0);
}
print(`Usage: npm run reliability NAME [MINUTES] [SEED]. Names: ${names.join(', ')}`);
process.exit(2);
