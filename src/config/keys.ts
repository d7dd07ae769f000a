import type {ConfigFile} from './schema.ts';

/** By the id of a command, the keys that it has instead of its own; undefined where none is changed. */
export function keysOf({keys}: ConfigFile): Readonly<Record<string, readonly string[]>> | undefined {
	const entries = Object.entries(keys ?? {});
	if (entries.length === 0) return undefined;
	return Object.fromEntries(entries.map(([id, given]) => [id, typeof given === 'string' ? [given] : given]));
}
