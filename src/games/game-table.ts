import {tableOf} from '../lib/maps.ts';
import ark from '../../assets/games/ark-ascended.json' with {type: 'json'};
import arkEvolved from '../../assets/games/ark-evolved.json' with {type: 'json'};
import cs2 from '../../assets/games/cs2.json' with {type: 'json'};
import type {Game, knownGameTypes} from './game-types.ts';

/** TypeScript widens the literals of JSON files; `test/games/game-files.test.ts` checks them. */
const game = (file: unknown) => file as Game;

const ascended = game(ark);

/** Games by the service's type. An object, so that the bundle loads it on first use (`build/lazy-imports.ts`). */
export const gameTable = {
	byType: tableOf<Game>({
		ARK_ASCENDED: ascended,
		ARK_EVOLVED: {...ascended, ...game(arkEvolved)},
		ARK: ascended,
		CS2: game(cs2),
	} satisfies Record<(typeof knownGameTypes)[number], Game>),
};
