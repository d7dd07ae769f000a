import {playerMenu} from './player-menu.ts';
import {playersScreen} from './players-screen.ts';
import {pollPlayers} from './poll-players.ts';

/** What is needed only when the players are shown; the bundle reads it then (`build/lazy-imports.ts`). */
export const playersOnDemand = {playerMenu, playersScreen, pollPlayers};
