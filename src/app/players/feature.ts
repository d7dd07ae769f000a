import type {Feature} from '../kernel/state/feature.ts';
import type {Program} from '../kernel/state/program.ts';
import {bansScreen, banMenu} from './bans.ts';
import {confirmActs} from './confirm-acts.ts';
import {notePlayerForm} from './note-player.ts';
import {openActs, watchedMs} from './player-acts.ts';
import {playerMenu} from './player-rows.ts';
import {playersScreen} from './players-screen.ts';
import {pollPlayers} from './poll-players.ts';
import {readBansOnRequest} from './read-bans.ts';

/** Polls the player lists while the screen is open, and for a minute after a request. */
function readWhileOpen(program: Program): () => void {
	const {store} = program;
	let stop: (() => void) | undefined;
	let requestedAt: number | undefined;
	const update = () => {
		const {view, players} = store.getState();
		const isRequested = players.requestedAt !== requestedAt;
		requestedAt = players.requestedAt;
		if (view.pane === 'players' || isRequested || isWanted(program)) stop ??= pollPlayers(program);
		else {
			stop?.();
			stop = undefined;
		}
	};
	const unsubscribe = store.subscribe(update);
	return () => {
		unsubscribe();
		stop?.();
	};
}

/** How long polling continues after a request. */
const requestMs = 60_000;

const isWanted = ({store, clock}: Program): boolean => {
	const {players, console, fleet} = store.getState();
	const {requestedAt} = players;
	const now = clock.now();
	return (
		(requestedAt !== undefined && now - requestedAt < requestMs) ||
		openActs(console, fleet.list).some(({at}) => now - at < watchedMs)
	);
};

export const playersFeature: Feature = {
	id: 'players',
	dialogs: [notePlayerForm],
	menus: {player: playerMenu, ban: banMenu},
	screens: {players: playersScreen, bans: bansScreen},
	effects: [readWhileOpen, readBansOnRequest, confirmActs],
};
