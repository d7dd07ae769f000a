import {launchMessages} from '../messages/cli-launch.ts';
/**
The scripts that the program is made of, in the order in which they are needed: what the TUI needs until its first
paint; the schemas, which a configuration is checked by before that; the rest.
*/
export const parts = ['first', 'schemas', 'rest'] as const;
export type Part = (typeof parts)[number];

type Chunk = (exports: unknown, module: {exports: unknown}, require: Require) => void;
type Require = (name: string) => unknown;

/** Runs the program. `load` gives what the script of a part gives; it is called once for each part, in their order, as far as they are needed. */
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
		chunk(name.slice(2))(module.exports, module, require);
		return module.exports;
	};
	require('./main.js');
}
