import {chmodSync, globSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {build, type Plugin} from 'esbuild';

/**
Makes the one file `dist/rcondeck.mjs`, so that it can be copied to a jump host and run. With `--if-needed` it is
made only when something that goes into it is newer.
*/
const root = path.resolve(import.meta.dirname, '..');
const outfile = path.join(root, 'dist/rcondeck.mjs');
const pack = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {version: string};
const neededNode = 24;

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

/**
Takes Node's own modules by a call instead of an import: imports are hoisted above the check of the version, and one
name that an old Node lacks ends it before the first statement.
*/
function builtins(): Plugin {
	const take = (name: string) => `globalThis.process.getBuiltinModule(${JSON.stringify(name)})`;
	return {
		name: 'builtins',
		setup({onResolve, onLoad}) {
			onResolve({filter: /./}, ({path: name, kind}) => {
				if (!process.getBuiltinModule(name)) return undefined;
				const form = kind === 'require-call' ? 'common' : 'module';
				return {path: name, namespace: `builtin-${form}`, sideEffects: false};
			});
			onLoad({filter: /./, namespace: 'builtin-common'}, ({path: name}) => ({
				contents: `module.exports = ${take(name)};`,
			}));
			onLoad({filter: /./, namespace: 'builtin-module'}, ({path: name}) => {
				const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter(key => key !== 'default');
				const lines = names.map(
					(key, index) => `const v${index} = /* @__PURE__ */ pick(${JSON.stringify(key)});`,
				);
				const list = names.map((key, index) => `v${index} as ${JSON.stringify(key)}`).join(', ');
				return {
					contents: `const own = /* @__PURE__ */ ${take(name)};
						const pick = key => own[key];
						${lines.join('\n')}
						export default own;
						export {${list}};`,
				};
			});
		},
	};
}

type Patch = {file: RegExp; changes: [from: string | RegExp, to: string][]};

/**
Changes to packages that only make the start faster. yoga's WebAssembly is made at once from its bytes: by itself it
is fetched, which loads a whole HTTP client, and waited for. string-width's emoji patterns wait for a text that needs
them. Ink's development tools go.
*/
const patchList: Patch[] = [
	{
		file: /yoga-layout\/dist\/src\/index\.js$/,
		changes: [
			[
				'wrapAssembly(await loadYoga())',
				'wrapAssembly((() => { const lib = {}; loadYoga(lib); return lib; })())',
			],
		],
	},
	{
		file: /yoga-layout\/dist\/binaries\/yoga-wasm-base64-esm\.js$/,
		changes: [
			[
				/if\(h\.instantiateWasm\)try\{return h\.instantiateWasm\(d,\s*a\)\}/,
				"if(1)try{const made=new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(H.slice(H.indexOf(',')+1),'base64')),d);a(made);return made.exports}",
			],
		],
	},
	{
		file: /string-width\/index\.js$/,
		changes: [
			[
				/^const segmenter = /m,
				`import {isSimple} from ${JSON.stringify(path.join(root, 'src/lib/simple-text.ts'))};
				let slow;
				export default (text, options) => {
					if (typeof text !== 'string') return 0;
					const shown = options?.countAnsiEscapeCodes || !/[\\x1b\\x9b]/.test(text) ? text : stripAnsi(text);
					return isSimple(shown) ? shown.length : (slow ??= makeSlow())(text, options);
				};
				function makeSlow() { const segmenter = `,
			],
			['export default function stringWidth', 'return stringWidth; function stringWidth'],
			[/$/, '}'],
		],
	},
	{
		file: /ink\/build\/reconciler\.js$/,
		changes: [
			["import.meta.resolve('react-devtools-core')", 'undefined'],
			["await import('./devtools.js')", 'undefined'],
		],
	},
];

function patches(): Plugin {
	return {
		name: 'patches',
		setup({onLoad}) {
			for (const {file, changes} of patchList)
				onLoad({filter: file}, ({path: name}) => ({contents: patched(name, changes)}));
		},
	};
}

function patched(name: string, changes: Patch['changes']): string {
	return changes.reduce(
		(text, [from, to]) => {
			const changed = text.replace(from, () => to);
			if (changed === text) throw new Error(`${name} is not as it was: there is no ${String(from)} in it.`);
			return changed;
		},
		readFileSync(name, 'utf8'),
	);
}

if (!process.argv.includes('--if-needed') || isStale()) {
	await build({
		absWorkingDir: root,
		entryPoints: ['src/cli/main.ts'],
		outfile,
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'esnext',
		// Older engines must at least be able to parse the file, up to the line that sends them away.
		supported: {'regexp-set-notation': false, using: false},
		minify: true,
		legalComments: 'none',
		logLevel: 'warning',
		define: {
			'process.env.NODE_ENV': '"production"',
			'process.env.DEV': '"false"',
			RCONDECK_VERSION: JSON.stringify(pack.version),
			'Intl.Segmenter': 'FastSegmenter',
		},
		inject: ['src/lib/fast-segmenter.ts'],
		banner: {js: `#!/usr/bin/env node\n${nodeCheck()}`},
		plugins: [builtins(), patches()],
	});
	chmodSync(outfile, 0o755);
}
