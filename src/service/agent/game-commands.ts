import {findGame} from '../../games/games.ts';
import type {Game} from '../../games/game-types.ts';

/** The console commands that a node uses to run a game. Undefined: the game has none for it. */
export type GameCommands = {
	/** Any harmless command. An answer means that the game is ready. */
	probe: string;
	/** `{text}` is replaced with the message to players. */
	say: string | undefined;
	save: string | undefined;
	/** Without it, the game can only be stopped by its process. */
	exit: string | undefined;
	/** Commands that let files be copied while the game runs. Undefined: only a stopped game leaves its files alone. */
	backup: Game['backup'];
};

/** Most consoles have this command, and the others reply that they do not. */
const anyCommand = 'status';

/** Returns the commands of a game. An unknown game gets only a probe. */
export function gameCommands(gameType: string): GameCommands {
	const game = findGame(gameType);
	return {
		probe: game?.probe ?? anyCommand,
		say: game?.broadcast,
		save: game?.save,
		exit: game?.exit,
		backup: game?.backup,
	};
}
