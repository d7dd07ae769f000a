import {compareNames} from '../../lib/text/compare-names.ts';
import {mayBePlayed} from '../../actions/player-lists.ts';
import {memoize, perOwner, sameItems} from '../../lib/lists/memoize.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {listedGameOf} from '../../games/games.ts';
import type {State} from '../state.ts';
import type {Services} from '../kernel/state/services.ts';
import {type SeenPlayer, serverPlayers, type ServerPlayers, steamIdOf} from './listing.ts';
import {playerActionBlocked, type PlayerVerb, playerVerbs} from '../../actions/players.ts';
import {reachable} from '../../actions/preconditions.ts';
import {nameOf} from '../../actions/names.ts';
import {appMessages} from '../../messages/screens.ts';
import {
	playersScreenMessages as messages,
	playerActionMessages,
	playerNoteMessages,
} from '../../messages/players.ts';
import {copyText} from '../export/export-menus.ts';
import type {Menu, MenuItem} from '../kernel/dialogs/menu.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Targets} from '../kernel/state/targets.ts';

/**
A row of the players screen. `player` is undefined for a server without a list; `place` is its index in the list of its server.
*/
export type PlayerRow = {id: string; of: ServerPlayers; player: SeenPlayer | undefined; place: number};

type NamedRow = PlayerRow & {player: SeenPlayer};

/** The latest results of a session. A new list replaces the rows of its server only. */
const latest = perOwner(
	(): {
		all: readonly ServerPlayers[];
		/** The named rows, and the servers that they come from. */
		rows: {all: readonly ServerPlayers[]; named: readonly NamedRow[]};
	} => ({all: [], rows: {all: [], named: []}}),
);

const allServers = memoize(
	(
		{session, order, servers, at = 0}: State['fleet'],
		console: State['console'],
		access: State['access'],
	): readonly ServerPlayers[] => {
		const known = latest(session);
		const byServer = new Map(known.all.map(one => [one.server.id, one]));
		const all = order.flatMap(id => {
			const server = servers.get(id);
			if (!server || !mayBePlayed(server)) return [];
			const now = serverPlayers({console, access}, server, at);
			const before = byServer.get(id);
			return [before && isSame(before, now) ? before : now];
		});
		if (!sameItems(all, known.all)) known.all = all;
		return known.all;
	},
);

const isSame = (a: ServerPlayers, b: ServerPlayers): boolean =>
	a.server === b.server && a.listing === b.listing && a.status === b.status && problemOf(a) === problemOf(b);

const problemOf = (one: ServerPlayers) => (one.status === 'failed' ? one.problem : undefined);

/** Returns every server that may have players, with its list. */
export const listedServers = ({
	fleet,
	console,
	access,
}: Pick<State, 'access' | 'console' | 'fleet'>): readonly ServerPlayers[] =>
	allServers(fleet, console, access);

const byName = (a: NamedRow, b: NamedRow): number =>
	compareNames(a.player.name, b.player.name) || (a.id < b.id ? -1 : Number(a.id > b.id));

const namedRowsOf = memoize((of: ServerPlayers): readonly NamedRow[] =>
	of.status === 'listed'
		? (of.listing?.list?.players ?? []).map((player, place) => ({
				id: `${of.server.id} ${player.key}`,
				of,
				player,
				place,
			}))
		: [],
);

const asideRowOf = memoize((of: ServerPlayers): PlayerRow => ({
	id: `${of.server.id} `,
	of,
	player: undefined,
	place: 0,
}));

/** Returns the rows of one server: those of its players, or the one without a player. */
export const rowsOfServer = (of: ServerPlayers): readonly PlayerRow[] =>
	of.status === 'listed' ? namedRowsOf(of) : [asideRowOf(of)];

const rowsIn = memoize((all: readonly ServerPlayers[], session: object): readonly PlayerRow[] => {
	const known = latest(session);
	const [before, now] = [new Set(known.rows.all), new Set(all)];
	const kept = known.rows.named.filter(({of}) => now.has(of));
	const added = all.filter(of => !before.has(of)).flatMap(namedRowsOf);
	const named = added.length === 0 ? kept : merge(kept, added.sort(byName));
	known.rows = {all, named};
	return [...named, ...all.filter(({status}) => status !== 'listed' && status !== 'empty').map(asideRowOf)];
});

/** Merges sorted rows; fast if few are added. */
function merge(kept: readonly NamedRow[], added: readonly NamedRow[]): readonly NamedRow[] {
	const rows: NamedRow[] = [];
	let next = 0;
	const copyTo = (end: number) => {
		for (const row of kept.slice(next, end)) rows.push(row);
		next = end;
	};
	for (const row of added) {
		copyTo(placeFor(row, kept, next));
		rows.push(row);
	}
	copyTo(kept.length);
	return rows;
}

function placeFor(row: NamedRow, rows: readonly NamedRow[], start: number): number {
	let [from, to] = [start, rows.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		const other = rows[middle];
		if (other && byName(other, row) < 0) from = middle + 1;
		else to = middle;
	}
	return from;
}

/** Returns the players by name, then the servers without a list. Omits empty servers. */
export const playerRows = (state: Pick<State, 'access' | 'console' | 'fleet'>): readonly PlayerRow[] =>
	rowsIn(listedServers(state), state.fleet.session);

export const findPlayerRow = (state: State, id: string): PlayerRow | undefined =>
	playerRows(state).find(row => row.id === id);

/** Kick is `x` because `k` moves up in menus. */
const keys = {message: 'm', kick: 'x', ban: 'b'} as const;

const playerOf = (state: State, {row}: Targets) =>
	row?.list === 'players' ? findPlayerRow(state, row.id) : undefined;

/** Returns the item for a ban from all servers of a game, if it has several. */
function banEverywhere(
	{fleet}: State,
	server: GameServer,
	{name, playerId: id, isCut}: SeenPlayer,
): MenuItem<'banEverywhere'>[] {
	const game = listedGameOf(server);
	const servers = fleet.list.filter(({gameType}) => gameType === server.gameType);
	const serverIds = servers.map(one => one.id);
	if (!game || serverIds.length < 2) return [];
	const isOnlyHere = game.players.ban?.includes('{slot}') === true;
	const blocked = playerActionBlocked('ban', server, {id, slot: '0', isCut});
	return [
		{
			id: 'banEverywhere',
			key: 'a',
			label: messages.menu.banEverywhere(
				name,
				{all: servers.length, reached: reachable({servers, checksStates: true}).length},
				game.label,
			),
			blocked: isOnlyHere ? playerActionMessages.ban.onlyHere : blocked,
			choose: services => {
				if (services.settings.readOnly) return void notify(services, 'warning', appMessages.readOnly);
				return {form: 'ban-player', serverIds, subject: {id: id ?? name, name}};
			},
		},
	];
}

type PlayerChoice = PlayerVerb | 'banEverywhere' | 'note' | 'id' | 'steamId';

/** Message, kick and ban open their own dialogs. */
export function playerItems(state: State, targets: Targets): MenuItem<PlayerChoice>[] {
	const found = playerOf(state, targets);
	if (!found?.player) return [];
	const {of, player} = found;
	const {name, playerId, userId: slot, isCut} = player;
	const id = playerId ?? '';
	const steamId = steamIdOf(state, of.server, playerId);
	const acts = playerVerbs.map((verb): MenuItem<PlayerVerb> => ({
		id: verb,
		key: keys[verb],
		label: messages.menu[verb](name),
		blocked: playerActionBlocked(verb, of.server, {id: playerId, slot, isCut}),
		choose: services => {
			if (services.settings.readOnly) return void notify(services, 'warning', appMessages.readOnly);
			const subject = {id: playerId ?? slot ?? name, name, slot};
			return {form: `${verb}-player`, serverIds: [of.server.id], subject};
		},
	}));
	return [
		...acts,
		...banEverywhere(state, of.server, player),
		{
			id: 'note',
			key: 'n',
			label: playerNoteMessages.menu(name),
			blocked: id === '' ? playerActionMessages.noId : undefined,
			choose: () => ({form: 'note-player', serverIds: [of.server.id], subject: {id, name}}),
		},
		{
			id: 'id',
			key: 'c',
			label: messages.menu.copyId(id),
			blocked: id === '' ? playerActionMessages.noId : undefined,
			choose: services => void copyText(services, messages.menu.idOf(name), id),
		},
		...(steamId === undefined
			? []
			: [
					{
						id: 'steamId' as const,
						key: 's',
						label: messages.menu.copyId(steamId),
						choose: (services: Services) => void copyText(services, messages.menu.idOf(name), steamId),
					},
				]),
	];
}

/** The actions on a player. */
export const playerMenu: Menu<PlayerChoice> = {
	title: (state, targets) => {
		const found = playerOf(state, targets);
		return found?.player
			? messages.menu.title(found.player.name, nameOf(found.of.server))
			: messages.menu.gone;
	},
	items: playerItems,
	current: () => undefined,
};
