import type * as z from 'zod';
import {hasCuts, isTooDeep, maxDepth} from '../lib/depth.ts';
import {printableLine} from '../lib/text.ts';
import {UsageError} from '../lib/usage-error.ts';
import type {Endpoint, Input} from './endpoint.ts';
import {reasonOf} from './reasons.ts';

/** A request as a row means it, before addresses, headers and credentials. `path` holds the query; `body` is undefined where there is none. */
export type PlainRequest = {method: Endpoint['method']; path: string; body: unknown};

/** An input that the row does not allow. `reason` goes on with `it` or the name of the field: `must not be blank`. */
export class InputProblem extends UsageError {
	override name = 'InputProblem';
	readonly field: string;
	readonly reason: string;

	constructor(field: string, reason: string) {
		super(`${field} ${reason}.`);
		this.field = field;
		this.reason = reason;
	}
}

/** The exact request that a row makes of an input: what the client sends and what a review shows. */
export function requestOf<Row extends Endpoint>(row: Row, input: Input<Row>, path = row.path): PlainRequest {
	return requestOfFields(row, {...input}, path);
}

/** The same for an input whose type is not known; throws `InputProblem`. */
export function requestOfFields(row: Endpoint, input: Record<string, unknown>, path: string): PlainRequest {
	return {method: row.method, path: fillPath(path, input) + queryOf(row, input), body: bodyOf(row, input)};
}

function fillPath(path: string, input: Record<string, unknown>): string {
	return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
		const value = input[name];
		if (typeof value !== 'string' || value === '') throw new InputProblem(name, 'is missing');
		// They would be taken for steps in the path even when they are encoded.
		if (value === '.' || value === '..') throw new InputProblem(name, `cannot be "${value}"`);
		return encodeURIComponent(value.toWellFormed());
	});
}

function queryOf(row: Endpoint, input: Record<string, unknown>): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(checkShape(row.query ?? {}, input)))
		query.append(name, String(value));
	return query.size > 0 ? `?${query}` : '';
}

function bodyOf(row: Endpoint, input: Record<string, unknown>): unknown {
	if (row.openBody) return checkShape({content: row.openBody}, input)['content'];
	if (!row.body || !row.passes) return row.body && checkShape(row.body, input);
	const elsewhere = new Set([...paramsOf(row.path), ...Object.keys(row.query ?? {})]);
	const given = Object.entries(input).filter(([name]) => !elsewhere.has(name));
	const fields = new Map<string, unknown>();
	for (const [name, value] of given) if (value !== undefined) fields.set(name, whole(name, value));
	if (row.passes === 'unknownFields')
		for (const [name, value] of Object.entries(checkShape(row.body, input))) fields.set(name, value);
	return Object.fromEntries(fields);
}

/** Throws `InputProblem` for a given field that is not as the row's body has it; a field that it does not name may be anything. */
export function checkFields({body = {}}: Endpoint, given: Record<string, unknown>): void {
	checkShape(Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(given, name))), given);
}

const paramsOf = (path: string): string[] =>
	[...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

/** The fields of one shape, as they are sent; what is undefined is left out. */
function checkShape(
	shape: NonNullable<Endpoint['body']>,
	input: Record<string, unknown>,
): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	for (const [name, schema] of Object.entries(shape)) {
		const read = schema.safeParse(input[name]);
		if (!read.success) throw new InputProblem(name, reasonFor(read.error));
		if (read.data !== undefined) fields[name] = whole(name, read.data);
	}
	return fields;
}

/** The value itself; throws where something of it would be lost. */
function whole<Value>(name: string, value: Value): Value {
	if (isTooDeep(value)) throw new InputProblem(name, `nests deeper than ${maxDepth} levels`);
	// It was cut as it was read: sent back, the rest would be lost.
	if (hasCuts(value)) throw new InputProblem(name, 'was not read whole: it nests too deeply');
	return value;
}

/** Rules of our own are written to go on with the name of the field; those of the schemas are not. */
function reasonFor(error: z.ZodError): string {
	const reason = printableLine(reasonOf(error));
	return /^(is|must|cannot) /.test(reason) ? reason : `is not right (${reason})`;
}
