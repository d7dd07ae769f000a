import {nameOf, serverName} from '../actions/names.ts';
import {paletteActionMessages} from '../messages/keys.ts';
import {showNode} from './kernel/screens/places.ts';
import {emptyField} from './kernel/text/text-field.ts';
import type {PaletteItem} from './palette-item.ts';
import type {Keyed} from './hints.ts';
import type {Menu} from './kernel/dialogs/menu.ts';
import {renderWithKeys} from './kernel/keys/keymap.ts';
import {banMenu} from './players/bans.ts';
import {playerMenu, playerRows} from './players/player-rows.ts';
import {targetsOf} from './targets-of.ts';
import type {State} from './state.ts';

const minLetters = 2;
const maxOfKind = 20;

/** Returns the servers, nodes and players with the typed text in their names. Choosing one opens it or its actions. */
export function namedItems(state: State, typed: string): PaletteItem[] {
	const wanted = typed.trim().toLowerCase();
	if (wanted.length < minLetters) return [];
	const isWanted = (name: string) => name.toLowerCase().includes(wanted);
	return [...serverItems(state, isWanted), ...nodeItems(state, isWanted), ...playerItems(state, isWanted)];
}

const idOf = (kind: 'go' | 'node' | 'player', name: string): PaletteItem['id'] => `${kind} ${name}`;

type Found = Pick<PaletteItem, 'id' | 'name' | 'help' | 'run'>;
const itemOf = (found: Found): PaletteItem => ({
	...found,
	keys: '',
	blocked: undefined,
	completes: undefined,
});

const serverItems = (state: State, isWanted: (name: string) => boolean): PaletteItem[] =>
	state.fleet.order
		.filter(id => isWanted(serverName(state.fleet, id)))
		.slice(0, maxOfKind)
		.map(id => {
			const name = serverName(state.fleet, id);
			return itemOf({
				id: idOf('go', name),
				name,
				help: paletteActionMessages.server,
				run: ({store}) => store.dispatch({type: 'view/changed', change: {currentId: id, pane: 'console'}}),
			});
		});

function nodeItems({nodes, fleet}: State, isWanted: (name: string) => boolean): PaletteItem[] {
	// The servers name their nodes before the node list is read.
	const known = new Map<string, string>();
	for (const {nodeId, nodeName} of fleet.list)
		if (nodeId !== undefined) known.set(nodeId, nodeName ?? nodeId);
	for (const node of nodes.nodes) known.set(node.id, node.name ?? known.get(node.id) ?? node.id);
	return [...known]
		.filter(([, name]) => isWanted(name))
		.slice(0, maxOfKind)
		.map(([id, name]) =>
			itemOf({
				id: idOf('node', name),
				name,
				help: paletteActionMessages.node,
				run: services => showNode(services, id),
			}),
		);
}

const playerItems = (state: State, isWanted: (name: string) => boolean): PaletteItem[] =>
	playerRows(state)
		.values()
		.filter(({player}) => player !== undefined && isWanted(player.name))
		.take(maxOfKind)
		.map(({id, of, player}) =>
			itemOf({
				id: idOf('player', player?.name ?? id),
				name: player?.name ?? id,
				help: paletteActionMessages.player(nameOf(of.server)),
				run: program => {
					const {store, screens} = program;
					const filter = {field: emptyField, editing: false};
					store.dispatch({
						type: 'screens/changed',
						list: 'players',
						change: {filter, currentId: id, open: false, top: 0},
					});
					store.dispatch({type: 'view/changed', change: {pane: 'players'}});
					screens.players.enter?.(program, id);
				},
			}),
		)
		.toArray();

/** Returns what can be done with the current row of the players and the bans, which have menus instead of keys. */
export function rowItems(state: State, {keymap, screens}: Keyed): PaletteItem[] {
	const targets = targetsOf(state, screens);
	const list = targets.row?.list;
	const menu: Menu | undefined = list === 'players' ? playerMenu : list === 'bans' ? banMenu : undefined;
	if (!menu) return [];
	const title = menu.title(state, targets);
	return menu.items(state, targets, screens).map(({label, blocked, choose}) => {
		const name = renderWithKeys(label, keymap);
		return {
			...itemOf({id: idOf('player', name), name, help: title, run: choose}),
			blocked: blocked && renderWithKeys(blocked, keymap),
			group: 'act',
			isFirst: true,
		};
	});
}
