import {tableOf} from '../lib/maps.ts';
import ark from '../../assets/games/ark-ascended.json' with {type: 'json'};
import arkEvolved from '../../assets/games/ark-evolved.json' with {type: 'json'};
import cs2 from '../../assets/games/cs2.json' with {type: 'json'};
import type {GameSetting, GameWords, knownGameTypes, PlayerWords} from './game-types.ts';

type GameFile = {
	label: string;
	broadcast: string;
	probe: string;
	splitters: string;
	players?: PlayerWords;
	commands: readonly {name: string; arguments: string; help: string; danger?: boolean}[];
	dangers: Readonly<Record<string, string>>;
	settings: readonly GameSetting[];
	maps: readonly string[];
};

const words = ({
	label,
	broadcast,
	probe,
	splitters,
	players,
	commands,
	dangers,
	settings,
	maps,
}: GameFile): GameWords => ({
	label,
	broadcast,
	probe,
	splitters,
	players,
	commands: commands.map(({danger, ...command}) => ({...command, danger: danger === true})),
	dangers,
	settings,
	maps,
});

const ascended = words(ark);
/** The older game has the same commands, but shorter map names. */
const evolved: GameWords = {...ascended, label: arkEvolved.label, maps: arkEvolved.maps};

/** Games by the service's type. An object, so that the bundle loads it on first use (`build/lazy-imports.ts`). */
export const gameTable = {
	byType: tableOf<GameWords>({
		ARK_ASCENDED: ascended,
		ARK_EVOLVED: evolved,
		ARK: ascended,
		CS2: words(cs2),
	} satisfies Record<(typeof knownGameTypes)[number], GameWords>),
};
