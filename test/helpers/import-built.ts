import {mkdirSync, rmSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');

/** Imports a file that Node cannot load directly, such as one that imports the TUI, built like the program. */
export async function importBuilt(file: string): Promise<unknown> {
	const folder = path.join(root, 'node_modules/.cache/rcondeck-bench');
	const outfile = path.join(folder, `${path.parse(file).name}-${process.pid}.mjs`);
	mkdirSync(folder, {recursive: true});
	// Colors as in a user's terminal: chalk reads this when it is loaded.
	process.env['FORCE_COLOR'] = '2';
	await build({
		absWorkingDir: root,
		entryPoints: [file],
		outfile,
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'esnext',
		logLevel: 'error',
		external: ['esbuild', '@lydell/node-pty', '@xterm/*'],
		define: {
			'process.env.NODE_ENV': '"production"',
			'process.env.DEV': '"false"',
		},
		banner: {
			js: "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);",
		},
	});
	try {
		return await import(pathToFileURL(outfile).href);
	} finally {
		rmSync(outfile, {force: true});
	}
}
