import {tableOf} from '../lib/maps.ts';
import ark from '../../assets/games/ark-ascended.json' with {type: 'json'};
import arkEvolved from '../../assets/games/ark-evolved.json' with {type: 'json'};
import cs2 from '../../assets/games/cs2.json' with {type: 'json'};
import arma3 from '../../assets/games/arma3.json' with {type: 'json'};
import conanExiles from '../../assets/games/conan-exiles.json' with {type: 'json'};
import csgo from '../../assets/games/csgo.json' with {type: 'json'};
import dayz from '../../assets/games/dayz.json' with {type: 'json'};
import ddnet from '../../assets/games/ddnet.json' with {type: 'json'};
import factorio from '../../assets/games/factorio.json' with {type: 'json'};
import garrysMod from '../../assets/games/garrys-mod.json' with {type: 'json'};
import luanti from '../../assets/games/luanti.json' with {type: 'json'};
import minecraft from '../../assets/games/minecraft.json' with {type: 'json'};
import openarena from '../../assets/games/openarena.json' with {type: 'json'};
import palworld from '../../assets/games/palworld.json' with {type: 'json'};
import rust from '../../assets/games/rust.json' with {type: 'json'};
import satisfactory from '../../assets/games/satisfactory.json' with {type: 'json'};
import sevenDaysToDie from '../../assets/games/seven-days-to-die.json' with {type: 'json'};
import squad from '../../assets/games/squad.json' with {type: 'json'};
import teeworlds from '../../assets/games/teeworlds.json' with {type: 'json'};
import terraria from '../../assets/games/terraria.json' with {type: 'json'};
import tf2 from '../../assets/games/tf2.json' with {type: 'json'};
import valheim from '../../assets/games/valheim.json' with {type: 'json'};
import xonotic from '../../assets/games/xonotic.json' with {type: 'json'};
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
		ARMA3: game(arma3),
		CONAN_EXILES: game(conanExiles),
		CSGO: game(csgo),
		DAYZ: game(dayz),
		DDNET: game(ddnet),
		FACTORIO: game(factorio),
		GARRYS_MOD: game(garrysMod),
		LUANTI: game(luanti),
		MINECRAFT: game(minecraft),
		OPENARENA: game(openarena),
		PALWORLD: game(palworld),
		RUST: game(rust),
		SATISFACTORY: game(satisfactory),
		SEVEN_DAYS_TO_DIE: game(sevenDaysToDie),
		SQUAD: game(squad),
		TEEWORLDS: game(teeworlds),
		TERRARIA: game(terraria),
		TF2: game(tf2),
		VALHEIM: game(valheim),
		XONOTIC: game(xonotic),
	} satisfies Record<(typeof knownGameTypes)[number], Game>),
};
