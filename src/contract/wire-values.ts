/**
Lenient readers of wire values: missing values, null and meaningless shapes become undefined. They use no schemas,
because the first paint must not wait for zod to load.
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
