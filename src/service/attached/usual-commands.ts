import ark from '../../../assets/games/ark-ascended.json' with {type: 'json'};
import arkEvolved from '../../../assets/games/ark-evolved.json' with {type: 'json'};
import cs2 from '../../../assets/games/cs2.json' with {type: 'json'};
import {gameWords} from '../agent/game-types.ts';
import type {AttachedRecord} from './attached-record.ts';

type Commands = Pick<AttachedRecord, 'sayCommand' | 'probeCommand' | 'stopCommand' | 'saveCommand'>;

/** The console commands of a server of which only the game is known, or not even that. */
export function usualCommands(gameType: string): Commands {
	const words = gameWords(gameType);
	const broadcast = [cs2, ark, arkEvolved].find(game => game.gameType === gameType)?.broadcast;
	return {
		sayCommand: broadcast ?? 'say {text}',
		// Most consoles know this one, and those that do not say so.
		probeCommand: words?.probe ?? 'status',
		...(words?.exit !== undefined && {stopCommand: words.exit}),
		...(words?.save !== undefined && {saveCommand: words.save}),
	};
}
