import {isPlayable} from '../games/game-server.ts';

/** The console commands with which a node runs a game. */
type GameWords = {
	/** Any harmless command: an answer means that the game is ready. */
	probe: string;
	/** Undefined where the game keeps nothing. */
	save: string | undefined;
	exit: string;
};

const words = new Map<string, GameWords>([
	['CS2', {probe: 'status', save: undefined, exit: 'quit'}],
	['ARK_ASCENDED', {probe: 'ListPlayers', save: 'SaveWorld', exit: 'DoExit'}],
]);

/** (Specification: GameServer, gameType) */
export function isSupported(gameType: string): boolean {
	return words.has(gameType) && isPlayable(gameType);
}

/** Undefined for a game type that the service does not support. */
export function gameWords(gameType: string): GameWords | undefined {
	return words.get(gameType);
}
