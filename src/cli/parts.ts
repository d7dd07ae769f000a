import {launchMessages} from '../messages/cli-launch.ts';
/**
The scripts of the program: what the TUI and the commonest commands share; the TUI up to its first list; those commands;
the feed; the games; the schemas; the licenses of the packages; PostgreSQL; RabbitMQ; the rest, which a TUI at rest does not
load.
*/
export const parts = [
	'common',
	'screen',
	'commands',
	'feed',
	'games',
	'schemas',
	'licenses',
	'postgres',
	'rabbitmq',
	'rest',
] as const;
export type Part = (typeof parts)[number];

type Chunk = (module: {exports: unknown}, require: Require) => void;
type Require = (name: string) => unknown;

/** Runs the program. `load` returns the result of a part's script. */
export const runParts = (load: (part: Part) => unknown): void => void openParts(load)('common/main.js');

/**
Returns a function that loads chunks, which are named after their part: `rest/7KCSIQ3P.js`. `load` is called at most once
per part.
*/
export function openParts(load: (part: Part) => unknown): Require {
	const scripts = new Map<Part, Record<string, Chunk>>();
	const loaded = new Map<string, {exports: unknown}>();
	const exportsOf = (name: string): unknown => {
		const known = loaded.get(name);
		if (known) return known.exports;
		const module: {exports: unknown} = {exports: undefined};
		loaded.set(name, module);
		// The build writes only such names, and scripts of such chunks.
		const part = name.slice(0, name.indexOf('/')) as Part;
		const its = scripts.get(part) ?? (load(part) as Record<string, Chunk>);
		scripts.set(part, its);
		const chunk = its[name];
		if (!chunk) throw new Error(launchMessages.missingPart(name));
		chunk(module, exportsOf);
		return (module.exports ??= {});
	};
	return exportsOf;
}
