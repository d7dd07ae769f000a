import {readFile} from 'node:fs/promises';
import {text} from 'node:stream/consumers';
import {isTooDeep} from '../../lib/json/depth.ts';
import {readJson as readJsonText} from '../../lib/json/json.ts';
import {printableLine} from '../../lib/text/text.ts';
import {jsonProblemText, readProblem} from '../../messages/text.ts';
import {UsageError} from '../../lib/errors.ts';
import type {Io} from '../output/io.ts';
import {jsonBodyMessages} from '../../messages/cli.ts';

export type BodyOptions = {file?: string; data?: string};

/** Parses the JSON value of `-f` or `-d`; undefined without either. */
export async function readJson(io: Io, options: BodyOptions): Promise<unknown> {
	const content = await contentOf(io, options);
	return content === undefined ? undefined : parsed(content, options);
}

/**
Parses the fields, which must be present: a JSON object, or in a file also YAML, which may have comments. A file is JSON if
it begins with a bracket.
*/
export async function readBody(io: Io, options: BodyOptions): Promise<Record<string, unknown>> {
	const content = await contentOf(io, options);
	const isYaml = content !== undefined && options.file !== undefined && !/^\s*[[{"]/.test(content);
	const value = isYaml
		? (await import('../../adopt/yaml-text.ts')).readYamlFields(content)
		: content === undefined
			? undefined
			: parsed(content, options);
	if (isTooDeep(value))
		throw new UsageError(jsonBodyMessages.notJson(sourceOf(options), jsonProblemText({kind: 'depth'})));
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return {...value};
	throw new UsageError(jsonBodyMessages.fieldsNeeded);
}

async function contentOf(io: Io, {file, data}: BodyOptions): Promise<string | undefined> {
	if (file !== undefined && data !== undefined) throw new UsageError(jsonBodyMessages.fileAndData);
	return file === undefined ? data : readInput(io, file);
}

const sourceOf = ({file}: BodyOptions): string =>
	file === undefined ? '-d' : jsonBodyMessages.fromFile(printableLine(file));

function parsed(content: string, options: BodyOptions): unknown {
	const read = readJsonText(content);
	if ('problem' in read)
		throw new UsageError(jsonBodyMessages.notJson(sourceOf(options), jsonProblemText(read.problem)));
	return read.value;
}

/** Reads a file, or stdin for `-`. */
export async function readInput({stdin}: Pick<Io, 'stdin'>, file: string): Promise<string> {
	if (file === '-') return text(stdin);
	return readFile(file, 'utf8').catch((cause: unknown) => {
		throw new UsageError(readProblem(cause, file), {cause});
	});
}

/** Returns whether the method is safe, so the request changes nothing. (RFC 9110: 9.2.1) */
export const isReadMethod = (method: string): boolean =>
	['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase());
