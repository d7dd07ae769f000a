import {isIPv6} from 'node:net';
import {UsageError} from '../../../lib/errors.ts';
import {ownSettingsMessages as messages} from '../../../messages/own-servers.ts';
import type {ConsoleKind, QueryKind, QuerySettings} from '../../../contract/models/own-server.ts';
import {consolesOf, findGame, gameTypeOf, knownGames, networkConsoleOf} from '../../../games/games.ts';
import type {GameQuery} from '../../../games/game-types.ts';

export type Address = {host: string; port: number};

/** A host of letters that can be part of a name or an address, without a scheme, a path or spaces. */
const hostPattern = /^[^\s/:@[\]?#]+$/;

/**
Reads `HOST:PORT`, `[IPV6]:PORT`, or either without a port, which is then the usual one. Throws `UsageError`. `option`:
for errors.
*/
export function readAddress(option: string, typed: string, usualPort: number | undefined): Address {
	const text = typed.trim();
	const bracketed = /^\[([^\]]*)\](?::(.*))?$/s.exec(text);
	const [host = '', port] = bracketed
		? [bracketed[1], bracketed[2]]
		: isIPv6(text)
			? [text]
			: (/^([^:]*)(?::(.*))?$/s.exec(text)?.slice(1) ?? []);
	const isHost = bracketed || isIPv6(host) ? isIPv6(host) : hostPattern.test(host);
	if (!isHost || /[:/]/.test(port ?? '')) throw new UsageError(messages.wrongAddress(option, typed));
	if (port !== undefined) return {host, port: readPort(option, typed, port)};
	if (usualPort !== undefined) return {host, port: usualPort};
	throw new UsageError(messages.portNeeded(option, typed, isIPv6(host) ? `[${host}]` : host));
}

/** Returns `HOST:PORT`, or `[IPV6]:PORT`. */
export const addressText = ({host, port}: Address): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`;

function readPort(option: string, typed: string, port: string): number {
	const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
	if (number >= 1 && number <= 65_535) return number;
	throw new UsageError(messages.wrongPort(option, typed));
}

/**
Returns the type of a game that is typed by any of its names. With the kind of its console, any other word is an unknown
game. Throws `UsageError` with the names that were probably meant.
*/
export function readGame(typed: string, hasConsoleKind: boolean): string {
	const reading = gameTypeOf(typed);
	if ('gameType' in reading) return reading.gameType;
	if (hasConsoleKind && typed.trim() !== '') return typed.trim();
	if (reading.meant.length > 0) throw new UsageError(messages.misspelledGame(typed, reading.meant));
	throw new UsageError(messages.unknownGame(typed, knownNames()));
}

/** The common names of the games, one for each. */
const knownNames = () => [...new Set(knownGames().flatMap(({aliases}) => aliases[0] ?? []))].toSorted();

/** Returns the default network console of a game. Throws `UsageError` if there is none. */
export function usualConsole(gameType: string): ConsoleKind {
	const kind = networkConsoleOf(gameType)?.kind;
	if (kind !== undefined) return kind;
	throw new UsageError(messages.noConsole(labelOf(gameType)));
}

/** Returns the default port of a game's console of this kind. */
export function usualPort(gameType: string, kind: ConsoleKind): number | undefined {
	const found = consolesOf(gameType).find(console => console.kind === kind);
	return found && 'port' in found ? found.port : undefined;
}

/** Returns the kind and the default port of a game's query. */
export function usualQuery(gameType: string): {kind: QueryKind; port: number | undefined} | undefined {
	const query = findGame(gameType)?.query;
	return query && {kind: query.kind, port: portOf(query)};
}

/**
Returns where a game with this console probably answers queries: on the port of the console if the game uses one for both,
else on its default port. undefined if the console has another port than usual: a default port may then be that of another
server on the same machine.
*/
export function probableQuery(
	gameType: string,
	console: Address & {kind: ConsoleKind},
): QuerySettings | undefined {
	const query = usualQuery(gameType);
	const consolePort = usualPort(gameType, console.kind);
	if (query?.port === undefined || consolePort === undefined) return undefined;
	const {kind, port} = query;
	if (port === consolePort) return {kind, host: console.host, port: console.port};
	return console.port === consolePort ? {kind, host: console.host, port} : undefined;
}

export const labelOf = (gameType: string): string => findGame(gameType)?.label ?? gameType;

const portOf = (query: GameQuery) => ('port' in query ? query.port : undefined);
