import {launchMessages} from '../messages/cli-launch.ts';
/**
The scripts of the program: what the TUI and the commonest commands share; the TUI up to its first list; those commands;
the feed; the games; the schemas; the licenses of the packages; the rest, which a TUI at rest does not load.
*/
export const parts = [
	'common',
	'screen',
	'commands',
	'feed',
	'games',
	'schemas',
	'licenses',
	'rest',
] as const;
export type Part = (typeof parts)[number];

type Chunk = (define: typeof defineExports, module: {exports: unknown}, require: Require) => void;
type Require = (name: string) => unknown;

/**
Runs the program. `load` returns the result of a part's script; it is called at most once per part. A chunk is named after
its part: `rest/7KCSIQ3P.js`.
*/
export function runParts(load: (part: Part) => unknown): void {
	const scripts = new Map<Part, Record<string, Chunk>>();
	const loaded = new Map<string, {exports: unknown}>();
	const exportsOf = (name: string): unknown => {
		const known = loaded.get(name);
		if (known) return known.exports;
		const module = {exports: {}};
		loaded.set(name, module);
		// The build writes only such names, and scripts of such chunks.
		const part = name.slice(0, name.indexOf('/')) as Part;
		const its = scripts.get(part) ?? (load(part) as Record<string, Chunk>);
		scripts.set(part, its);
		const chunk = its[name];
		if (!chunk) throw new Error(launchMessages.missingPart(name));
		chunk(defineExports, module, exportsOf);
		return module.exports;
	};
	exportsOf('common/main.js');
}

/** Defines each export as a getter, because chunks may have circular imports. */
function defineExports(exports: object, getters: Record<string, () => unknown>): void {
	// One descriptor for all: a start defines a thousand.
	const descriptor: {get: (() => unknown) | undefined; enumerable: true} = {get: undefined, enumerable: true};
	for (const name in getters) {
		descriptor.get = getters[name];
		// The type of TypeScript rejects an undefined getter, which JavaScript allows.
		Object.defineProperty(exports, name, descriptor as PropertyDescriptor);
	}
}
