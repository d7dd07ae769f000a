import type * as z from 'zod';
import {hasCuts, isTooDeep, maxDepth} from '../lib/json/depth.ts';
import {printableLine} from '../lib/text/text.ts';
import {suggest} from '../lib/text/suggest.ts';
import {UsageError} from '../lib/errors.ts';
import type {Endpoint, Input} from './endpoint.ts';
import {reasonOf} from './reasons.ts';

/**
The request of an endpoint before base URL, headers and credentials are added. `path` includes the query; `body` is
undefined if there is none.
*/
export type PlainRequest = {method: Endpoint['method']; path: string; body: unknown};

/**
Thrown for an input that the endpoint does not allow. `reason` completes a sentence that starts with `it` or the field
name: `must not be blank`.
*/
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

/** Returns the exact request for an input, as the client sends it and as a review shows it. Throws `InputProblem`. */
export function requestOf<Row extends Endpoint>(row: Row, input: Input<Row>): PlainRequest {
	return requestOfFields(row, {...input}, row.path);
}

/** Returns the request for an input of unknown type. Throws `InputProblem`. */
export function requestOfFields(row: Endpoint, input: Record<string, unknown>, path: string): PlainRequest {
	const filled = fillPath(path, input);
	refuseUnknownFields(row, input);
	const query = checkShape(row.query ?? {}, input);
	return {method: row.method, path: filled + queryText(query), body: bodyOf(row, input)};
}

function fillPath(path: string, input: Record<string, unknown>): string {
	return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
		const value = input[name];
		if (typeof value !== 'string' || value === '') throw new InputProblem(name, 'is missing');
		// Servers resolve them as path segments even when they are encoded.
		if (value === '.' || value === '..') throw new InputProblem(name, `cannot be "${value}"`);
		return encodeURIComponent(value.toWellFormed());
	});
}

/** A misspelled field would be missing from the request: a restart for later would happen at once. */
function refuseUnknownFields(row: Endpoint, input: Record<string, unknown>): void {
	if (row.passes) return;
	const known = [
		...paramsOf(row.path),
		...Object.keys(row.query ?? {}),
		...Object.keys(row.body ?? {}),
		...(row.openBody ? ['content'] : []),
		...(row.upload === undefined ? [] : ['file', 'fileName', 'contentType']),
	];
	const unknown = Object.keys(input).find(name => input[name] !== undefined && !known.includes(name));
	if (unknown === undefined) return;
	const near = suggest(unknown, known);
	const named = (near.length > 0 ? near : known).join(', ');
	throw new InputProblem(unknown, `is not a field of this request${named === '' ? '' : `: use ${named}`}`);
}

function queryText(fields: Record<string, unknown>): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(fields)) query.append(name, String(value));
	return query.size > 0 ? `?${query}` : '';
}

function bodyOf(row: Endpoint, input: Record<string, unknown>): unknown {
	if (row.openBody) return checkShape({content: row.openBody}, input)['content'];
	if (!row.body || !row.passes) return row.body && checkShape(row.body, input);
	const elsewhere = new Set([...paramsOf(row.path), ...Object.keys(row.query ?? {})]);
	const entries = Object.entries(input).filter(([name]) => !elsewhere.has(name));
	const fields = new Map<string, unknown>();
	for (const [name, value] of entries) if (value !== undefined) fields.set(name, requireWhole(name, value));
	if (row.passes === 'unknownFields')
		for (const [name, value] of Object.entries(checkShape(row.body, input))) fields.set(name, value);
	return Object.fromEntries(fields);
}

/** Validates the fields that the endpoint's body names and ignores the others. Throws `InputProblem`. */
export function checkFields({body = {}}: Endpoint, fields: Record<string, unknown>): void {
	checkShape(
		Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name))),
		fields,
	);
}

const paramsOf = (path: string): string[] =>
	[...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

/** Returns the fields of one shape as they are sent, without undefined ones. */
function checkShape(
	shape: NonNullable<Endpoint['body']>,
	input: Record<string, unknown>,
): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	for (const [name, schema] of Object.entries(shape)) {
		const read = schema.safeParse(input[name]);
		if (!read.success) throw new InputProblem(name, reasonFor(read.error));
		if (read.data !== undefined) fields[name] = requireWhole(name, read.data);
	}
	return fields;
}

/** Returns the value unchanged. Throws if sending it would lose a part of it. */
function requireWhole<Value>(name: string, value: Value): Value {
	if (isTooDeep(value)) throw new InputProblem(name, `nests deeper than ${maxDepth} levels`);
	// The value was truncated when it was read. Sending it back would lose the rest.
	if (hasCuts(value)) throw new InputProblem(name, 'was not read whole: it nests too deeply');
	return value;
}

/**
Returns the reason after the field name. Messages of our own rules already fit there; messages of the schemas do not.
*/
function reasonFor(error: z.ZodError): string {
	const reason = printableLine(reasonOf(error));
	return /^(is|must|cannot) /.test(reason) ? reason : `is not right (${reason})`;
}
