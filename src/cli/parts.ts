import {launchMessages} from '../messages/cli-launch.ts';
/**
The scripts of the program, in load order: the TUI up to its first paint; the schemas, which validate a
configuration before that; the rest.
*/
export const parts = ['first', 'schemas', 'rest'] as const;
export type Part = (typeof parts)[number];

type Chunk = (define: typeof defineExports, module: {exports: unknown}, require: Require) => void;
type Require = (name: string) => unknown;

/**
Runs the program. `load` returns the result of a part's script; it is called once per part, in order, as needed.
*/
export function runParts(load: (part: Part) => unknown): void {
	const chunks: Record<string, Chunk> = {};
	const loaded = new Map<string, {exports: unknown}>();
	const waiting = [...parts];
	const chunk = (name: string): Chunk => {
		for (;;) {
			const found = chunks[name];
			if (found) return found;
			const next = waiting.shift();
			if (next === undefined) throw new Error(launchMessages.missingPart(name));
			Object.assign(chunks, load(next));
		}
	};
	const require = (name: string): unknown => {
		const known = loaded.get(name);
		if (known) return known.exports;
		const module = {exports: {}};
		loaded.set(name, module);
		chunk(name.slice(2))(defineExports, module, require);
		return module.exports;
	};
	require('./main.js');
}

/** Defines each export as a getter, because chunks may have circular imports. */
function defineExports(exports: object, getters: Record<string, () => unknown>): void {
	for (const [name, get] of Object.entries(getters))
		Object.defineProperty(exports, name, {get, enumerable: true});
}
