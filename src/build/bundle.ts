import {createHash} from 'node:crypto';
import {chmodSync, globSync, mkdirSync, renameSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {bundledText} from './esbuild.ts';
import {root} from './root.ts';
import {programScripts} from './scripts.ts';
import {parts} from '../cli/parts.ts';

/**
Makes the one file `dist/rcondeck.mjs`, so that it can be copied to a jump host and run. With `--if-needed` it is
made only when something that goes into it is newer.

The file is a launcher with the program in a comment after it, of one line, as Node skips that twice as fast as one of
many. So an old Node reads nothing but the line that sends it away, and the launcher can give the program to V8 together
with the code that V8 made of it the last time: by itself Node compiles 2 MB again at each start, which is half of the
time to the first paint.
*/
const {values} = parseArgs({
	options: {
		'if-needed': {type: 'boolean', default: false},
		out: {type: 'string', default: path.join(root, 'dist/rcondeck.mjs')},
	},
});
const outfile = path.resolve(values.out);
const neededNode = 24;
const programBegin = '//@program';

/** True where the file is missing, or older than anything it is made of. A folder's time tells of removed files. */
function isStale(): boolean {
	const builtAt = statSync(outfile, {throwIfNoEntry: false})?.mtimeMs;
	if (builtAt === undefined) return true;
	const parts = ['src', 'src/**', 'assets/**/*.json', 'package.json', 'package-lock.json'];
	return globSync([...parts, 'node_modules/.package-lock.json'], {cwd: root}).some(
		part => statSync(path.join(root, part)).mtimeMs > builtAt,
	);
}

/** The first statement of the file. It must parse and run on every Node that knows modules. */
function nodeCheck(): string {
	const advice = `install Node ${neededNode} or newer (https://nodejs.org), or in a clone use npm start`;
	return [
		`if (!(parseInt(process.versions.node, 10) >= ${neededNode})) {`,
		`process.stderr.write('rcondeck: needs Node ${neededNode} or newer, but this is Node ' + process.versions.node + ': ${advice}.\\n');`,
		'process.exit(2);',
		'}',
	].join('\n');
}

if (!values['if-needed'] || isStale()) {
	const {scripts} = await programScripts();
	const texts = parts.map(part => scripts[part]);
	const launcher = await bundledText('src/cli/launch.ts', {
		format: 'esm',
		define: {
			PROGRAM_ID: JSON.stringify(createHash('sha256').update(texts.join('')).digest('hex').slice(0, 16)),
			PART_BYTES: JSON.stringify(Object.fromEntries(parts.map((part, at) => [part, texts[at]?.length]))),
		},
	});
	const program = programBegin + texts.join('');
	const lines = ['#!/usr/bin/env node', nodeCheck(), launcher, program];
	mkdirSync(path.dirname(outfile), {recursive: true});
	// Whoever starts the program meanwhile finds the old one or the new one, and never a part of it.
	const fresh = `${outfile}.${process.pid}`;
	writeFileSync(fresh, `${lines.join('\n')}\n`);
	chmodSync(fresh, 0o755);
	renameSync(fresh, outfile);
}
