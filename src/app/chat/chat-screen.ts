import {nameOf} from '../../actions/names.ts';
import {chatCommandOf} from '../../games/chat-lines.ts';
import {smallest} from '../../lib/lists/long-lists.ts';
import {clockText, dayText, formatDuration} from '../../lib/time/ago.ts';
import {fitRight} from '../../lib/text/width.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {chatMessages as messages} from '../../messages/chat.ts';
import {noLines} from '../console/record/lines.ts';
import {newestAnswer} from '../console/record/outcome.ts';
import type {ListScreen, ScreenRow} from '../kernel/screens/list-screen.ts';
import {cellsBy, type Fact, type ListColumn} from '../kernel/text/spans.ts';
import type {TimeMode} from '../kernel/state/view-state.ts';
import type {State} from '../state.ts';
import type {FleetState} from '../servers/fleet.ts';
import {type ChatEntry, isSentKind} from './chat-state.ts';

type ShownEntry = {entry: ChatEntry; before: ChatEntry | undefined; time: TimeMode};

/** Joins and leaves are less important than chat. */
const style = ({entry}: ShownEntry) => (entry.kind === 'chat' ? undefined : 'faint');

/** What players say to be heard by an admin, in Latin and Cyrillic letters. The program contains only ASCII. */
const callsAdmin = /\badmins?\b|\u0430\u0434\u043c\u0438\u043d/i;

const chatColumns = [
	{
		id: 'time',
		header: 'TIME',
		width: {min: 8, max: 9},
		priority: 1,
		isClear: true,
		value: ({entry: {at}, time}, now) =>
			time === 'relative' ? fitRight(formatDuration(now - at), 8) : clockText(at, time === 'utc'),
		style: () => 'faint',
	},
	{
		id: 'server',
		header: 'SERVER',
		width: {min: 8, max: 18},
		priority: 0,
		cut: 'middle',
		isClear: true,
		isSnug: true,
		value: ({entry: {server}}) => server,
		// The eye finds where another server begins.
		style: ({entry, before}) => (entry.serverId === before?.serverId ? 'faint' : undefined),
	},
	{
		id: 'player',
		header: 'PLAYER',
		width: {min: 8, max: 20},
		priority: 0,
		isClear: true,
		value: ({entry}) => speakerOf(entry),
		style,
	},
	{
		id: 'text',
		header: 'TEXT',
		width: {min: 20, max: 400},
		priority: 0,
		isClear: true,
		value: ({entry}) => chatText(entry),
		style: shown =>
			shown.entry.kind === 'chat' && callsAdmin.test(shown.entry.text) ? 'warning' : style(shown),
	},
] as const satisfies readonly ListColumn<ShownEntry>[];

/** What is shown after the name of the player. */
export function chatText({kind, text}: Pick<ChatEntry, 'kind' | 'text'>): string {
	if (isSentKind(kind)) return messages[kind](text);
	return kind === 'chat' ? text : messages[kind];
}

export const speakerOf = ({kind, player}: Pick<ChatEntry, 'kind' | 'player'>): string =>
	player ?? (isSentKind(kind) ? messages.you : messages.server);

const cells = cellsBy<ShownEntry>(chatColumns);

const rowsOf = memoize((entries: readonly ChatEntry[], time: TimeMode): readonly ScreenRow[] =>
	entries.map((entry, index): ScreenRow => ({
		id: entry.id,
		fields: {
			server: entry.server,
			player: speakerOf(entry),
			text: chatText(entry),
			kind: entry.kind,
		},
		cell: (column, now) => cells({entry, before: entries[index - 1], time})(column, now),
	})),
);

export const findChatEntry = ({chat}: Pick<State, 'chat'>, id: string | undefined): ChatEntry | undefined =>
	chat.entries.findLast(entry => entry.id === id);

/** The cursor stays on the newest line. */
export const isFollowing = ({screens}: Pick<State, 'screens'>): boolean =>
	screens.lists.chat.currentId === undefined;

function messageFacts(state: State, id: string): Fact[] {
	const entry = findChatEntry(state, id);
	if (!entry) return [];
	const utc = state.view.time === 'utc';
	const {at, server} = entry;
	return [
		{label: 'time', text: `${dayText(at, utc)} ${clockText(at, utc)}`},
		{label: 'server', text: server},
		{label: 'player', text: speakerOf(entry)},
		{label: 'text', text: chatText(entry)},
		{label: messages.covers, text: coverageOf(state).names.join(', '), tone: 'faint'},
	];
}

/** `at`: the time of the oldest of the last answers to this program that list chat, epoch ms. */
type Coverage = {names: readonly string[]; at: number | undefined};

/** Returns the servers whose chat is shown: they listed it, have nobody who could say anything, or have printed some. */
const coverageFrom = memoize(
	(entries: readonly ChatEntry[], fleet: FleetState, console: State['console']): Coverage => {
		const heard = new Set(entries.flatMap(({kind, serverId}) => (isSentKind(kind) ? [] : [serverId])));
		const times: number[] = [];
		const covered = fleet.list.filter(server => {
			const command = chatCommandOf(server.gameType);
			const answer = command && newestAnswer(console.get(server.id)?.lines ?? noLines, command);
			const isRead = answer ? answer.response !== undefined : false;
			if (answer && isRead && answer.origin === 'probe' && server.onlinePlayers !== 0) times.push(answer.at);
			return isRead || heard.has(server.id) || (command !== undefined && server.onlinePlayers === 0);
		});
		return {names: covered.map(nameOf), at: times.length === 0 ? undefined : smallest(times)};
	},
);

const coverageOf = ({chat, fleet, console}: Pick<State, 'chat' | 'fleet' | 'console'>): Coverage =>
	coverageFrom(chat.entries, fleet, console);

export const chatScreen: ListScreen = {
	id: 'chat',
	permission: 'MANAGE_SERVERS',
	columns: chatColumns,
	fields: ['server', 'player', 'text', 'kind'],
	numbers: [],
	follows: true,
	data: ({chat, view, fleet, console}) => ({
		rows: fleet.at === undefined ? undefined : rowsOf(chat.entries, view.time),
		at: coverageOf({chat, fleet, console}).at,
		problem: fleet.at === undefined ? fleet.problem?.failure : undefined,
		unreadable: [],
	}),
	note: ({chat, fleet, console, ...state}) => {
		const {names} = coverageOf({chat, fleet, console});
		return messages.note(isFollowing(state), chat.total - chat.seen, names.length, fleet.order.length);
	},
	empty: ({feed}) => [messages.nothingYet, messages.whereFrom(feed.status?.status === 'live')],
	details: messageFacts,
	refresh: () => {},
	enter: ({store}, id) => {
		const serverId = findChatEntry(store.getState(), id)?.serverId;
		if (serverId !== undefined)
			store.dispatch({type: 'view/changed', change: {currentId: serverId, pane: 'console'}});
	},
};
