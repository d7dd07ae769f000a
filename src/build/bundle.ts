import {createHash} from 'node:crypto';
import {chmodSync, globSync, mkdirSync, renameSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {constants, zstdCompressSync} from 'node:zlib';
import {bundledText} from './esbuild.ts';
import {root} from './root.ts';
import {programScripts} from './scripts.ts';
import {licensesText} from '../cli/licenses-text.ts';
import {parts} from '../cli/parts.ts';

/**
Builds the single file `dist/rcondeck.mjs`, which can be copied to a jump host and run, and beside it a text with the licenses
that `rcondeck licenses` shows. With `--if-needed` both are built only if one of the inputs is newer.

The file is a launcher, followed by the compressed program in a one-line comment, which Node skips twice as fast as a
multi-line one. So an old Node parses only the line that rejects it, and the launcher can give V8 the program together
with cached bytecode: otherwise Node compiles 2 MB at each start, which is half of the
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

/** True if the file is missing or older than one of its inputs. The mtime of a folder shows removed files. */
function isStale(): boolean {
	const builtAt = statSync(outfile, {throwIfNoEntry: false})?.mtimeMs;
	if (builtAt === undefined) return true;
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

/** A higher level gains nothing. Node reads all of it at each start. */
function pack(text: string): string {
	const params = {[constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 22};
	return zstdCompressSync(text, {params}).toString('base64');
}

if (!values['if-needed'] || isStale()) {
	const {scripts, licenses} = await programScripts();
	const texts = parts.map(part => scripts[part]);
	const packed = texts.map(pack);
	const launcher = await bundledText('src/cli/launch.ts', {
		format: 'esm',
		define: {
			PROGRAM_ID: JSON.stringify(createHash('sha256').update(texts.join('')).digest('hex').slice(0, 16)),
			PARTS: JSON.stringify(
				Object.fromEntries(
					parts.map((part, at) => [part, {length: texts[at]?.length, packed: packed[at]?.length}]),
				),
			),
		},
	});
	const program = programBegin + packed.join('');
	const lines = ['#!/usr/bin/env node', nodeCheck(), launcher, program];
	mkdirSync(path.dirname(outfile), {recursive: true});
	// A program started meanwhile sees the old file or the new one, never a partial one.
	const fresh = `${outfile}.${process.pid}`;
	writeFileSync(fresh, `${lines.join('\n')}\n`);
	chmodSync(fresh, 0o755);
	renameSync(fresh, outfile);
	writeFileSync(path.join(path.dirname(outfile), 'THIRD-PARTY-NOTICES.txt'), licensesText(licenses));
}
