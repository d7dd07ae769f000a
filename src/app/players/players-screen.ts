import {
	playersScreenMessages as messages,
	playerActionMessages,
	playersScreenMessages,
} from '../../messages/players.ts';
import {commonMessages, message, type Message} from '../../messages/text.ts';
import {cellsBy, type Fact, type ListColumn} from '../kernel/text/spans.ts';
import {effectOf} from './confirm-acts.ts';
import {type SeenPlayer, steamIdOf, type ServerPlayers} from './listing.ts';
import {nameOf} from '../../actions/names.ts';
import {readPlayers} from '../../games/player-list.ts';
import {compareNames} from '../../lib/text/compare-names.ts';
import {clockText, dayText} from '../../lib/time/ago.ts';
import type {PlayerHistory} from '../kernel/state/journal.ts';
import type {DetailsOptions, ListScreen, RowSort, ScreenRow} from '../kernel/screens/list-screen.ts';
import type {State} from '../state.ts';
import {
	findPlayerRow,
	listedServers,
	playerItems,
	type PlayerRow,
	playerRows,
	rowsOfServer,
} from './player-rows.ts';
import {smallest} from '../../lib/lists/long-lists.ts';
import {keepEqual, memoize} from '../../lib/lists/memoize.ts';
import {noTargets, type Targets} from '../kernel/state/targets.ts';
import {activityText} from '../../actions/activity.ts';
import {printableLine} from '../../lib/text/text.ts';
import {actIn, openActs} from './player-acts.ts';
import type {PlayerAct} from './players-state.ts';
import {deepEqual} from '../../lib/json/depth.ts';

/** A player, or the reason why a server has no list. */
export type ListedPlayer = {
	name: Message;
	id: string | undefined;
	server: string;
	/** The time of the first list that has the player, epoch ms. */
	since: number | undefined;
	/** The player is in the oldest known list, and may have joined earlier. */
	isAtLeast: boolean;
	isFlagged: boolean;
	/** It was sent, and the player is still in the list. */
	sent: PlayerAct['verb'] | undefined;
};

/** The columns of the players screen. */
const playerColumns = [
	{
		id: 'name',
		header: 'NAME',
		width: {min: 12, max: 24, readable: 18},
		priority: 0,
		value: ({name}) => name,
	},
	{
		id: 'server',
		header: 'SERVER',
		width: {min: 10, max: 20, readable: 14},
		priority: 0,
		cut: 'middle',
		isClear: true,
		isSnug: true,
		value: ({server}) => server,
		printed: {value: ({server}) => server},
	},
	{
		id: 'mark',
		header: 'MARK',
		width: {min: 4, max: 4},
		priority: 2,
		isSnug: true,
		value: ({isFlagged, sent}) => sent ?? (isFlagged ? messages.flag : ''),
		style: () => 'warning',
	},
	{
		id: 'since',
		header: 'ONLINE',
		width: {min: 6, max: 8},
		priority: 1,
		value: ({since, isAtLeast}, now) =>
			since === undefined
				? ''
				: (isAtLeast ? playersScreenMessages.atLeast : playersScreenMessages.exactly)(now - since),
	},
	{
		id: 'id',
		header: 'ID',
		// Half an id is of no use.
		width: {min: 12, max: 40, readable: 40},
		priority: 3,
		cut: 'middle',
		isSnug: true,
		value: ({id}) => id ?? '',
		printed: {value: ({id}) => id},
	},
] as const satisfies readonly ListColumn<ListedPlayer>[];

/** Returns the reason why a server has no list. */
function whyNotListed({status, ...rest}: ServerPlayers): Message {
	switch (status) {
		case 'unknownGame':
			return messages.unknownGame;
		case 'failed':
			return messages.failed('problem' in rest ? rest.problem : '');
		case 'busy':
			return messages.busy;
		case 'waiting':
			return messages.waiting;
		case 'listed':
		case 'empty':
			return messages.nobody;
	}
}

/** Returns the details of a player with the history of the id in the journal, or the reason why a server has no list. */
function playerFacts(state: State, id: string, {now}: DetailsOptions): Fact[] {
	const row = findPlayerRow(state, id);
	if (!row) return [];
	const {of, player} = row;
	const server = {label: 'server', text: nameOf(of.server)};
	if (!player) return [server, {label: 'players', text: whyNotListed(of), tone: 'warning'}];
	const utc = state.view.time === 'utc';
	const {name, userId, playerId, since, isAtLeast} = player;
	const steamId = steamIdOf(state, of.server, playerId);
	return [
		{label: 'name', text: name},
		{label: 'id', text: playerId ?? playerActionMessages.noId},
		...(steamId === undefined ? [] : [{label: messages.steamId, text: steamId}]),
		...(userId === undefined ? [] : [{label: messages.userId, text: userId}]),
		server,
		{
			label: 'online',
			text: (isAtLeast ? messages.sinceAtLeast : messages.since)(now - since, clockText(since, utc)),
		},
		...sentFacts(state, row, utc),
		...listFacts(of, now),
		...(playerId === undefined ? [] : historyFacts(state, playerId, utc)),
	];
}

/** Returns the kick or ban of this session whose player is still in the list. */
const sentAmong = (
	acts: readonly PlayerAct[],
	server: string,
	{key, since}: SeenPlayer,
): PlayerAct | undefined =>
	acts.findLast(({serverId, id, at}) => serverId === server && id === key && at > since);

function sentFacts(state: State, row: PlayerRow, utc: boolean): Fact[] {
	const {of, player} = row;
	const act = player && sentAmong(openActs(state.console, state.fleet.list), of.server.id, player);
	if (!act) return [];
	const effect = effectOf(state, row.of.server, act);
	const at = clockText(act.at, utc);
	const text = effect ? messages.sentAndListed(at, clockText(effect.at, utc)) : messages.sentAt(at);
	return [{label: act.verb, text, tone: 'warning'}];
}

function listFacts({listing}: ServerPlayers, now: number): Fact[] {
	const {list, newest, problem} = listing ?? {};
	if (!list) return [];
	const isOlder = newest !== undefined && newest.at > list.at;
	return [
		{label: 'list', text: commonMessages.ago(now - list.at), ...(isOlder && {tone: 'warning' as const})},
		...(list.gap === undefined
			? []
			: [{label: '', text: messages.incomplete(list.gap), tone: 'warning' as const}]),
		...(problem === undefined
			? []
			: [{label: '', text: messages.notReadAgain(problem), tone: 'warning' as const}]),
	];
}

const maxSightings = 12;

function historyFacts({players: {history}}: State, playerId: string, utc: boolean): Fact[] {
	if (history?.playerId !== playerId) return [];
	const {acts, sightings} = history.entries;
	const when = (at: number) => `${dayText(at, utc)} ${clockText(at, utc).slice(0, 5)}`;
	const lines = [
		...acts.map(({at, activity, server}) => ({at, text: `${when(at)}  ${activityText(activity, server)}`})),
		...namedSightings(sightings, playerId).map(({first, last, server, name}) => ({
			at: last,
			text: messages.sighting(when(first), clockText(last, utc).slice(0, 5), server, name),
		})),
	].toSorted((a, b) => b.at - a.at);
	if (lines.length === 0) return [{label: 'journal', text: messages.notInJournal, tone: 'faint'}];
	const more = lines.length - maxSightings;
	return [
		...lines.slice(0, maxSightings).map(({text}, index) => ({label: index === 0 ? 'journal' : '', text})),
		...(more > 0 ? [{label: '', text: messages.olderSightings(more), tone: 'faint' as const}] : []),
	];
}

/** Keeps the sightings of this exact id: the journal search also matches longer ids that contain it. */
const namedSightings = (sightings: PlayerHistory['sightings'], playerId: string) =>
	sightings.flatMap(({command, response, ...rest}) => {
		const found = readPlayers(undefined, command, response)?.players.find(one => one.playerId === playerId);
		return found ? [{...rest, name: found.name}] : [];
	});

/** Returns the newest name of an id in the journal. */
export function nameIn({acts, sightings}: PlayerHistory, playerId: string): string | undefined {
	const [seen] = namedSightings(sightings, playerId).toSorted((a, b) => b.last - a.last);
	if (seen) return printableLine(seen.name);
	const names = acts.flatMap(({at, activity}) => actIn({at, activity, serverId: ''})?.name ?? []);
	return names.find(name => name !== playerId);
}

/** What rows are marked with. */
type Marks = {flagged: ReadonlySet<string>; acts: readonly PlayerAct[]};

const keepActs = keepEqual<readonly PlayerAct[]>(deepEqual);

const marksFrom = memoize((flagged: ReadonlySet<string>, acts: readonly PlayerAct[]): Marks => ({
	flagged,
	acts,
}));

/** Returns the same object until a mark changes, whatever else the consoles receive. */
const marksOf = ({players, console, fleet}: State): Marks =>
	marksFrom(players.flagged, keepActs(openActs(console, fleet.list)));

const cells = cellsBy<ListedPlayer>(playerColumns);

function rowOf({id, of, player}: PlayerRow, {flagged, acts}: Marks): ScreenRow {
	const server = nameOf(of.server);
	const isAside = player === undefined;
	const why = whyNotListed(of);
	const playerId = player?.playerId ?? player?.userId;
	const name = player?.name ?? '';
	const {since, isAtLeast = false} = player ?? {};
	return {
		id,
		since,
		...(isAside && {isAside, remark: message`${server}: ${why}`}),
		fields: {
			name,
			id: playerId,
			server,
			game: of.server.gameType,
		},
		cell: cells({
			name,
			id: playerId,
			server,
			since,
			isAtLeast,
			isFlagged: playerId !== undefined && flagged.has(playerId),
			sent: player && sentAmong(acts, of.server.id, player)?.verb,
		}),
	};
}

/** The rows of one server, kept while its list and the marks stay the same. */
const screenRowsOf = memoize((of: ServerPlayers, marks: Marks): readonly ScreenRow[] =>
	rowsOfServer(of).map(row => rowOf(row, marks)),
);

/** Makes the rows of new lists only: a large team has 100,000 players. */
const rows = memoize((all: readonly PlayerRow[], marks: Marks): readonly ScreenRow[] =>
	all.map(row => screenRowsOf(row.of, marks)[row.place] ?? rowOf(row, marks)),
);

/** Returns the time of the oldest list, epoch ms; undefined if there is none or a first list is still being read. */
function readAt(all: readonly ServerPlayers[]): number | undefined {
	if (all.some(({status}) => status === 'waiting')) return undefined;
	const times = all.flatMap(({status, listing}) =>
		status === 'listed' && listing?.list ? [listing.list.at] : [],
	);
	return times.length === 0 ? undefined : smallest(times);
}

/** The menu opens on the first action that the game has. */
const firstChoice = (state: State, targets: Targets): number =>
	Math.max(
		0,
		playerItems(state, targets).findIndex(({blocked}) => blocked === undefined),
	);

/** The orders of the list. */
const playerSorts: readonly RowSort[] = [
	{id: 'name', key: 'n', label: messages.sorts.name},
	{
		id: 'server',
		key: 'e',
		label: messages.sorts.server,
		compare: (a, b) => compareNames(String(a.fields.server), String(b.fields.server)),
	},
	{
		id: 'online',
		key: 'o',
		label: messages.sorts.online,
		compare: (a, b) => (b.since ?? 0) - (a.since ?? 0),
	},
];

export const playersScreen: ListScreen = {
	id: 'players',
	sorts: playerSorts,
	permission: 'MANAGE_SERVERS',
	columns: playerColumns,
	fields: ['name', 'id', 'server', 'game'],
	numbers: [],
	data: state => {
		const {fleet} = state;
		const all = listedServers(state);
		return {
			rows: fleet.at === undefined ? undefined : rows(playerRows(state), marksOf(state)),
			at: readAt(all),
			problem: fleet.at === undefined ? fleet.problem?.failure : undefined,
			unreadable: [],
			isLoading: all.some(({status}) => status === 'waiting'),
		};
	},
	movesOn: true,
	note: state => {
		const all = listedServers(state);
		const listed = all.filter(({status}) => status === 'listed' || status === 'empty');
		const incomplete = all.filter(
			({listing, status}) =>
				status === 'listed' && (listing?.list?.gap !== undefined || listing?.problem !== undefined),
		);
		const players = listed.reduce((sum, {listing}) => sum + (listing?.list?.players.length ?? 0), 0);
		return messages.note(listed.length, all.length, incomplete.length, players);
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
				dialog: {
					kind: 'menu',
					menu: 'player',
					targets,
					openedAt: clock.now(),
					at: firstChoice(store.getState(), targets),
				},
			});
		} else store.dispatch({type: 'view/changed', change: {currentId: server, pane: 'console'}});
	},
};
