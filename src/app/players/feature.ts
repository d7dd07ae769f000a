import type {Feature} from '../kernel/feature.ts';
import type {Program} from '../kernel/program.ts';
import type {ListScreen} from '../kernel/list-screen.ts';
import type {Menu} from '../kernel/menu.ts';
import {playersOnDemand} from './on-demand.ts';

/** Reads lists while the screen is open, and for a while after somebody asked for them. */
function readWhileOpen(program: Program): () => void {
	const {store} = program;
	let stop: (() => void) | undefined;
	let requestedAt: number | undefined;
	const look = () => {
		const {view, players} = store.getState();
		const isRequested = players.requestedAt !== requestedAt;
		requestedAt = players.requestedAt;
		if (view.pane === 'players' || isRequested) stop ??= playersOnDemand.pollPlayers(program);
		else if (!isWanted(program)) {
			stop?.();
			stop = undefined;
		}
	};
	const unsubscribe = store.subscribe(look);
	return () => {
		unsubscribe();
		stop?.();
	};
}

/** How long a request to read the lists is worked on after it, ms. */
const requestMs = 60_000;

const isWanted = ({store, clock}: Program): boolean => {
	const {requestedAt} = store.getState().players;
	return requestedAt !== undefined && clock.now() - requestedAt < requestMs;
};

/** The menu and the screen themselves are read when they are opened. */
const menu: Menu = {
	title: (...given) => playersOnDemand.playerMenu.title(...given),
	items: (...given) => playersOnDemand.playerMenu.items(...given),
	current: () => undefined,
};
const onDemand = <Value extends object>(read: () => Value): Value =>
	new Proxy({} as Value, {get: (_, name) => Reflect.get(read(), name)}); // every property is that of what is read
const screen = onDemand((): ListScreen => playersOnDemand.playersScreen);

export const playersFeature: Feature = {
	id: 'players',
	menus: {player: menu},
	screens: {players: screen},
	effects: [readWhileOpen],
};
