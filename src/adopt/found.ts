import type {ConsoleKind, OwnSettings, QuerySettings, SecretSource} from '../contract/models/own-server.ts';
import type {Secret} from '../lib/secrets/secret.ts';
import {printableLine} from '../lib/text/text.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {readHost, readPort} from './address.ts';

/** The password of a console: as text in the file, or the place that the file names. */
export type FoundPassword = {text: Secret} | SecretSource;

/** A server as a file describes it. */
export type FoundServer = {
	name: string;
	/** undefined where the file leaves it open. */
	gameType: string | undefined;
	/** `kind`: undefined for the usual one of the game. `port`: undefined for the default one. */
	console: {kind: ConsoleKind | undefined; host: string; port: number | undefined};
	password: FoundPassword | undefined;
	query: QuerySettings | undefined;
	power: OwnSettings['power'];
	/** Warnings to check before it is added, as sentences. */
	notes: readonly string[];
};

/** A server that cannot be added as the file describes it. */
export type SkippedServer = {name: string; reason: string};

/** The contents of a file. `remarks`: sentences about the file as a whole. */
export type Reading = {
	servers: readonly FoundServer[];
	skipped: readonly SkippedServer[];
	remarks: readonly string[];
};

/** A file to read. Nothing in it is executed. */
export type SourceFile = {
	/** Absolute. */
	path: string;
	text: string;
	/** Returns the text of a file, relative to the folder of this one; undefined if it cannot be read. */
	near: (name: string) => string | undefined;
};

/** A server before its values are checked. Values that are undefined are missing. */
export type RawServer = {
	name: string;
	/** The place in the file, such as `hosts.ini:12`. */
	where?: string | undefined;
	gameType?: string | undefined;
	kind?: ConsoleKind | undefined;
	host: string;
	/** undefined for the default port of the game. */
	port?: string | undefined;
	password?: FoundPassword | undefined;
	query?: QuerySettings | undefined;
	power?: OwnSettings['power'];
	notes?: readonly string[];
};

/** The service refuses longer names. */
const maxNameLength = 100;
/** More servers than this in one file are a mistake. */
const maxServers = 1000;

/** Collects the servers of a file, and checks their values. */
export function createReading() {
	const servers: FoundServer[] = [];
	const skipped: SkippedServer[] = [];
	const remarks: string[] = [];
	const skip = (name: string, reason: string, where?: string) => {
		if (skipped.length < maxServers)
			skipped.push({name: shownName(name), reason: where === undefined ? reason : `${where}: ${reason}`});
	};
	const add = (raw: RawServer) => {
		const host = readHost(raw.host);
		const port = raw.port === undefined ? undefined : readPort(raw.port);
		const wrong = problemOf(raw, host, port, servers.length);
		if (wrong !== undefined || host === undefined) {
			skip(raw.name, wrong ?? adoptMessages.wrongHost, raw.where);
			return;
		}
		servers.push({
			name: shownName(raw.name),
			gameType: raw.gameType,
			console: {kind: raw.kind, host, port},
			password: raw.password,
			query: raw.query,
			power: raw.power ?? {kind: 'none'},
			notes: [...(raw.notes ?? []), ...(raw.name.includes('\ufffd') ? [adoptMessages.undecodedName] : [])],
		});
	};
	return {add, skip, remark: (text: string) => void remarks.push(text), reading: {servers, skipped, remarks}};
}

function problemOf(
	{port: typedPort, password}: RawServer,
	host: string | undefined,
	port: number | undefined,
	count: number,
): string | undefined {
	if (count >= maxServers) return adoptMessages.tooMany(maxServers);
	if (host === undefined) return adoptMessages.wrongHost;
	if (typedPort !== undefined && port === undefined) return adoptMessages.wrongPort;
	if (password === undefined || !('text' in password)) return undefined;
	const text = password.text.reveal();
	if (text === '') return adoptMessages.emptyPassword;
	// The replacement of decoders for bytes that they cannot read.
	if (text.includes('\ufffd')) return adoptMessages.undecodedPassword;
	return /\p{Cc}/u.test(text) ? adoptMessages.passwordControls : undefined;
}

/** Returns the name as the service accepts it: without control characters, and not too long. */
const shownName = (name: string): string =>
	shortened(printableLine(name).trim(), maxNameLength) || adoptMessages.unnamed;

/** Cuts a name without cutting a character in half. */
export const shortened = (name: string, length: number): string =>
	name
		.slice(0, length)
		.replace(/[\ud800-\udbff]$/, '')
		.trim();
