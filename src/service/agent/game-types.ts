import type {ServerRecord} from '../records.ts';
import {isPlayable} from '../../demo/games/game-server.ts';

/** The console commands with which a node runs a game. */
type GameWords = {
	/** Any harmless command: an answer means that the game is ready. */
	probe: string;
	/** Undefined where the game keeps nothing. */
	save: string | undefined;
	/** Undefined where the game has to be asked by a signal. */
	exit: string | undefined;
};

const ark = {probe: 'ListPlayers', save: 'SaveWorld', exit: 'DoExit'};
const words = new Map<string, GameWords>([
	['CS2', {probe: 'status', save: undefined, exit: 'quit'}],
	['ARK_ASCENDED', ark],
	['ARK_EVOLVED', ark],
]);

/** (Specification: GameServer, gameType) */
export function isSupported(gameType: string): boolean {
	return words.has(gameType) && isPlayable(gameType);
}

/** Undefined for a game type that the service does not support. */
export function gameWords(gameType: string): GameWords | undefined {
	return words.get(gameType);
}

/** The same for one server; an attached one has words of its own. */
export function wordsOf({gameType, attached}: ServerRecord): GameWords | undefined {
	if (!attached) return gameWords(gameType);
	return {probe: attached.probeCommand, save: attached.saveCommand, exit: attached.stopCommand};
}

/** Whether the node can run it. */
export function canRun({gameType, attached}: ServerRecord): boolean {
	return attached !== undefined || isSupported(gameType);
}
