import {nameOf} from '../../actions/names.ts';
import {smallest} from '../../lib/long-lists.ts';
import {memoize} from '../../lib/memoize.ts';
import {playersScreenMessages as messages} from '../../messages/players-screen.ts';
import {cellsBy} from '../kernel/columns.ts';
import type {ListScreen, ScreenRow} from '../kernel/list-screen.ts';
import {noTargets} from '../kernel/targets.ts';
import {playerColumns, type ListedPlayer} from './columns.ts';
import type {ServerPlayers} from './listing.ts';
import {findPlayerRow, listedServers, playerRows, rowsOfServer, type PlayerRow} from './player-rows.ts';
import {playerFacts} from './player-facts.ts';
import {whyNotListed} from './why-not-listed.ts';

const cells = cellsBy<ListedPlayer>(playerColumns);

function rowOf({id, of, player}: PlayerRow): ScreenRow {
	const server = nameOf(of.server);
	const isAside = player === undefined;
	const playerId = player?.playerId ?? player?.userId;
	const name = player?.name ?? whyNotListed(of);
	const {since, isFirst = false} = player ?? {};
	return {
		id,
		...(isAside && {isAside}),
		fields: {
			name: player?.name ?? '',
			id: playerId,
			server,
			game: of.server.gameType,
		},
		cell: cells({name, id: playerId, server, since, isFirst, isAside}),
	};
}

/** A weak map by row would grow to all rows of the last minutes, and V8 never shrinks it. */
const screenRowsOf = memoize((of: ServerPlayers): readonly ScreenRow[] => rowsOfServer(of).map(rowOf));

/** Makes the rows of new lists only: a large team has 100,000 players. */
const rows = memoize((all: readonly PlayerRow[]): readonly ScreenRow[] =>
	all.map(row => screenRowsOf(row.of)[row.place] ?? rowOf(row)),
);

/** Returns the time of the oldest list, epoch ms; undefined if there is none or a first list is still being read. */
function readAt(all: readonly ServerPlayers[]): number | undefined {
	if (all.some(({status}) => status === 'waiting')) return undefined;
	const times = all.flatMap(({status, listing}) =>
		status === 'listed' && listing?.list ? [listing.newest?.at ?? listing.list.at] : [],
	);
	return times.length === 0 ? undefined : smallest(times);
}

export const playersScreen: ListScreen = {
	id: 'players',
	title: 'PLAYERS',
	pluralName: 'players',
	itemName: 'player',
	permission: 'MANAGE_SERVERS',
	columns: playerColumns,
	fields: ['name', 'id', 'server', 'game'],
	numbers: [],
	data: state => {
		const {fleet} = state;
		const all = listedServers(state);
		return {
			rows: fleet.at === undefined ? undefined : rows(playerRows(state)),
			at: readAt(all),
			problem: fleet.at === undefined ? fleet.problem?.failure : undefined,
			unreadable: [],
		};
	},
	note: state => {
		const all = listedServers(state);
		const listed = all.filter(({status}) => status === 'listed' || status === 'empty');
		const incomplete = all.filter(
			({listing, status}) => status === 'listed' && listing?.list?.isComplete === false,
		);
		return messages.note(listed.length, all.length, incomplete.length);
	},
	empty: state => [messages.nobody, messages.nobodyWhere(listedServers(state).length)],
	details: playerFacts,
	refresh: ({store, clock}) => store.dispatch({type: 'players/requested', at: clock.now()}),
	enter: ({store, clock}, id) => {
		const row = findPlayerRow(store.getState(), id);
		if (!row) return;
		const server = row.of.server.id;
		if (row.player) {
			const targets = {...noTargets, servers: [server], server, row: {list: 'players', id} as const};
			store.dispatch({
				type: 'dialog/opened',
				dialog: {kind: 'menu', menu: 'player', targets, openedAt: clock.now(), at: 0},
			});
		} else store.dispatch({type: 'view/changed', change: {currentId: server, pane: 'console'}});
	},
};
