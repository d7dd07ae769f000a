import {findGame} from '../games/games.ts';
import type {AttachedRecord} from './attached/attached-record.ts';
import type {ServerRecord} from './records.ts';

/** The console commands that a node uses to run a game. */
type GameCommands = {
	/** Any harmless command. An answer means that the game is ready. */
	probe: string;
	/** Undefined if the game has nothing to save. */
	save?: string | undefined;
	/** Undefined if the game can only be stopped by a signal. */
	exit?: string | undefined;
};

/** Most consoles have this command, and the others reply that they do not. */
const anyCommand = 'status';

/** Returns a server's own commands if it is attached, otherwise its game's. Undefined for unknown game types. */
export function gameCommands({
	gameType,
	attached,
}: Pick<ServerRecord, 'gameType' | 'attached'>): GameCommands | undefined {
	const game = findGame(gameType);
	if (!attached) return game && {...game, probe: game.probe ?? anyCommand};
	return {probe: attached.probeCommand, save: attached.saveCommand, exit: attached.stopCommand};
}

/** Returns the default commands of an attached server. They also cover unknown games. */
export function defaultCommands(
	gameType: string,
): Pick<AttachedRecord, 'sayCommand' | 'probeCommand' | 'stopCommand' | 'saveCommand'> {
	const game = findGame(gameType);
	if (!game) return {sayCommand: 'say {text}', probeCommand: anyCommand};
	const {broadcast, probe, exit, save} = game;
	return {
		probeCommand: probe ?? anyCommand,
		...(broadcast !== undefined && {sayCommand: broadcast}),
		...(exit !== undefined && {stopCommand: exit}),
		...(save !== undefined && {saveCommand: save}),
	};
}
