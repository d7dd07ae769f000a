import type {ByName} from '../lib/json/maps.ts';

/** For some fields of a record, the names that other services give them, the likeliest first. */
export type OtherNames = ByName<readonly string[]>;

/** The names of the fields of a record, and a function that gives them to one. */
export type RecordNames = {names: readonly string[]; withUsualNames: (record: Fields) => Fields};

/** The same for `display_name`, `DisplayName`, `display-name` and `displayName`; `_id` is `id`. */
const plainName = (name: string): string => name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();

/** A service has few names; a hostile one does not fill the memory. */
const maxRemembered = 2000;
/** Longer names are not names of fields. */
const maxNameLength = 40;

/**
Returns a function that gives fields of a record their usual names: those that have one in another spelling, or another
one of `others`. A field with its usual name wins, unless it is null. `accepts`: whether a value can be read as that
field. Returns the record itself if all names are usual or unknown.
*/
export function createRenamer(
	names: readonly string[],
	others: OtherNames = {},
	accepts: (name: string, value: unknown) => boolean = () => true,
): (record: Fields) => Fields {
	const usual = new Set(names);
	/** The field that a name means, and how likely: 0 for another spelling. */
	const meanings = new Map<string, {field: string; rank: number}>();
	for (const field of names) meanings.set(plainName(field), {field, rank: 0});
	for (const [field, list] of Object.entries(others))
		for (const [index, other] of list.entries())
			if (!meanings.has(plainName(other))) meanings.set(plainName(other), {field, rank: index + 1});
	const remembered = new Map<string, {field: string; rank: number} | undefined>();
	const meaningOf = (name: string) => {
		if (remembered.has(name) || name.length > maxNameLength) return remembered.get(name);
		const meaning = meanings.get(plainName(name));
		if (remembered.size < maxRemembered) remembered.set(name, meaning);
		return meaning;
	};
	return record => {
		let found: Map<string, {name: string; rank: number}> | undefined;
		for (const name in record) {
			if (usual.has(name)) continue;
			const meaning = meaningOf(name);
			if (!meaning) continue;
			const {field, rank} = meaning;
			const isTaken = Object.hasOwn(record, field) && (record[field] ?? undefined) !== undefined;
			if (isTaken || !accepts(field, record[name])) continue;
			found ??= new Map();
			if ((found.get(field)?.rank ?? Infinity) > rank) found.set(field, {name, rank});
		}
		return found ? renamed(record, found) : record;
	};
}

function renamed(record: Fields, found: ReadonlyMap<string, {name: string}>): Fields {
	const fieldOf = new Map(Array.from(found, ([field, {name}]) => [name, field]));
	return Object.fromEntries(
		Object.entries(record)
			.filter(([name]) => !found.has(name))
			.map(([name, value]) => [fieldOf.get(name) ?? name, value]),
	);
}

/** Returns a value of a record by its name in any spelling; the usual one wins. */
export function valueNamed(record: Fields, name: string): unknown {
	if (Object.hasOwn(record, name)) return record[name];
	const plain = plainName(name);
	const other = Object.keys(record).find(key => key.length <= maxNameLength && plainName(key) === plain);
	return other === undefined ? undefined : record[other];
}

/**
Lenient readers of wire values, of which `record.ts` makes the fields of records: missing values, null and meaningless shapes
become undefined.
*/
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads text. Enumerations may arrive as objects: `{"name": "RUNNING"}`. */
export function textOf(value: unknown): string | undefined {
	switch (typeof value) {
		case 'string':
			return value;
		case 'number':
		case 'boolean':
			return String(value);
		default:
			return isFields(value) ? innerText(value) : undefined;
	}
}

function innerText(value: Fields): string | undefined {
	const inner = value['name'] ?? value['value'];
	return typeof inner === 'string' || typeof inner === 'number' ? String(inner) : undefined;
}

/** Ids become part of paths; services use at most a few dozen characters. */
const maxIdLength = 500;

/** Reads an id. A number outside the safe integer range may have lost digits and is not an id. */
export function idOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value === '' || value.length > maxIdLength ? undefined : value;
	return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

export function numberOf(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value !== 'string' || !/^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : undefined;
}

export function flagOf(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === 'true' || word === 1) return true;
	return word === 'false' || word === 0 ? false : undefined;
}

/** Returns the ids in a list of ids or records, the keys of an object, or a single id. */
export function idsOf(value: unknown): string[] {
	if (Array.isArray(value))
		return value.flatMap(item => idOf(item) ?? (isFields(item) ? idIn(item) : undefined) ?? []);
	if (isFields(value)) return Object.keys(value);
	return [idOf(value) ?? []].flat();
}

const idIn = (value: Fields) => idOf(value['id']) ?? idOf(value['serverId']) ?? idOf(value['gameServerId']);

/**
Reads a list of words, such as permissions: a list of texts or of records with a name, text separated by commas or
spaces, or an object of flags.
*/
export function wordsOf(value: unknown): string[] | undefined {
	if (typeof value === 'string') return value.split(/[\s,]+/).filter(word => word !== '');
	if (Array.isArray(value)) return value.flatMap(item => wordOf(item) ?? []);
	if (!isFields(value)) return undefined;
	return Object.entries(value).flatMap(([name, isSet]) => (flagOf(isSet) === false ? [] : [name]));
}

const wordOf = (item: unknown) => textOf(item) ?? (isFields(item) ? textOf(item['permission']) : undefined);
