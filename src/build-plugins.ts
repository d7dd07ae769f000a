import {readFileSync} from 'node:fs';
import type {Plugin} from 'esbuild';
import {patchList, type Patch} from './build-patches.ts';

/**
Takes Node's own modules by a call: the program is a script, which has neither `require` nor imports, and imports of
the launcher would be hoisted above its check of the version.
*/
export function builtins(): Plugin {
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
			onLoad({filter: /./, namespace: 'builtin-module'}, ({path: name}) => ({
				contents: builtinModule(name, take(name)),
			}));
		},
	};
}

/** A builtin as a module. Its functions take it when they are first called, as some take longer than a first frame. */
function builtinModule(name: string, take: string): string {
	const builtin = process.getBuiltinModule(name) ?? {};
	// What a builtin gives by a getter is loaded by it, and nobody here asks for it by name.
	const isThere = (key: string) => 'value' in (Object.getOwnPropertyDescriptor(builtin, key) ?? {});
	const entries = Object.entries(builtin).filter(([key]) => key !== 'default' && isThere(key));
	const lines = entries.map(([key, value], index) => {
		const field = `own()[${JSON.stringify(key)}]`;
		return isPlainFunction(key, value)
			? `function v${index}(...given) { return ${field}(...given); }`
			: `const v${index} = /* @__PURE__ */ (() => ${field})();`;
	});
	const list = entries.map(([key], index) => `v${index} as ${JSON.stringify(key)}`).join(', ');
	return `const own = () => ${take};
		${lines.join('\n')}
		export default /* @__PURE__ */ own();
		export {${list}};`;
}

/** Neither a class nor with fields of its own that somebody may ask for, such as that of `promisify`. */
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
