import type {ConsoleKind, OwnSettings} from '../contract/models/own-server.ts';
import {networkConsoleOf} from '../games/games.ts';
import {adoptMessages} from '../messages/adopt.ts';
import {hostKey} from './address.ts';
import {shortened, type FoundPassword, type FoundServer, type Reading} from './found.ts';

/** A server to add. The console's password is not part of its settings yet. */
export type PlannedServer = {
	name: string;
	gameType: string;
	console: {kind: ConsoleKind; host: string; port: number};
	password: FoundPassword | undefined;
	settings: Pick<OwnSettings, 'query' | 'power'>;
	notes: readonly string[];
};

/** `exists`: the service already has it, so that nothing is missing. */
export type PlanEntry =
	| {outcome: 'add'; name: string; server: PlannedServer}
	| {outcome: 'exists' | 'skip'; name: string; reason: string};

/** A server that the service has. */
export type KnownServer = {name: string; host: string | undefined; port: number | undefined};

export type PlanOptions = {
	known: readonly KnownServer[];
	/** The game of servers for which the file names none. */
	gameType: string | undefined;
};

/** Decides for each server of a file: add, skip, or exists already. */
export function planAdoption({servers, skipped}: Reading, {known, gameType}: PlanOptions): PlanEntry[] {
	const names = new Map(known.map(each => [nameKey(each.name), each.name]));
	const addresses = new Map(
		known.flatMap(({name, host, port}) =>
			host === undefined || port === undefined ? [] : [[addressKey({host, port}), name] as const],
		),
	);
	/** Names and addresses that this file has taken, rather than the service. */
	const [ownNames, ownAddresses] = [new Set<string>(), new Set<string>()];
	const entries = servers.map((found): PlanEntry => {
		const {name} = found;
		const complete = completed(found, gameType);
		if ('reason' in complete) return {outcome: 'skip', name, reason: complete.reason};
		const address = addressKey(complete.console);
		const owner = addresses.get(address);
		const existing = names.get(nameKey(name));
		if (owner !== undefined)
			return ownAddresses.has(address)
				? {outcome: 'skip', name, reason: adoptMessages.sameConsole(owner)}
				: {outcome: 'exists', name, reason: adoptMessages.consoleExists(owner)};
		if (existing !== undefined && !ownNames.has(nameKey(existing)))
			return {outcome: 'exists', name, reason: adoptMessages.nameExists};
		const unique = uniqueName(name, names);
		names.set(nameKey(unique), unique);
		addresses.set(address, unique);
		ownNames.add(nameKey(unique));
		ownAddresses.add(address);
		const notes = [...complete.notes, ...(unique === name ? [] : [adoptMessages.renamed(name)])];
		return {outcome: 'add', name: unique, server: {...complete, name: unique, notes}};
	});
	return [...entries, ...skipped.map(each => ({outcome: 'skip' as const, ...each}))];
}

/** Fills in the defaults of the game, or returns why the server cannot be added. */
function completed(found: FoundServer, usualGame: string | undefined): PlannedServer | {reason: string} {
	const gameType = found.gameType ?? usualGame;
	if (gameType === undefined) return {reason: adoptMessages.noGame};
	const usual = networkConsoleOf(gameType);
	const kind = found.console.kind ?? usual?.kind;
	if (!kind) return {reason: adoptMessages.noConsole};
	const port = found.console.port ?? (kind === usual?.kind ? usual.port : undefined);
	if (port === undefined) return {reason: adoptMessages.noPort};
	return {
		name: found.name,
		gameType,
		console: {kind, host: found.console.host, port},
		password: found.password,
		settings: {power: found.power, ...(found.query && {query: found.query})},
		notes: found.notes,
	};
}

function uniqueName(name: string, names: ReadonlyMap<string, string>): string {
	for (let count = 1; ; count++) {
		const candidate = count === 1 ? name : `${shortened(name, 95)}-${count}`;
		if (!names.has(nameKey(candidate))) return candidate;
	}
}

const nameKey = (name: string): string => name.trim().toLowerCase();

const addressKey = ({host, port}: {host: string; port: number}): string => `${hostKey(host)} ${port}`;
