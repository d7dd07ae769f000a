import type {ConfigFile} from './schema.ts';

/** Key overrides by command id; undefined if there are none. */
export function keysOf({keys}: ConfigFile): Readonly<Record<string, readonly string[]>> | undefined {
	const entries = Object.entries(keys ?? {});
	if (entries.length === 0) return undefined;
	return Object.fromEntries(entries.map(([id, given]) => [id, typeof given === 'string' ? [given] : given]));
}
