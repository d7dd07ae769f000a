import {createHash} from 'node:crypto';
import {chmodSync, globSync, mkdirSync, renameSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {bundledText} from './esbuild.ts';
import {root} from './root.ts';
import {programScripts} from './scripts.ts';
import {licensesText} from '../cli/licenses-text.ts';
import {parts} from '../cli/parts.ts';

/**
Builds `dist/rcondeck.mjs`, beside it the program that it starts, and a text with the licenses that `rcondeck licenses` shows.
With `--if-needed` all are built only if one of the inputs is newer.

`rcondeck.mjs` is only a launcher, which can give V8 the program together with cached bytecode: otherwise Node compiles 2 MB
at each start, which is half of the time to the first paint.
*/
const {values} = parseArgs({
	options: {
		'if-needed': {type: 'boolean', default: false},
		out: {type: 'string', default: path.join(root, 'dist/rcondeck.mjs')},
	},
});
const outfile = path.resolve(values.out);
const neededNode = 24;
const programName = 'rcondeck-program.js';

/** True if the file is missing or older than one of its inputs. The mtime of a folder shows removed files. */
function isStale(): boolean {
	const files = [outfile, path.join(path.dirname(outfile), programName)];
	const [builtAt, programAt] = files.map(file => statSync(file, {throwIfNoEntry: false})?.mtimeMs);
	if (builtAt === undefined || programAt === undefined) return true;
	const parts = ['src', 'src/**', 'assets/**/*.json', 'package.json', 'package-lock.json'];
	return globSync([...parts, 'node_modules/.package-lock.json'], {cwd: root}).some(
		part => statSync(path.join(root, part)).mtimeMs > builtAt,
	);
}

/** The first statement of the file. It must parse and run on every Node that supports modules. */
function nodeCheck(): string {
	const advice = `install Node ${neededNode} or newer (https://nodejs.org), or in a clone use npm start`;
	return [
		`if (!(parseInt(process.versions.node, 10) >= ${neededNode})) {`,
		`process.stderr.write('rcondeck: needs Node ${neededNode} or newer, but this is Node ' + process.versions.node + ': ${advice}.\\n');`,
		'process.exit(2);',
		'}',
	].join('\n');
}

/** Writes a file whole: a program started meanwhile sees the old file or the new one, never a partial one. */
function replaceFile(file: string, text: string, mode: number): void {
	const fresh = `${file}.${process.pid}`;
	writeFileSync(fresh, text);
	chmodSync(fresh, mode);
	renameSync(fresh, file);
}

if (!values['if-needed'] || isStale()) {
	const {scripts, licenses} = await programScripts();
	const id = createHash('sha256')
		.update(parts.map(part => scripts[part]).join(''))
		.digest('hex')
		.slice(0, 16);
	const firstLine = `// ${id}\n`;
	let program = firstLine;
	const places: Record<string, {at: number; length: number}> = {};
	for (const part of parts) {
		places[part] = {at: program.length, length: scripts[part].length};
		program += `${scripts[part]};\n`;
	}
	const launcher = await bundledText('src/cli/launch.ts', {
		format: 'esm',
		define: {
			PROGRAM: JSON.stringify({file: programName, id, firstLine, size: program.length}),
			PARTS: JSON.stringify(places),
		},
	});
	const folder = path.dirname(outfile);
	mkdirSync(folder, {recursive: true});
	// The launcher only starts the program that it was built with.
	replaceFile(path.join(folder, programName), program, 0o644);
	replaceFile(outfile, `${['#!/usr/bin/env node', nodeCheck(), launcher].join('\n')}\n`, 0o755);
	writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), licensesText(licenses));
}
