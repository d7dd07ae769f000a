import type {GameServer} from '../../contract/models/server.ts';
import {shortGame} from '../../games/games.ts';
import {nameOf} from '../../actions/names.ts';
import {phaseOf} from '../../contract/states.ts';
import {type ColumnWidth, fitColumns, type FittedColumn, widestOf} from '../../lib/text/table-layout.ts';
import {serverListMessages, serverMessages} from '../../messages/server-list.ts';
import type {CellTone, ListColumn, Tone} from '../kernel/text/spans.ts';
import {markedName} from '../kernel/state/failure.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import {crashWindowMs} from './crashes.ts';
import type {FleetState} from './fleet.ts';
import {
	alertKey,
	cpuKey,
	type Fleet,
	gameKey,
	memoryKey,
	newestKey,
	nodeKey,
	nodesOf,
	playersKey,
	serverNamesIn,
	stateKey,
} from './fleet-values.ts';
import {bytesText} from '../../lib/bytes.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import type {Keys} from './incremental-sort.ts';
import type {ShownPhase} from '../kernel/state/shown-phases.ts';
import {type ScheduledAction, scheduledText} from './scheduled-actions.ts';
import {countText, playersText, playersWords, sinceText} from './shown-fleet.ts';
import {sparkline} from '../trends/trends.ts';
import type {Trend} from '../trends/trend.ts';

/** The data behind the columns of a server. */
export type ListedServer = {
	server: GameServer;
	/** The visible state. `expected`: not yet confirmed by the service. */
	state: string | undefined;
	phase: ShownPhase;
	expected: boolean;
	since: ReturnType<FleetState['since']['get']>;
	pending: ScheduledAction | undefined;
	/** How often it is listed, if more than once. */
	times: number | undefined;
	/** How often it crashed lately, if it does not stay up. */
	crashes: number | undefined;
	/** Its problem was acknowledged here, so it is not highlighted. */
	acknowledged: boolean;
	/** Its observations over the last hours. */
	trend: Trend | undefined;
	current: boolean;
};

/** `width`: width of the entire list. `beside`: shown to the left of the console. `grouped`: grouped by node. */
export type ListRoom = {
	width: number;
	beside: boolean;
	grouped: boolean;
	/** An action is scheduled for a server. */
	pending: boolean;
	/** The chosen columns in order, by id; the name is always among them. */
	chosen?: readonly string[];
	/** The widths of the longest name and node, so that other columns get what these do not need; default: unknown. */
	names?: number;
	nodes?: number;
	/** A server does not stay up. */
	flapping?: boolean;
	/** The service reports the CPU and memory of servers. */
	usage?: boolean;
};

const widest = memoize(widestOf);
/** The width of the longest name in the fleet. */
export const widestName = (fleet: Pick<Fleet, 'session' | 'list'>): number => widest(serverNamesIn(fleet));
/** The width of the longest name of a node. */
export const widestNode = (fleet: Pick<Fleet, 'session' | 'list'>): number => widest(nodesOf(fleet));

/** A sort order of the list: smaller keys first, ties by name. `place` is its position among the sort orders. */
type ColumnSort = {place: number; key: string; label: string; keys: (fleet: Fleet) => Keys};

type PrintedServer = Pick<ListedServer, 'server' | 'times'>;

/** Text without a tone of its own is faint, or has the tone of its selected row. */
export type ServerColumn = Omit<
	ListColumn<ListedServer, PrintedServer>,
	'width' | 'value' | 'style' | 'isClear'
> & {
	/** undefined: not in this kind of list. If the columns do not fit, `priority` decides. */
	width: (room: ListRoom) => ColumnWidth | undefined;
	/** The text for a column of `width`. */
	value: (listed: ListedServer, now: number, width: number) => string;
	style?: (listed: ListedServer) => CellTone | undefined;
	sort?: ColumnSort;
	/** What line mode adds to the name, the state and its age, the column with the lowest priority first. */
	spoken?: (server: GameServer) => string | undefined;
};

/** Each sign before the columns has its cell: the cursor, the state, the selection, and unread entries. */
export const signWidth = 4;

export type SignedServer = ListedServer & {
	selected: boolean;
	/** The console has entries that arrived since it was last on screen. */
	unread: boolean;
};

export type ServerSign = {sign: 'down' | 'changing' | 'unknown' | 'selected' | 'unread'; tone: Tone};

const signOf: Record<ShownPhase, ServerSign['sign'] | undefined> = {
	stopped: undefined,
	hung: 'changing',
	online: undefined,
	offline: 'down',
	changing: 'changing',
	unknown: 'unknown',
};

/** A server that was stopped on purpose is not highlighted. */
const tonesOf: Record<ShownPhase, Extract<Tone, CellTone>> = {
	online: 'online',
	offline: 'offline',
	changing: 'changing',
	unknown: 'unknown',
	stopped: 'faint',
	hung: 'offline',
};

/**
Returns what is in the cells between the cursor and the columns: a state other than up, the selection, unread entries.
*/
export function serverSigns({
	phase,
	acknowledged,
	selected,
	unread,
}: SignedServer): readonly (ServerSign | undefined)[] {
	const sign = signOf[phase];
	return [
		sign && {sign, tone: acknowledged ? 'faint' : tonesOf[phase]},
		selected ? {sign: 'selected', tone: 'warning'} : undefined,
		unread ? {sign: 'unread', tone: 'unread'} : undefined,
	];
}

/**
Returns the width of the last step `[from, width]` that the list is wide enough for, plus up to `more` if
there is space.
*/
function step(
	{width: list}: ListRoom,
	steps: readonly (readonly [from: number, width: number])[],
	more = 0,
): ColumnWidth | undefined {
	const width = steps.findLast(([from]) => list >= from)?.[1];
	return width === undefined ? undefined : {min: width, max: width + more};
}

const maxServerName = 36;
/** Names of this length are whole in the narrowest list beside the console; other columns give way to them. */
const maxNarrowName = 23;
const maxNameWidth = 24;

/** A list alone has room for the game beside whole names, the state and, from 60 columns, since and players. */
function hasGameAlone({names = maxServerName, width}: ListRoom): boolean {
	const others = 1 + 4 + 1 + 13 + (width < 60 ? 0 : 1 + 8 + 1 + 7);
	return width >= signWidth + Math.max(8, Math.min(maxServerName, names)) + others;
}

/** The list is wide enough for the last hours, or the column was chosen. */
const hasTrend = ({chosen, width, beside}: ListRoom): boolean =>
	chosen?.includes('trend') ?? width >= (beside ? 62 : 120);

/** From this width, the trend is wide, also if longer names are cut. */
const wideTrendFrom = 80;

/** CPU and memory have columns if some values are known and the list has room beside names, or if they were chosen. */
function usageWidth(room: ListRoom, columnWidth: number): ColumnWidth | undefined {
	const from = room.beside ? 64 + nameWidth(room, 24) + nodeWidth(room) : 120;
	return room.chosen || (room.usage && room.width >= from) ? {min: columnWidth, max: columnWidth} : undefined;
}

const nameWidth = ({names = maxServerName}: ListRoom, most: number): number => Math.min(most, names);
const nodeWidth = ({nodes = 8}: ListRoom): number => Math.max(4, Math.min(8, nodes));

/** Beside the console, the game gives way to the last hours, the longest state and scheduled actions. */
const gameBeside = (room: ListRoom): number =>
	room.chosen
		? 0
		: (room.width < 68 ? 45 : 48) + nameWidth(room, maxNarrowName) + nodeWidth(room) + (room.pending ? 6 : 0);

function mapBeside(room: ListRoom): (readonly [from: number, width: number])[] {
	if (room.width >= wideTrendFrom && hasTrend(room) && !room.chosen && !room.grouped)
		return [[Math.max(104, 86 + longestName(room)), 12]];
	return [
		...(room.grouped ? ([[62, 12]] as const) : []),
		[Math.max(78, 64 + longestName(room)), 10],
		[Math.max(96, 75 + longestName(room)), 12],
	];
}

const crashWindowText = formatDuration(crashWindowMs);
const crashedWords = (crashes: number): string => serverMessages.crashed(crashes, crashWindowText);

/** Adds to a state that the console does not work: in words, or with a sign if they do not fit. */
function withConsoleProblem(state: string, {consoleProblem}: GameServer, width = Infinity): string {
	if (consoleProblem === undefined) return state;
	const texts = [`${state} ${serverMessages.consoleFails}`, `${state} !`, state];
	return texts.find(text => text.length <= width) ?? state;
}

const longestName = ({names = 0}: ListRoom): number => Math.min(maxServerName, names);

/** The columns of the server list, declared only here. */
export const serverColumns = [
	{
		id: 'name',
		header: 'NAME',
		width: ({names = maxServerName, beside}) => {
			const max = Math.max(8, Math.min(maxServerName, names));
			return {min: 8, max, ...(beside && {readable: Math.min(max, maxNarrowName)})};
		},
		priority: 0,
		cut: 'middle',
		value: ({server, times}) => markedName(nameOf(server), times),
		style: () => 'plain',
		sort: {place: 1, key: 'n', label: 'name', keys: () => []},
		printed: {
			value: ({server: {id, displayName}, times}) =>
				times === undefined ? displayName : markedName(displayName ?? id, times),
		},
	},
	{
		id: 'game',
		header: 'GAME',
		// Alone, it gives way to names that fill the list.
		width: room =>
			room.beside
				? step(room, [
						[gameBeside(room), 4],
						[Math.max(72, gameBeside(room) + 5), 9],
						[78, 4],
						[96, 9],
					])
				: step(room, [
						[hasGameAlone(room) ? 0 : 80, 4],
						[92, 9],
					]),
		priority: 2,
		value: ({server}) => shortGame(server.gameType),
		sort: {place: 5, key: 'g', label: 'game', keys: fleet => [gameKey(fleet)]},
		spoken: ({gameType}) => gameType,
		printed: {value: ({server}) => server.gameType},
	},
	{
		id: 'state',
		header: 'STATE',
		width: room =>
			step(
				room,
				room.beside
					? [
							[0, 12],
							[68, 13],
							[78, 12],
							[96, 13],
						]
					: [[0, 13]],
			),
		priority: 0,
		value: ({server, state, expected}, _now, width) =>
			withConsoleProblem(`${state ?? serverMessages.noState}${expected ? '*' : ''}`, server, width),
		style: ({phase, acknowledged}) => (acknowledged ? 'faint' : tonesOf[phase]),
		sort: {place: 4, key: 'a', label: 'state', keys: fleet => [alertKey(fleet), stateKey(fleet)]},
		printed: {
			value: ({server}) =>
				server.state === undefined ? undefined : withConsoleProblem(server.state, server),
			style: ({server}) => phaseOf(server.state),
		},
	},
	{
		id: 'since',
		header: 'SINCE',
		// In the words of the alert line where there is room; maps and nodes give way to them.
		width: room =>
			step(room, [
				[room.beside ? 0 : 60, room.beside && room.width < 68 && !room.flapping ? 6 : 8],
				...(room.flapping ? ([[72, crashedWords(99).length]] as const) : []),
			]),
		priority: 1,
		value: ({since, crashes}, now, width) => {
			if (crashes === undefined) return sinceText(since, now);
			const words = crashedWords(crashes);
			return words.length <= width ? words : serverMessages.crashedShort(crashes, crashWindowText);
		},
		style: ({crashes, acknowledged}) => (crashes === undefined || acknowledged ? undefined : 'offline'),
	},
	{
		id: 'players',
		header: 'PLAYERS',
		width: room => step(room, [[room.beside ? 0 : 60, 7]]),
		priority: 1,
		align: 'right',
		value: ({server}) => playersText(server),
		sort: {place: 2, key: 'p', label: serverListMessages.sortByPlayers, keys: fleet => [playersKey(fleet)]},
		spoken: playersWords,
		printed: {
			value: ({server}) => server.onlinePlayers ?? (server.onlinePlayersAtLeast && countText(server)),
		},
	},
	{
		id: 'trend',
		header: serverListMessages.trendHeader,
		shortHeader: serverListMessages.shortTrendHeader,
		// In a narrow list it takes only what whole names leave.
		width: room =>
			!hasTrend(room)
				? undefined
				: room.chosen || !room.beside || room.width >= wideTrendFrom
					? {min: 8, max: 24}
					: {min: 6, max: 24},
		priority: 4,
		value: ({trend}, now, width) => (trend ? sparkline(trend, now, width) : ''),
	},
	{
		id: 'cpu',
		header: 'CPU',
		width: room => usageWidth(room, 5),
		priority: 4,
		align: 'right',
		value: ({server: {cpuPercent}}) => (cpuPercent === undefined ? '' : `${cpuPercent}%`),
		sort: {place: 6, key: 'c', label: serverListMessages.sortByCpu, keys: fleet => [cpuKey(fleet)]},
		printed: {value: ({server: {cpuPercent}}) => (cpuPercent === undefined ? undefined : `${cpuPercent}%`)},
	},
	{
		id: 'mem',
		header: 'MEM',
		width: room => usageWidth(room, 8),
		priority: 4,
		align: 'right',
		value: ({server: {memoryBytes}}) => (memoryBytes === undefined ? '' : bytesText(memoryBytes)),
		sort: {place: 7, key: 'm', label: serverListMessages.sortByMemory, keys: fleet => [memoryKey(fleet)]},
		printed: {
			value: ({server: {memoryBytes}}) => (memoryBytes === undefined ? undefined : bytesText(memoryBytes)),
		},
	},
	{
		id: 'map',
		header: 'MAP',
		// Takes the place of the node while servers are grouped by node, and gives way to long names and to the trend.
		width: room =>
			step(
				room,
				room.beside ? mapBeside(room) : [[room.grouped ? 80 : 110, 12]],
				room.grouped ? maxNameWidth : 0,
			),
		priority: 5,
		value: ({server}) => server.map ?? '-',
		printed: {value: ({server}) => server.map},
	},
	{
		id: 'node',
		header: 'NODE',
		width: room => {
			if (room.grouped) return undefined;
			const width = nodeWidth(room);
			return step(room, [[room.beside ? 62 : 80, width]], Math.min(maxNameWidth, (room.nodes ?? 99) - width));
		},
		priority: 3,
		cut: 'middle',
		value: ({server}) => server.nodeName ?? '-',
		sort: {place: 3, key: 'o', label: 'node', keys: fleet => [nodeKey(fleet)]},
		spoken({nodeName, nodeId}) {
			const name = nodeName ?? nodeId;
			return name === undefined ? undefined : serverListMessages.onNode(name);
		},
		printed: {value: ({server: {nodeName, nodeId}}) => nodeName ?? nodeId},
	},
	{
		id: 'pending',
		header: 'PENDING',
		shortHeader: 'PEND',
		// A list wide enough for everything always has this column.
		width(room) {
			const [beside, alone] = room.pending ? [0, 60] : [96, 110];
			return step(room, [[room.beside ? beside : alone, room.width >= 100 ? 9 : 5]]);
		},
		priority: 1,
		value: ({pending}, now, width) => (pending ? scheduledText(pending, now, width < 7) : '-'),
		style: ({pending, current}) => (pending && !current ? 'warning' : undefined),
	},
] as const satisfies readonly ServerColumn[];

/** Returns the columns that fit into a list, each with its width. */
export function fitServerColumns(
	room: ListRoom,
	columns: readonly ServerColumn[] = serverColumns,
): FittedColumn<PlacedColumn>[] {
	const placed = chosenColumns(room.chosen, columns).flatMap(column => {
		const width = column.width(room);
		return width ? [{...column, width}] : [];
	});
	return fitColumns(placed, room.width - signWidth);
}

/** Returns the chosen columns in order; the name is always among them. */
export function chosenColumns(
	chosen: readonly string[] | undefined,
	columns: readonly ServerColumn[],
): readonly ServerColumn[] {
	if (!chosen) return columns;
	const found = chosen.flatMap(id => columns.find(column => column.id === id) ?? []);
	return found.some(({id}) => id === 'name') ? found : [...columns.slice(0, 1), ...found];
}

/** Returns how a list in this order is sorted by a column; undefined: it is not. The worst state and the highest numbers come first. */
export function orderOf(
	{id, align}: Pick<ServerColumn, 'id' | 'align'>,
	sort: string,
): 'ascending' | 'descending' | undefined {
	if (id !== (sort === byAlerts.id ? 'state' : sort)) return undefined;
	return sort === byAlerts.id || align === 'right' ? 'descending' : 'ascending';
}

export const columnIds: readonly string[] = serverColumns.map(({id}) => id);

type PlacedColumn = Omit<ServerColumn, 'width'> & {width: ColumnWidth};
export type FittedServerColumn = FittedColumn<PlacedColumn>;

/** A sort order of the list, with an id for people to type. */
export type ServerSort = Omit<ColumnSort, 'place'> & {id: string};

const byAlerts: ServerSort = {
	id: 'alerts',
	key: 't',
	label: serverListMessages.sortByAlerts,
	keys: fleet => [alertKey(fleet), newestKey(fleet)],
};

/** Returns all sort orders as listed in the menu. */
export const sortsOf = (columns: readonly ServerColumn[]): readonly ServerSort[] => [
	byAlerts,
	...columns
		.flatMap(({id, sort}) => (sort ? [{id, ...sort}] : []))
		.toSorted((one, other) => one.place - other.place),
];

export const serverSorts = sortsOf(serverColumns);
export const sortIds: readonly string[] = serverSorts.map(({id}) => id);

/** Returns the id of a sort order; `trouble` is an earlier one. undefined: there is none. */
export function sortIdOf(typed: string): string | undefined {
	const id = typed === 'trouble' ? byAlerts.id : typed;
	return sortIds.includes(id) ? id : undefined;
}

/** Returns what line mode says about a server after its name and state. */
export const spokenFacts = (server: GameServer, columns: readonly ServerColumn[] = serverColumns): string[] =>
	columns
		.toSorted((one, other) => one.priority - other.priority)
		.flatMap(({spoken}) => spoken?.(server) ?? []);
