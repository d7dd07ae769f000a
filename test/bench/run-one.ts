import path from 'node:path';
import {importBuilt} from '../helpers/import-built.ts';
import {benchmarks} from './benchmarks.ts';
import type {Run} from './row.ts';

/** Runs one benchmark in a process of its own and sends its rows to `run.ts`. */
const [name = '', seconds] = process.argv.slice(2);
const file = path.join(import.meta.dirname, `${name}.ts`);
// Every benchmark exports `run`.
const {run} = (await (benchmarks[name]?.isBuilt ? importBuilt(file) : import(file))) as {run: Run};
const rows = await run({seconds: seconds === undefined ? undefined : Number(seconds)});
process.send?.(rows, () => process.exit(0));
