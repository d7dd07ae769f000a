import {onDemand} from '../../lib/on-demand.ts';
import type {Feature} from '../kernel/feature.ts';
import type {Program} from '../kernel/program.ts';
import type {ListScreen} from '../kernel/list-screen.ts';
import type {Menu} from '../kernel/menu.ts';
import {playersOnDemand} from './on-demand.ts';

/** Polls the player lists while the screen is open, and for a minute after a request. */
function readWhileOpen(program: Program): () => void {
	const {store} = program;
	let stop: (() => void) | undefined;
	let requestedAt: number | undefined;
	const update = () => {
		const {view, players} = store.getState();
		const isRequested = players.requestedAt !== requestedAt;
		requestedAt = players.requestedAt;
		if (view.pane === 'players' || isRequested) stop ??= playersOnDemand.pollPlayers(program);
		else if (!isWanted(program)) {
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
	const {requestedAt} = store.getState().players;
	return requestedAt !== undefined && clock.now() - requestedAt < requestMs;
};

export const playersFeature: Feature = {
	id: 'players',
	menus: {player: onDemand((): Menu => playersOnDemand.playerMenu)},
	screens: {players: onDemand((): ListScreen => playersOnDemand.playersScreen)},
	effects: [readWhileOpen],
};
