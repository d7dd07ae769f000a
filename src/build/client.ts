import {execFileSync} from 'node:child_process';
import {cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {build} from 'esbuild';
import {root} from './root.ts';

/**
Builds `dist/client`, the target of `import … from 'rcondeck/client'`: one module that contains its packages, and its
declarations from TypeScript with those of zod, so that users install nothing else. An argument names another output
folder.
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
	minify: true,
	// Users read them in stack traces.
	keepNames: true,
	legalComments: 'none',
	logLevel: 'warning',
	// Packages in CommonJS require modules of Node.
	banner: {
		js: "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);",
	},
});
const tsc = (given: readonly string[]) =>
	execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), ...given], {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
const types = path.join(outdir, 'types');
const declarations = () => globSync('**/*.d.ts', {cwd: types}).map(name => path.join(types, name));
tsc(['--project', path.join(root, 'src/client/tsconfig.json'), '--outDir', types]);
for (const file of declarations()) {
	const up = '../'.repeat(path.relative(types, file).split(path.sep).length - 1);
	const text = readFileSync(file, 'utf8');
	writeFileSync(file, text.replaceAll(/(from |import\()(['"])(zod[\w/]*)\2/g, `$1$2${up}$3/index.js$2`));
}
cpSync(path.join(root, 'node_modules/zod'), path.join(types, 'zod'), {
	recursive: true,
	filter: file => statSync(file).isDirectory() || file.endsWith('.d.ts'),
});
const entry = path.join(types, 'client/index.d.ts');
const options = ['--ignoreConfig', '--module', 'nodenext', '--target', 'esnext', '--types', 'node'];
const used = new Set(
	tsc(['--listFilesOnly', ...options, entry])
		.trim()
		.split(/\r?\n/)
		.map(name => path.resolve(name)),
);
for (const file of declarations()) if (!used.has(file)) rmSync(file);
