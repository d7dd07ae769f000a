import {execFileSync} from 'node:child_process';
import {rmSync} from 'node:fs';
import path from 'node:path';
import {build} from 'esbuild';
import {root} from './root.ts';

/**
Builds `dist/client`, the target of `import … from 'rcondeck/client'`: one module, and its declarations from TypeScript.
Its dependencies stay external. An argument names another output folder.
*/
const outdir = path.resolve(root, process.argv[2] ?? 'dist/client');

rmSync(outdir, {recursive: true, force: true});
await build({
	absWorkingDir: root,
	entryPoints: ['src/client/index.ts'],
	outfile: path.join(outdir, 'index.js'),
	bundle: true,
	platform: 'node',
	format: 'esm',
	target: 'esnext',
	packages: 'external',
	logLevel: 'warning',
});
execFileSync(
	process.execPath,
	[
		path.join(root, 'node_modules/typescript/bin/tsc'),
		'--project',
		path.join(root, 'src/client/tsconfig.json'),
		'--outDir',
		path.join(outdir, 'types'),
	],
	{stdio: 'inherit'},
);
