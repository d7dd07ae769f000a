import {printableLine} from '../../lib/text/text.ts';

/** What `--format` prints for each record: its text with the fields in braces. */
export type RecordTemplate = {
	/** The first word of each field, as in `settings` of `{settings.name}`. */
	fields: readonly string[];
	format: (record: unknown) => string;
};

const placeholder = /\{([a-z]\w*(?:\.\w+)*)\}/gi;

/** Names that work with records of the service and with our own. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
	['name', ['displayName', 'serverName']],
	['id', ['serverId']],
]);

/** Reads a template. `known`: the fields that records may have. Everything but fields in braces is printed as it is. */
export function readTemplate(text: string, known: readonly string[]): RecordTemplate {
	const resolve = (path: string): readonly string[] => {
		const [first = '', ...rest] = path.split('.');
		const other = known.includes(first)
			? undefined
			: otherNames.get(first)?.find(name => known.includes(name));
		return [other ?? first, ...rest];
	};
	const line = text.replaceAll(String.raw`\t`, '\t').replaceAll(String.raw`\n`, '\n');
	return {
		fields: [...new Set([...text.matchAll(placeholder)].map(([, path = '']) => resolve(path)[0] ?? ''))],
		format: record =>
			line.replaceAll(placeholder, (_, path: string) => textOf(valueAt(record, resolve(path)))),
	};
}

function valueAt(record: unknown, [first, ...rest]: readonly string[]): unknown {
	if (first === undefined) return record;
	if (typeof record !== 'object' || record === null || !Object.hasOwn(record, first)) return undefined;
	return valueAt(Reflect.get(record, first), rest);
}

function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (Array.isArray(value)) return value.map(textOf).join(', ');
	return printableLine(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
