import ark from '../../../assets/games/ark-ascended.json' with {type: 'json'};
import cs2 from '../../../assets/games/cs2.json' with {type: 'json'};
import {gameWords} from '../agent/game-types.ts';
import type {AttachedConsole, AttachedRecord} from './attached-record.ts';

type Commands = Pick<AttachedRecord, 'sayCommand' | 'probeCommand' | 'stopCommand' | 'saveCommand'>;

/** The console commands of a server of which only the game is known, or not even that. */
export function usualCommands(gameType: string, kind: AttachedConsole['kind']): Commands {
	const words = gameWords(gameType);
	const broadcast = [cs2, ark].find(game => game.gameType === gameType)?.broadcast;
	// Every console that speaks econ says what it was told to; every Source console says at least what it does not know.
	const probe = kind === 'econ' ? 'echo rcondeck' : 'status';
	return {
		sayCommand: broadcast ?? 'say {text}',
		probeCommand: words?.probe ?? probe,
		...(words?.exit !== undefined && {stopCommand: words.exit}),
		...(words?.save !== undefined && {saveCommand: words.save}),
	};
}
