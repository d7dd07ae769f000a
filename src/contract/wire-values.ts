/**
How values of the wire are read, whatever comes: missing, null and shapes that mean nothing are undefined. Without schemas,
which a first paint does not wait for.
*/
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Enumerations may come as objects: `{"name": "RUNNING"}`. */
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

/** A number whose digits may have been lost on the way names nothing. */
export function idOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value === '' ? undefined : value;
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

/** Ids of a list of ids or of records, the names of an object, or one id alone. */
export function idsOf(value: unknown): string[] {
	if (Array.isArray(value))
		return value.flatMap(item => idOf(item) ?? (isFields(item) ? idIn(item) : undefined) ?? []);
	if (isFields(value)) return Object.keys(value);
	return [idOf(value) ?? []].flat();
}

const idIn = (value: Fields) => idOf(value['id']) ?? idOf(value['serverId']) ?? idOf(value['gameServerId']);

/** A list of words, such as permissions: of texts or of records with a name, a text with commas, or an object of flags. */
export function wordsOf(value: unknown): string[] | undefined {
	if (typeof value === 'string') return value.split(/[\s,]+/).filter(word => word !== '');
	if (Array.isArray(value)) return value.flatMap(item => wordOf(item) ?? []);
	if (!isFields(value)) return undefined;
	return Object.entries(value).flatMap(([name, isSet]) => (flagOf(isSet) === false ? [] : [name]));
}

const wordOf = (item: unknown) => textOf(item) ?? (isFields(item) ? textOf(item['permission']) : undefined);
