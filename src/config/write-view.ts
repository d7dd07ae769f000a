import {UsageError} from '../lib/usage-error.ts';
import {viewsMessages} from '../messages/saved-views.ts';
import {withoutTable, withoutValue, withValue} from './edit.ts';
import {readConfigFile, readText} from './files.ts';
import type {ViewTable} from './schema.ts';
import {replaceFile} from './write.ts';

const fields = ['filter', 'sort', 'columns', 'grouped'] as const;

/**
Writes a view to config.toml, or removes it if undefined, and keeps the rest of the file with its comments. Throws
`UsageError`.
*/
export function writeView(configDir: string, name: string, view: ViewTable | undefined): void {
	const {path: file} = readConfigFile(configDir);
	const text = readText(file) ?? '';
	const table = ['views', name];
	replaceFile(file, checked(view ? withView(text, table, view) : withoutTable(text, table), table, file));
}

function withView(text: string, table: readonly string[], view: ViewTable): string | undefined {
	// A view of the entire list has no other value that would create its table.
	const isEmpty = fields.every(field => view[field] === undefined);
	let edited: string | undefined = text;
	for (const field of fields) {
		if (edited === undefined) return undefined;
		const value = isEmpty && field === 'filter' ? '' : view[field];
		const keys = [...table, field];
		edited = value === undefined ? withoutValue(edited, keys) : withValue(edited, keys, value);
	}
	return edited;
}

function checked(text: string | undefined, keys: readonly string[], file: string): string {
	if (text === undefined) throw new UsageError(viewsMessages.cannotEdit(keys.join('.'), file));
	return text;
}
