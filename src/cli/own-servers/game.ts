import {consoleKinds, type ConsoleKind, type QuerySettings} from '../../contract/models/own-server.ts';
import {consolesOf, findGame, gameTypeOf, knownGames} from '../../games/games.ts';
import type {GameQuery} from '../../games/game-types.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {ownSettingsMessages as messages} from '../../messages/cli-own-servers.ts';
import type {Address} from './address.ts';

/**
Returns the type of a game that is typed by any of its names. An unknown game needs the kind of its console. Throws
`UsageError` with the names that were probably meant.
*/
export function readGame(typed: string, hasConsoleKind: boolean): string {
	const reading = gameTypeOf(typed);
	if ('gameType' in reading) return reading.gameType;
	if (reading.meant.length > 0) throw new UsageError(messages.misspeltGame(typed, reading.meant));
	if (hasConsoleKind && typed.trim() !== '') return typed.trim();
	throw new UsageError(messages.unknownGame(typed, knownNames()));
}

/** The common names of the games, one for each. */
const knownNames = () => [...new Set(knownGames().flatMap(({aliases}) => aliases[0] ?? []))].toSorted();

/** Returns the default network console of a game. Throws `UsageError` if there is none. */
export function usualConsole(gameType: string): ConsoleKind {
	const kind = consolesOf(gameType).find(({kind: one}) => isRemote(one))?.kind;
	if (kind !== undefined && isRemote(kind)) return kind;
	throw new UsageError(messages.noConsole(labelOf(gameType)));
}

/** Returns the default port of a game's console of this kind. */
export function usualPort(gameType: string, kind: ConsoleKind): number | undefined {
	const found = consolesOf(gameType).find(console => console.kind === kind);
	return found && 'port' in found ? found.port : undefined;
}

/** Returns the kind and the default port of a game's query. */
export function usualQuery(
	gameType: string,
): {kind: QuerySettings['kind']; port: number | undefined} | undefined {
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

const isRemote = (kind: string): kind is ConsoleKind => (consoleKinds as readonly string[]).includes(kind);
