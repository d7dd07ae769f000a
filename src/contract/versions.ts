import {withSource} from './sources.ts';
import {isFields, textOf, type Fields} from './wire-values.ts';

const maxDepth = 3;

/** Reads a version in any shape: text, a number, `{major, minor, patch}`, or a record that holds one of these. */
export function readVersion(value: unknown, depth = maxDepth): string | undefined {
	if (!isFields(value)) return textOf(value);
	if (depth === 0) return undefined;
	const places = ['major', 'minor', 'patch'].flatMap(name => textOf(value[name]) ?? []);
	if (places.length > 0) return places.join('.');
	for (const name of ['version', 'build', 'app', 'name', 'value', 'number', 'data']) {
		const found = readVersion(value[name], depth - 1);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The specification only mentions version information: a record, or the bare version. */
export type VersionInfo = Fields & {version: string | undefined};

export function readVersionInfo(value: unknown): VersionInfo | undefined {
	if (value === undefined || value === null) return undefined;
	const version = readVersion(value);
	return isFields(value) ? withSource({...value, version}, value) : {version};
}
