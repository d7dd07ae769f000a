import {colorLevel} from '../../tui/theme/choose.ts';
import type {Io, Output} from './io.ts';
import {hideSecrets} from '../../contract/secret-fields.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {sourceOf} from '../../contract/sources.ts';
import {harmlessJson, tryParseJson} from '../../lib/json/json.ts';
import {printableLine} from '../../lib/text/text.ts';
import type {Diagnostics} from './diagnostics.ts';
import type {RecordTemplate} from './record-template.ts';
import {refuseUnknownField} from './unknown-field.ts';
import {outputMessages} from '../../messages/cli.ts';

/**
Returns whether tables may have colors: on a color terminal, unless NO_COLOR or `--no-color` is set. FORCE_COLOR
enables colors for a pipe too.
*/
export function mayColor({stdout, env}: Pick<Io, 'stdout' | 'env'>, isOff: boolean): boolean {
	const forced = env['FORCE_COLOR'] !== undefined;
	return (stdout.isTTY === true || forced) && colorLevel(env, {noColor: isOff}) > 0;
}

/** Writes one document to stdout: `{"schema": 1, "<plural>": …}`, times in ISO 8601 like the service. */
export function writeJson(io: Io, content: Record<string, unknown>): void {
	const {stdout} = io;
	const {document, found} = withFields(io, content);
	const {fields, known = [], template} = io.format?.kind === 'json' ? io.format : {};
	// Without a record nothing is known of an undeclared command.
	if (fields && found.size + known.length > 0) refuseUnknownField(fields, [...new Set([...found, ...known])]);
	if (template) {
		// The first value is the record or the list; others are about it, such as page numbers.
		const [records] = Object.values(document);
		for (const record of [records].flat()) writeRecord(io, template, record);
		return;
	}
	stdout.write(`${jsonText({schema: 1, ...document}, stdout.isTTY ? 2 : 0, replacerOf(io))}\n`);
}

/** Writes one value of a stream, on its own line. */
export function writeJsonLine(io: Io, content: Record<string, unknown>): void {
	const {document} = withFields(io, content);
	const template = io.format?.kind === 'json' ? io.format.template : undefined;
	if (template) writeRecord(io, template, document);
	else io.stdout.write(`${jsonText({schema: 1, ...document}, 0, replacerOf(io))}\n`);
}

/** Writes the line of a record, with the values that a document would have. */
const writeRecord = (io: Io, {format}: RecordTemplate, record: unknown): void =>
	void io.stdout.write(`${format(tryParseJson(jsonText(record, 0, replacerOf(io))))}\n`);

/** Returns the document with only the requested fields of its records, and the fields that its records have. */
function withFields(
	io: Io,
	content: Record<string, unknown>,
): {document: Record<string, unknown>; found: ReadonlySet<string>} {
	const fields = io.format?.kind === 'json' ? io.format.fields : undefined;
	const found = new Set<string>();
	if (fields === undefined) return {document: content, found};
	const chosen = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(chosen);
		if (typeof value !== 'object' || value === null) return value;
		for (const name of Object.keys(value)) found.add(name);
		const some = Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)));
		return verbatim.has(value) ? keepAsSent(some) : some;
	};
	const names = Object.entries(content).map(([name, value]) => [name, chosen(value)] as const);
	return {document: Object.fromEntries(names), found};
}

/** Returns the value as JSON that is safe for a terminal: control characters are escaped, with the same meaning. */
export const jsonText = (value: unknown, indent = 0, replacer = isoMoments): string =>
	harmlessJson(JSON.stringify(value, replacer, indent));

/** Objects that documents include unchanged. */
const verbatim = new WeakSet<object>();

/** Returns the record with everything that the service sent, unchanged. */
export const asSent = (record: object): object => keepAsSent(sourceOf(record) ?? record);

/** Marks a record that combines several as unchanged. */
export function keepAsSent(record: object): object {
	verbatim.add(record);
	return record;
}

/**
Returns a function that converts a listed server to a document's record. Stored RCON commands and answers are most
of its size, so they are included only on request.
*/
export function serverRecord({format}: Io, isWithCommands: true | undefined): (server: object) => object {
	const isNamed = format?.kind === 'json' && format.fields?.includes('commands');
	const sent = (server: object) =>
		isWithCommands || isNamed ? asSent(server) : keepAsSent({...asSent(server), commands: undefined});
	return sent;
}

/** Names a server in a record of our own. Records of the service name it with `id` and `displayName`. */
export const serverFields = ({id, displayName}: Pick<GameServer, 'id' | 'displayName'>) => ({
	serverId: id,
	serverName: displayName,
});

const replacerOf = ({showsSecrets}: Io): typeof isoMoments =>
	showsSecrets
		? isoMoments
		: function withoutSecrets(this: object, name: string, value: unknown): unknown {
				return isoMoments.call(this, name, verbatim.has(this) ? hideSecrets(name, value) : value);
			};

function isoMoments(this: object, name: string, value: unknown): unknown {
	if (verbatim.has(this)) {
		if (typeof value === 'object' && value !== null) verbatim.add(value);
		return value;
	}
	const isMoment = typeof value === 'number' && /^(at|created|timestamp|\w+At)$/.test(name);
	return isMoment ? new Date(value).toISOString() : value;
}

/**
Reports a result, without the program name, on stdout unless that carries data: a JSON document, or according
to `hasData`.
*/
export function sayDone({stdout, stderr, format}: Io, sentence: string, hasData = false): void {
	(hasData || format?.kind === 'json' ? stderr : stdout).write(`${printableLine(sentence)}\n`);
}

/** Writes a warning, error or note to stderr: stdout carries only data and results. */
export function say(
	{stderr, diagnostics}: {stderr: Pick<Output, 'write'>; diagnostics?: Pick<Diagnostics, 'onSaid'>},
	sentence: string,
): void {
	diagnostics?.onSaid(sentence);
	stderr.write(outputMessages.prefixed(printableLine(sentence)));
}
