import {parseJson} from '../../../lib/json.ts';

/** The text of an answer: what is at `path` in the JSON, or all of it. */
export function answerText(body: string, path: string | undefined): string {
	const document = path === undefined ? undefined : tryParse(body);
	const found = path?.split('.').reduce(fieldOf, document);
	if (found === undefined || found === null) return body.trim();
	if (typeof found === 'string') return found.trim();
	if (Array.isArray(found)) return found.map(textOf).join('\n').trim();
	return textOf(found);
}

/**
The status of a response. TShock writes it into the body too, where it counts: some versions send errors with HTTP status
200.
*/
export function statusOf(httpStatus: number, body: string): number {
	const status = fieldOf(tryParse(body), 'status');
	return httpStatus === 200 && typeof status === 'string' && /^[345]\d\d$/.test(status)
		? Number(status)
		: httpStatus;
}

function fieldOf(value: unknown, name: string): unknown {
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
	return Reflect.get(value, name);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function tryParse(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}
