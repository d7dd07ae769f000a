import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import type {Plugin} from 'esbuild';
import {patchList, type Patch} from './patches.ts';
import {root} from './root.ts';

/**
undici works without HTTP/2 if Node has none, and it is never used here. Loading it takes 5 % of the CPU time of a
one-shot command.
*/
const leftOut = /^(node:)?http2$/;

/**
Loaded when something in them is first used, even a class or a constant: commander imports all of child_process for
executable subcommands, which are not used here, and a class that one module needs is in the chunk of all. ws loads TLS, which
takes 6 MB, even for connections without it. Strings are not objects: write `os.devNull`, not `import {devNull}`.
*/
const onUse = /^(node:)?(child_process|crypto|https|os|tls|tty|zlib)$/;

/**
Loads Node's built-in modules with a function call: the program is a script, which has neither `require` nor imports,
and imports of the launcher would be hoisted above its version check.
*/
export function builtins(): Plugin {
	const take = (name: string) => `globalThis.process.getBuiltinModule(${JSON.stringify(name)})`;
	return {
		name: 'builtins',
		setup({onResolve, onLoad}) {
			onResolve({filter: /./}, ({path: name, kind}) => {
				if (!process.getBuiltinModule(name)) return undefined;
				// A dynamic import keeps all exports of a module, and Ink has one of node:fs.
				const form = kind === 'import-statement' ? 'module' : 'common';
				return {path: name, namespace: `builtin-${form}`, sideEffects: false};
			});
			onLoad({filter: /./, namespace: 'builtin-common'}, ({path: name}) => ({
				contents: builtinScript(name, take(name)),
			}));
			onLoad({filter: /./, namespace: 'builtin-module'}, ({path: name}) => ({
				contents: builtinModule(name, take(name)),
			}));
		},
	};
}

/** Wraps a builtin as a CommonJS module. */
function builtinScript(name: string, take: string): string {
	if (leftOut.test(name)) return `throw new Error(${JSON.stringify(`${name} is not included`)});`;
	// Packages assert what is always true, and loading it takes 1 ms.
	if (/^(node:)?assert$/.test(name)) {
		return `const assert = (value, ...given) => { if (!value) ${take}(value, ...given); };
			assert.ok = assert;
			assert.equal = (one, other, ...given) => { if (one !== other) ${take}.equal(one, other, ...given); };
			module.exports = new Proxy(assert, {get: (_, key) => assert[key] ?? ${take}[key]});`;
	}
	return `module.exports = ${onUse.test(name) ? proxyOf(take) : take};`;
}

/**
Wraps a builtin as a module that loads when one of its functions is first called: some take longer than a first frame.
*/
function builtinModule(name: string, take: string): string {
	const builtin = process.getBuiltinModule(name) ?? {};
	// Getters of a builtin load more modules, and nothing here imports them by name.
	const isValue = (key: string) => 'value' in (Object.getOwnPropertyDescriptor(builtin, key) ?? {});
	const entries = Object.entries(builtin).filter(([key]) => key !== 'default' && isValue(key));
	const lines = entries.map(([key, value], index) => {
		const field = `own()[${JSON.stringify(key)}]`;
		if (isPlainFunction(key, value)) return `function v${index}(...given) { return ${field}(...given); }`;
		const made = onUse.test(name) && Object(value) === value ? lazyValue(field) : `(() => ${field})()`;
		return `const v${index} = /* @__PURE__ */ ${made};`;
	});
	const list = entries.map(([key], index) => `v${index} as ${JSON.stringify(key)}`).join(', ');
	return `const own = () => ${take};
		${lines.join('\n')}
		export default /* @__PURE__ */ ${onUse.test(name) ? proxyOf('own()') : 'own()'};
		export {${list}};`;
}

const proxyOf = (take: string) => `new Proxy({}, {get: (_, key) => ${take}[key]})`;

/** What `field` returns when it is first used: an object, a class, or a function with properties of its own. */
function lazyValue(field: string): string {
	const traps = {
		apply: `(_, self, given) => Reflect.apply(${field}, self, given)`,
		construct: `(_, given) => Reflect.construct(${field}, given)`,
		get: `(_, key) => ${field}[key]`,
		has: `(_, key) => key in ${field}`,
	};
	const handler = Object.entries(traps).map(([trap, does]) => `${trap}: ${does}`);
	return `new Proxy(function () {}, {${handler.join(', ')}})`;
}

/**
React as a separate module: esbuild wraps a CommonJS package again for each file that imports it, and fifty do.
*/
export function reactAsModule(): Plugin {
	const require = createRequire(import.meta.url);
	return {
		name: 'react-as-module',
		setup({onResolve, onLoad}) {
			onResolve({filter: /^react(\/jsx-runtime)?$/}, ({path: name, kind}) =>
				kind === 'import-statement' ? {path: name, namespace: 'react', sideEffects: false} : undefined,
			);
			onLoad({filter: /./, namespace: 'react'}, ({path: name}) => {
				// Only the names of its exports are needed here.
				const names = Object.keys(require(name) as object);
				const lines = names.map(key => `export const ${key} = /* @__PURE__ */ (() => own.${key})();`);
				return {
					contents: [`const own = require(${JSON.stringify(name)});`, ...lines, 'export default own;'].join(
						'\n',
					),
					resolveDir: import.meta.dirname,
				};
			});
		},
	};
}

/** Replaces `string-width` with `lib/fast-string-width.ts`, which loads the package when a text needs it. */
export function fastStringWidth(): Plugin {
	const file = (name: string) => path.join(root, 'src/lib', name);
	return {
		name: 'fast-string-width',
		setup({onResolve, onLoad}) {
			onResolve({filter: /^string-width$/}, ({path: name, importer}) =>
				importer === file('any-string-width.ts') ? undefined : {path: name, namespace: 'fast'},
			);
			onLoad({filter: /./, namespace: 'fast'}, () => ({
				contents: `export {fastStringWidth as default} from ${JSON.stringify(file('fast-string-width.ts'))};`,
				resolveDir: import.meta.dirname,
			}));
		},
	};
}

/** Replaces `yoga-layout` with `lib/box-layout.ts`, which has the part of it that the TUI uses. */
export function boxesForYoga(): Plugin {
	const file = JSON.stringify(path.join(root, 'src/lib/box-layout.ts'));
	return {
		name: 'boxes-for-yoga',
		setup({onResolve, onLoad}) {
			onResolve({filter: /^yoga-layout$/}, ({path: name}) => ({path: name, namespace: 'boxes'}));
			onLoad({filter: /./, namespace: 'boxes'}, () => ({
				contents: `export {boxLayout as default} from ${file};`,
				resolveDir: import.meta.dirname,
			}));
		},
	};
}

/**
Leaves out `restore-cursor`, for which cli-cursor has no option. At exit it shows the cursor on stderr, in a write that blocks
forever on a terminal that nobody reads: SIGTERM would not end the TUI, whose own writer shows the cursor.
*/
export function noCursorRestore(): Plugin {
	return {
		name: 'no-cursor-restore',
		setup({onResolve, onLoad}) {
			onResolve({filter: /^restore-cursor$/}, ({path: name}) => ({path: name, namespace: 'left-out'}));
			onLoad({filter: /./, namespace: 'left-out'}, () => ({contents: 'export default () => {};'}));
		},
	};
}

/**
Leaves out Ink's view of an error that no part of the screen contains: it reads the one line of the program as its source, just
before the screen is left and `printBug` names the report. Its parser of stacks takes 1 ms to load.
*/
export function noErrorOverview(): Plugin {
	return {
		name: 'no-error-overview',
		setup({onResolve, onLoad}) {
			onResolve({filter: /\/ErrorOverview\.js$/}, ({path: name}) => ({path: name, namespace: 'no-overview'}));
			onLoad({filter: /./, namespace: 'no-overview'}, () => ({contents: 'export default () => null;'}));
		},
	};
}

/**
Replaces `Intl.Segmenter` in the packages that use it. esbuild's `inject` would also affect CommonJS packages, and then
every module would call its initializer.
*/
export function fastSegmenter(): Plugin {
	const file = path.join(root, 'src/lib/fast-segmenter.ts');
	return {
		name: 'fast-segmenter',
		setup({initialOptions, onLoad}) {
			initialOptions.define = {...initialOptions.define, 'Intl.Segmenter': 'FastSegmenter'};
			onLoad({filter: /node_modules[\\/].*\.m?js$/}, ({path: name}) => {
				const text = readFileSync(name, 'utf8');
				if (!text.includes('Intl.Segmenter')) return undefined;
				return {contents: `import {FastSegmenter} from ${JSON.stringify(file)};\n${text}`};
			});
		},
	};
}

/**
Gives packages a `performance` that only tells the time: the whole module of Node takes 1 ms to load, and Ink and React's scheduler
read it at the start.
*/
export function fastPerformance(): Plugin {
	const own =
		'const performance = {now() { const [s, ns] = globalThis.process.hrtime(); return s * 1e3 + ns / 1e6; }};';
	return {
		name: 'fast-performance',
		setup({onLoad}) {
			onLoad(
				{filter: /(scheduler\.production|ink[\\/]build[\\/](ink|components[\\/]App))\.js$/},
				({path: name}) => ({
					contents: `${own}\n${readFileSync(name, 'utf8')}`,
				}),
			);
		},
	};
}

/** True for functions that are not classes and have no properties of their own, such as those of `promisify`. */
function isPlainFunction(key: string, value: unknown): boolean {
	if (typeof value !== 'function' || !/^[a-z]/.test(key)) return false;
	const usual = new Set<string | symbol>(['length', 'name', 'prototype']);
	return Reflect.ownKeys(value).every(field => usual.has(field));
}

export function patches(): Plugin {
	return {
		name: 'patches',
		setup({onLoad}) {
			for (const {file, changes} of patchList)
				onLoad({filter: file}, ({path: name}) => ({contents: patchText(name, changes)}));
		},
	};
}

function patchText(name: string, changes: Patch['changes']): string {
	return changes.reduce(
		(text, [from, to]) => {
			const changed = text.replace(from, () => to);
			if (changed === text) throw new Error(`${name} has changed: ${String(from)} does not match.`);
			return changed;
		},
		readFileSync(name, 'utf8'),
	);
}
