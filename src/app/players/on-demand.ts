import {playerMenu} from './player-menu.ts';
import {playersScreen} from './players-screen.ts';
import {pollPlayers} from './poll-players.ts';

/** The modules that the bundle loads when the players are first shown (`build/lazy-imports.ts`). */
export const playersOnDemand = {playerMenu, playersScreen, pollPlayers};
