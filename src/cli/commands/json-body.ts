import {readFile} from 'node:fs/promises';
import {text} from 'node:stream/consumers';
import {readJson as readJsonText} from '../../lib/json/json.ts';
import {printableLine} from '../../lib/text/text.ts';
import {jsonProblemText, readProblem} from '../../messages/text.ts';
import {UsageError} from '../../lib/errors.ts';
import type {Io} from '../output/io.ts';
import {jsonBodyMessages} from '../../messages/cli.ts';

export type BodyOptions = {file?: string; data?: string};

/** Parses the JSON value of `-f` or `-d`; undefined without either. */
export async function readJson({stdin}: Io, {file, data}: BodyOptions): Promise<unknown> {
	if (file !== undefined && data !== undefined) throw new UsageError(jsonBodyMessages.fileAndData);
	const source = file === undefined ? '-d' : jsonBodyMessages.fromFile(printableLine(file));
	const content = file === undefined ? data : file === '-' ? await text(stdin) : await readText(file);
	if (content === undefined) return undefined;
	const read = readJsonText(content);
	if ('problem' in read)
		throw new UsageError(jsonBodyMessages.notJson(source, jsonProblemText(read.problem)));
	return read.value;
}

/** Parses the JSON value, which must be present and an object. */
export async function readBody(io: Io, options: BodyOptions): Promise<Record<string, unknown>> {
	const value = await readJson(io, options);
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return {...value};
	throw new UsageError(jsonBodyMessages.fieldsNeeded);
}

async function readText(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (cause) {
		throw new UsageError(readProblem(cause, file), {cause});
	}
}

/** Returns whether the method is safe, so the request changes nothing. (RFC 9110: 9.2.1) */
export const isReadMethod = (method: string): boolean =>
	['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase());
