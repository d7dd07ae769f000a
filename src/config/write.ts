import {realpathSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {parse, stringify, type TomlTable} from 'smol-toml';
import {makePrivateFolder} from '../lib/files/private-folder.ts';
import {viewsMessages} from '../messages/server-list.ts';
import {writeProblem} from '../messages/text.ts';
import {UsageError} from '../lib/errors.ts';
import {withoutTable, withoutValue, withValue} from './edit.ts';
import {readConfigFile, readCredentialsFile, readText, tableIn} from './files.ts';
import {ViewTable, type CredentialsTable} from './schema.ts';

/**
Writes a profile, whose credentials are in credentials.toml, to config.toml. Keeps its other settings, except those of
other credentials, and the rest of the file with its comments.
*/
export function writeProfile(configDir: string, name: string, url: string): void {
	const {path: file, written} = readConfigFile(configDir);
	const {token_command: _command, token_file: _file, ...kept} = tableIn(tableIn(written, 'profiles'), name);
	change(file, ['profiles', name], {...kept, url});
}

/** Removes a profile from config.toml, and keeps the rest of the file with its comments. */
export function removeProfile(configDir: string, name: string): void {
	change(readConfigFile(configDir).path, ['profiles', name], undefined);
}

/** Sets the default profile; undefined removes it. */
export function writeDefaultProfile(configDir: string, name: string | undefined): void {
	const {path: file} = readConfigFile(configDir);
	const text = readText(file) ?? '';
	const end = text.search(/^\s*\[/m);
	const [top, tables] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)];
	const line = name === undefined ? '' : stringify({profile: name});
	const bare = top.replace(/^[ \t]*profile[ \t]*=.*\n?/m, '');
	const {profile: _profile, ...rest} = parse(text);
	const wanted: TomlTable = name === undefined ? rest : {...rest, profile: name};
	replaceFile(file, checkEdited(`${line}${bare}${tables}`, wanted));
}

/** Writes the secrets of a profile to credentials.toml with mode 0600; undefined removes them. */
export function writeCredentials(configDir: string, name: string, table: CredentialsTable | undefined): void {
	const {path: file} = readCredentialsFile(configDir, name);
	change(file, [name], table);
}

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
	const fields = ViewTable.keyof().options;
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

function change(file: string, keys: readonly string[], given: object | undefined): void {
	const text = readText(file) ?? '';
	// TOML has no null, so fields without a value are omitted.
	const table = given && (JSON.parse(JSON.stringify(given)) as TomlTable);
	const wanted = parse(text);
	const parent = keys.slice(0, -1).reduce<TomlTable>((at, key) => {
		at[key] ??= Object.create(null) as TomlTable;
		return at[key] as TomlTable; // Already checked by the schema.
	}, wanted);
	const last = keys.at(-1) ?? '';
	if (table) parent[last] = table;
	else delete parent[last];
	const nested = keys.reduceRight<TomlTable | undefined>((inner, key) => inner && {[key]: inner}, table);
	const left = withoutTables(text, keys).trimEnd();
	const added = nested ? stringify(nested).trim() : '';
	replaceFile(file, checkEdited(`${[left, added].filter(Boolean).join('\n\n')}\n`, wanted));
}

/** Removes the table with these keys and its subtables from the text. */
function withoutTables(text: string, keys: readonly string[]): string {
	let inside = false;
	const kept = text.split('\n').filter(line => {
		const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];
		if (header !== undefined) {
			const names = header.split('.').map(name => name.trim().replace(/^(["'])(.*)\1$/, '$2'));
			inside = keys.every((key, index) => names[index] === key);
		}
		return !inside;
	});
	return kept.join('\n');
}

/** Returns the edited text if it parses to the wanted table; otherwise generates the entire file again. */
function checkEdited(text: string, wanted: TomlTable): string {
	const parsed = quietly(text);
	const meant = quietly(stringify(wanted));
	return isDeepStrictEqual(withoutEmpty(parsed), withoutEmpty(meant)) ? text : stringify(wanted);
}

function quietly(text: string): TomlTable | undefined {
	try {
		return parse(text);
	} catch {
		return undefined;
	}
}

/** Treats `[profiles]` without a profile as absent. */
function withoutEmpty(table: TomlTable | undefined): unknown {
	return (
		table &&
		Object.fromEntries(
			Object.entries(table).filter(
				([, value]) => !isDeepStrictEqual(value, Object.create(null)) && !isDeepStrictEqual(value, {}),
			),
		)
	);
}

/** Replaces a file atomically, so that a crash leaves either version; keeps links. Throws `UsageError`. */
export function replaceFile(file: string, text: string): void {
	const target = targetOf(file);
	const fresh = `${target}.${process.pid}`;
	try {
		makePrivateFolder(path.dirname(file));
		writeFileSync(fresh, text, {mode: 0o600, flag: 'wx'});
		renameSync(fresh, target);
	} catch (cause) {
		rmSync(fresh, {force: true});
		throw new UsageError(writeProblem(cause, file), {cause});
	}
}

function targetOf(file: string): string {
	try {
		return realpathSync(file);
	} catch {
		return file;
	}
}
