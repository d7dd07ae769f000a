import {createHash} from 'node:crypto';
import {chmodSync, mkdirSync, renameSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {bundle, type BuiltProgram} from './program.ts';
import {licensesText} from '../cli/commands/licenses.ts';

const neededNode = 24;
export const programName = 'rcondeck-program.js';

/** The first statement of the launcher. It must parse and run on every Node that supports modules. */
function nodeCheck(): string {
	const advice = `install Node ${neededNode} or newer (https://nodejs.org), or in a clone use npm start`;
	return [
		`if (!(parseInt(process.versions.node, 10) >= ${neededNode})) {`,
		`process.stderr.write('rcondeck: needs Node ${neededNode} or newer, but this is Node ' + process.versions.node + ': ${advice}.\\n');`,
		'process.exit(2);',
		'}',
	].join('\n');
}

/**
Writes the launcher, the program beside it and the text of the licenses. The launcher starts only the program that it was built
with. It has no imports, which Node would load before it runs the check.
*/
export async function writeBundle(outfile: string, {text, licenses}: BuiltProgram): Promise<void> {
	const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
	const firstLine = `// ${id}\n`;
	const program = `${firstLine}${text}\n`;
	const start = [
		'#!/usr/bin/env node',
		nodeCheck(),
		'const LAUNCHER = import.meta.filename;',
		"const require = process.getBuiltinModule('node:module').createRequire(LAUNCHER);",
	];
	const {text: launcher} = await bundle('src/cli/launch.ts', {
		target: 'node14',
		define: {
			PROGRAM: JSON.stringify({file: programName, id, firstLine, size: Buffer.byteLength(program)}),
		},
	});
	const folder = path.dirname(outfile);
	mkdirSync(folder, {recursive: true});
	replaceFile(path.join(folder, programName), program, 0o644);
	replaceFile(outfile, `${[...start, launcher].join('\n')}\n`, 0o755);
	writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), licensesText(licenses));
}

/** Writes a file whole: a program started meanwhile sees the old file or the new one, never a partial one. */
function replaceFile(file: string, text: string, mode: number): void {
	const fresh = `${file}.${process.pid}`;
	writeFileSync(fresh, text);
	chmodSync(fresh, mode);
	renameSync(fresh, file);
}
