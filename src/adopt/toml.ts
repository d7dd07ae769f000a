import path from 'node:path';
import {parse} from 'smol-toml';
import {UsageError} from '../lib/errors.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {addDescribed, isField} from './described.ts';
import {createReading, type Reading, type SourceFile} from './found.ts';

/** Our own format: a table `[servers.NAME]` for each server. Throws `UsageError`. */
export function readToml({path: file, text}: SourceFile): Reading {
	const {add, skip, remark, reading} = createReading();
	const {servers} = parsed(text);
	if (typeof servers !== 'object' || servers === null || Array.isArray(servers))
		throw new UsageError(adoptMessages.noServersTable);
	const ignored = new Set<string>();
	for (const [name, table] of Object.entries(servers)) {
		const where = path.basename(file);
		const fields = new Map<string, string>([['name', name]]);
		let wrong: string | undefined;
		for (const [field, value] of Object.entries(table ?? {})) {
			if (!isField(field) || field === 'name') ignored.add(field);
			else if (typeof value === 'string' || typeof value === 'number') fields.set(field, String(value));
			else wrong ??= field;
		}
		if (wrong === undefined) addDescribed({add, skip}, fields, {file, where});
		else skip(name, adoptMessages.wrongField(wrong), where);
	}
	if (ignored.size > 0) remark(adoptMessages.ignoredFields([...ignored]));
	return reading;
}

/** An error names the position, never the content. */
function parsed(text: string): Record<string, unknown> {
	try {
		return parse(text);
	} catch (cause) {
		const line = cause instanceof Error && 'line' in cause ? Number(cause.line) : undefined;
		throw new UsageError(adoptMessages.noToml(line));
	}
}
