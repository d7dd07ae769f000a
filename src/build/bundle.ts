import {globSync, statSync} from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {buildProgram} from './program.ts';
import {root} from './root.ts';
import {programName, writeBundle} from './write-bundle.ts';

/**
Builds `dist/rcondeck.mjs`, beside it the program that it starts, and a text with the licenses that `rcondeck licenses` shows.
With `--if-needed` all are built only if one of the inputs is newer.
*/
const {values} = parseArgs({
	options: {
		'if-needed': {type: 'boolean', default: false},
		out: {type: 'string', default: path.join(root, 'dist/rcondeck.mjs')},
	},
});
const outfile = path.resolve(values.out);

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

if (!values['if-needed'] || isStale()) await writeBundle(outfile, await buildProgram());
