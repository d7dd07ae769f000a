import type {ByName} from '../lib/json/maps.ts';
import {isDeepStrictEqual} from 'node:util';
import * as z from 'zod';
import {parse, stringify, type TomlTable, type TomlValue} from 'smol-toml';
import {suggest} from '../lib/text/suggest.ts';
import {UsageError} from '../lib/errors.ts';
import {configFileMessages} from '../messages/config.ts';
import {namesIn} from './check.ts';
import {isTable, tableIn} from './files.ts';
import {ConfigFile, FeedTable, ProfileTable} from './schema.ts';

/** An assignment in the text: its full key, and its lines, excluding `to`. */
type Assignment = {keys: readonly string[]; table: readonly string[]; from: number; to: number};

/**
Sets one value and keeps the rest of the text, including comments. Returns undefined if the value is written in a form
that cannot be edited safely, such as an inline table.
*/
export function withValue(text: string, keys: readonly string[], value: TomlValue): string | undefined {
	const lines = text.split('\n');
	const end = text.includes('\r\n') ? '\r' : '';
	const table = keys.slice(0, -1);
	const assignments = assignmentsIn(lines);
	const line = stringify({[keys.at(-1) ?? '']: value}).trim() + end;
	const own = assignments.find(one => one.keys.join('\n') === keys.join('\n'));
	const header = lines.findIndex(one => headerOf(one)?.join('\n') === table.join('\n'));
	const isTop = table.length === 0;
	if (own) {
		const old = lines.slice(own.from, own.to);
		const indent = /^\s*/.exec(old[0] ?? '')?.[0] ?? '';
		lines.splice(own.from, old.length, indent + line.trimEnd() + (commentOf(old) ?? end));
	} else if (isTop || header !== -1) {
		const before = assignments.findLast(one => one.table.join('\n') === table.join('\n'));
		lines.splice(before?.to ?? header + 1, 0, line);
	} else {
		while (lines.at(-1)?.trim() === '') lines.pop();
		const nested = stringify(table.reduceRight<TomlTable>((inner, key) => ({[key]: inner}), {}));
		const head = nested.trim().split('\n').at(-1) ?? '';
		lines.push(...(lines.length > 0 ? [end] : []), head + end, line, '');
	}
	const edited = lines.join('\n').replace(/(?<!\n)$/, '\n');
	return parsesTo(edited, withAdded(parse(text), keys, value)) ? edited : undefined;
}

/** Removes one value and keeps the rest; the same text if there is none. */
export function withoutValue(text: string, keys: readonly string[]): string | undefined {
	const wanted = withoutKeys(parse(text), keys);
	if (!wanted) return text;
	const lines = text.split('\n');
	const own = assignmentsIn(lines).find(one => one.keys.join('\n') === keys.join('\n'));
	if (!own) return undefined;
	lines.splice(own.from, own.to - own.from);
	const edited = lines.join('\n');
	return parsesTo(edited, wanted) ? edited : undefined;
}

/** Removes a table with the comments directly above it, and keeps the rest; the same text if there is none. */
export function withoutTable(text: string, keys: readonly string[]): string | undefined {
	const wanted = withoutKeys(parse(text), keys);
	if (!wanted) return text;
	const lines = text.split('\n');
	const from = lines.findIndex(line => headerOf(line)?.join('\n') === keys.join('\n'));
	if (from === -1) return undefined;
	const next = lines.findIndex((line, at) => at > from && headerOf(line) !== undefined);
	let to = next === -1 ? lines.length : next;
	// Comments directly above the next table belong to it.
	if (next !== -1) to = lines.findLastIndex((line, at) => at < next && !/^\s*#/.test(line)) + 1;
	let start = from;
	while (/^\s*#/.test(lines[start - 1] ?? '')) start--;
	lines.splice(start, to - start);
	const edited = lines.join('\n').replace(/\n{2,}$/, '\n');
	// A parent table that only contained this one disappears with it.
	const others = withoutKeys(parse(text), keys.slice(0, -1));
	return parsesTo(edited, wanted) || (others && parsesTo(edited, others)) ? edited : undefined;
}

/** Returns the table without the value at these keys; undefined if there is none. */
function withoutKeys(content: TomlTable, [key = '', ...rest]: readonly string[]): TomlTable | undefined {
	if (!Object.hasOwn(content, key)) return undefined;
	const {[key]: below, ...others} = content;
	if (rest.length === 0) return others;
	if (!isTable(below)) return undefined;
	const inner = withoutKeys(below, rest);
	return inner && {...content, [key]: inner};
}

/** Returns the table with a value added at these keys. */
function withAdded(content: TomlTable, keys: readonly string[], value: TomlValue): TomlTable {
	const [key = '', ...rest] = keys;
	const inner = rest.length === 0 ? value : withAdded(tableIn(content, key), rest, value);
	return {...content, [key]: inner};
}

/** The keys of a setting as named on the command line: `profiles.prod.feed.url`, `keys."app.quit"`, `keys.app.quit`. */
export function keysOfSetting(name: string): string[] {
	const [first = '', second = '', ...rest] = namesIn(name);
	const takesDots = first === 'keys' || first === 'aliases';
	if (takesDots && rest.length > 0) return [first, [second, ...rest].join('.')];
	return [first, second, ...rest].filter(key => key !== '');
}

/**
Converts a text to a value for config.toml, whose current text is `file`: as TOML if the schema accepts that, otherwise
as a string. Throws `UsageError` for invalid values and unknown settings.
*/
export function settingValue(file: string, keys: readonly string[], text: string): TomlValue {
	const content = parse(file);
	const problems: string[] = [];
	for (const value of [tomlValue(text), text]) {
		if (value === undefined) continue;
		const read = ConfigFile.safeParse(withAdded(content, keys, value));
		if (read.success) return value;
		for (const issue of read.error.issues) {
			if (issue.code === 'unrecognized_keys') throw new UsageError(unknownSetting(keys));
			problems.push(`${issue.path.join('.')}: ${issue.message}`);
		}
	}
	throw new UsageError(configFileMessages.wrongValue(problems.at(-1) ?? keys.join('.')));
}

function unknownSetting(keys: readonly string[]): string {
	const [first = ''] = keys;
	const inProfile = first === 'profiles' && keys.length > 2;
	const shape = !inProfile
		? ConfigFile.shape
		: keys[2] === 'feed' && keys.length > 3
			? FeedTable.shape
			: ProfileTable.shape;
	const place = !inProfile ? 0 : shape === FeedTable.shape ? 3 : 2;
	const near = suggest(keys[place] ?? '', Object.keys(shape)).map(name =>
		[...keys.slice(0, place), name].join('.'),
	);
	return configFileMessages.noSuchSetting(keys.join('.'), near, Object.keys(shape));
}

function tomlValue(text: string): TomlValue | undefined {
	if (/[\r\n]/.test(text)) return undefined;
	try {
		const {value, ...others} = parse(`value = ${text}`);
		return Object.keys(others).length === 0 ? value : undefined;
	} catch {
		return undefined;
	}
}

function parsesTo(text: string, wanted: TomlTable): boolean {
	try {
		// Normalizes prototypes, which depend on how the tables were created.
		return isDeepStrictEqual(parse(text), parse(stringify(wanted)));
	} catch {
		return false;
	}
}

function assignmentsIn(lines: readonly string[]): Assignment[] {
	const found: Assignment[] = [];
	let table: readonly string[] = [];
	for (let from = 0; from < lines.length; from++) {
		table = headerOf(lines[from] ?? '') ?? table;
		const key = /^\s*([^#=\s[][^=]*?)\s*=/.exec(lines[from] ?? '')?.[1];
		if (key === undefined) continue;
		const to = endOf(lines, from);
		found.push({keys: [...table, ...namesIn(key)], table, from, to});
		from = to - 1;
	}
	return found;
}

const headerOf = (line: string): string[] | undefined => {
	const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];
	return header === undefined ? undefined : namesIn(header);
};

/** The line after the value that starts in line `from`: a list or a string may take several lines. */
function endOf(lines: readonly string[], from: number): number {
	for (let to = from + 1; to <= lines.length; to++) {
		if (isWhole(lines.slice(from, to).join('\n'))) return to;
	}
	return from + 1;
}

function isWhole(text: string): boolean {
	try {
		parse(text);
		return true;
	} catch {
		return false;
	}
}

/** The comment after a value in its line, with the preceding spaces. */
function commentOf([line = '', ...more]: readonly string[]): string | undefined {
	if (more.length > 0) return undefined;
	for (let at = line.indexOf('#'); at !== -1; at = line.indexOf('#', at + 1)) {
		if (isWhole(line.slice(0, at))) return line.slice(line.slice(0, at).trimEnd().length);
	}
	return undefined;
}

/** A setting of `config set`. `choices` are its values if only certain words are valid. */
export type Setting = {key: string; choices: readonly string[]};

/** The names in tables without fixed keys, by table: `{profiles: ['prod']}`. */
export type TableNames = ByName<readonly string[]>;

/** Returns every setting of the schema, with the names of `profiles`, `keys` and `aliases` from `names`. */
export const settingNames = (names: TableNames): Setting[] => settingsIn(ConfigFile, '', names);

function settingsIn(schema: z.core.$ZodType, key: string, names: TableNames): Setting[] {
	const below = key === '' ? '' : `${key}.`;
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
		return settingsIn(schema.unwrap(), key, names);
	// The schema of a table as it is written, before it is converted.
	if (schema instanceof z.ZodPipe) return settingsIn(schema.in, key, names);
	if (schema instanceof z.ZodObject) {
		return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, inner]) =>
			settingsIn(inner, below + name, names),
		);
	}
	if (schema instanceof z.ZodRecord) {
		const {valueType} = schema;
		return (names[key] ?? []).flatMap(name => settingsIn(valueType, below + quotedName(name), names));
	}
	return [{key, choices: choicesIn(schema)}];
}

/** Quotes names with special characters as in TOML. Command ids, which have dots, need no quotes. */
const quotedName = (name: string): string => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name));

function choicesIn(schema: z.core.$ZodType): string[] {
	if (schema instanceof z.ZodBoolean) return ['true', 'false'];
	if (schema instanceof z.ZodEnum) return schema.options.map(String);
	if (schema instanceof z.ZodLiteral) return [...schema.values].map(String);
	if (schema instanceof z.ZodUnion) return schema.options.flatMap(choicesIn);
	return [];
}
