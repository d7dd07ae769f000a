import {isWholeId, playerActionBlocked} from '../../actions/players.ts';
import {nameOf} from '../../actions/names.ts';
import {operationBlocked} from '../../actions/preconditions.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {readBans} from '../../games/ban-list.ts';
import {type ListedGame, listedGameOf} from '../../games/games.ts';
import type {Ban, BanList} from '../../games/player.ts';
import {smallest} from '../../lib/lists/long-lists.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {compareNames} from '../../lib/text/compare-names.ts';
import {clockText, dayText} from '../../lib/time/ago.ts';
import {banListMessages as messages, playersScreenMessages} from '../../messages/players.ts';
import {appMessages} from '../../messages/screens.ts';
import type {Message} from '../../messages/text.ts';
import {type CommandLine, type Lines, newestFirst, noLines} from '../console/record/lines.ts';
import {outcomeOf} from '../console/record/outcome.ts';
import {quietLineId} from '../console/record/unread.ts';
import {sendAwaited} from '../console/send/send-command.ts';
import {copyText} from '../export/export-menus.ts';
import type {Menu} from '../kernel/dialogs/menu.ts';
import type {ListScreen, ScreenRow} from '../kernel/screens/list-screen.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Program} from '../kernel/state/program.ts';
import {noTargets, type Targets} from '../kernel/state/targets.ts';
import {cellsBy, type ListColumn} from '../kernel/text/spans.ts';
import type {State} from '../state.ts';

/** A ban of a server, or the reason why the bans of a server are not known. */
type BanRow = {id: string; server: GameServer; ban: Ban | undefined; why: Message | undefined};

const maxLines = 400;

/** Returns the newest answer that lists the bans of a server. */
const newestList = memoize((lines: Lines, command: string): CommandLine | undefined =>
	newestFirst(lines)
		.take(maxLines)
		.filter(line => line.kind === 'command')
		.find(line => line.command.trim().toLowerCase() === command.toLowerCase()),
);

const bansIn = memoize(({response}: CommandLine, {players}: ListedGame): BanList | undefined =>
	response === undefined ? undefined : readBans(players, response),
);

const serverRows = memoize(
	(server: GameServer, line: CommandLine | undefined, game: ListedGame | undefined): readonly BanRow[] => {
		const aside = (why: Message): readonly BanRow[] => [{id: `${server.id} `, server, ban: undefined, why}];
		if (!game?.players.bans) return aside(messages.noListCommand);
		const blocked = operationBlocked('rcon', server);
		if (blocked !== undefined) return aside(blocked);
		const outcome = line && outcomeOf(line);
		if (!line || outcome?.kind === 'open') return aside(messages.notRead);
		if (outcome?.kind === 'problem') return aside(outcome.word);
		const list = bansIn(line, game);
		const rows = (list?.bans ?? []).map((ban): BanRow => ({
			id: `${server.id} ${ban.id} ${ban.number ?? ''}`,
			server,
			ban,
			why: undefined,
		}));
		return list?.isComplete ? rows : [...rows, ...aside(messages.part)];
	},
);

type Asked = {server: GameServer; game: ListedGame | undefined; line: CommandLine | undefined};

/** Returns all servers with the newest answer that lists their bans. */
const serversOf = (state: State): Asked[] =>
	state.fleet.order.flatMap((id): Asked[] => {
		const server = state.fleet.servers.get(id);
		if (!server) return [];
		const game = listedGameOf(server);
		const command = game?.players.bans?.list;
		const lines = state.console.get(id)?.lines ?? noLines;
		return [{server, game, line: command === undefined ? undefined : newestList(lines, command)}];
	});

const byName = (a: BanRow, b: BanRow) =>
	Number(a.ban === undefined) - Number(b.ban === undefined) ||
	compareNames(a.ban?.name ?? a.ban?.id ?? '', b.ban?.name ?? b.ban?.id ?? '');

const banRows = (state: State): readonly BanRow[] =>
	serversOf(state)
		.flatMap(({server, line, game}) => serverRows(server, line, game))
		.toSorted(byName);

const findBan = (state: State, {row}: Targets): BanRow | undefined =>
	row?.list === 'bans' ? banRows(state).find(({id}) => id === row.id) : undefined;

const endOf = ({time, expiresAt}: Ban, isUtc: boolean): string =>
	expiresAt === undefined ? (time ?? '') : `${dayText(expiresAt, isUtc)} ${clockText(expiresAt, isUtc)}`;

type Shown = {name: Message; id: string; server: string; end: string; reason: string; isAside: boolean};

const columns = [
	{
		id: 'name',
		header: 'NAME',
		width: {min: 12, max: 24},
		priority: 0,
		value: ({name}) => name,
		style: ({isAside}) => (isAside ? 'faint' : undefined),
	},
	{
		id: 'server',
		header: 'SERVER',
		width: {min: 10, max: 20},
		priority: 0,
		cut: 'middle',
		isClear: true,
		value: ({server}) => server,
	},
	{id: 'end', header: 'ENDS', width: {min: 8, max: 20}, priority: 1, value: ({end}) => end},
	{id: 'reason', header: 'REASON', width: {min: 8, max: 30}, priority: 2, value: ({reason}) => reason},
	{
		id: 'id',
		header: 'ID',
		width: {min: 12, max: 34},
		priority: 3,
		cut: 'middle',
		value: ({id}) => id,
	},
] as const satisfies readonly ListColumn<Shown>[];

const cells = cellsBy<Shown>(columns);

const rowOf = ({id, server, ban, why}: BanRow): ScreenRow => {
	const name = ban?.name === undefined || ban.name === '' ? (ban?.id ?? '') : ban.name;
	return {
		id,
		...(ban === undefined && {isAside: true}),
		fields: {name, id: ban?.id, server: nameOf(server), game: server.gameType, text: ban?.reason},
		cell: cells({
			name: why ?? name,
			id: ban?.id ?? '',
			server: nameOf(server),
			end: ban ? endOf(ban, false) : '',
			reason: ban?.reason ?? '',
			isAside: ban === undefined,
		}),
	};
};

/** Returns the time of the oldest list, epoch ms; undefined while one is still being read. */
function readAt(state: State): number | undefined {
	const lists = serversOf(state).filter(
		({server, game}) => game?.players.bans && operationBlocked('rcon', server) === undefined,
	);
	const times = lists.flatMap(({line}) => (line && outcomeOf(line).kind !== 'open' ? [line.at] : []));
	if (times.length < lists.length) return undefined;
	return times.length === 0 ? state.players.bansRequestedAt : smallest(times);
}

/** The bans of all servers. */
export const bansScreen: ListScreen = {
	id: 'bans',
	permission: 'MANAGE_SERVERS',
	columns,
	fields: ['name', 'id', 'server', 'game', 'text'],
	numbers: [],
	data: state => ({
		rows: state.fleet.at === undefined ? undefined : banRows(state).map(rowOf),
		at: readAt(state),
		problem: state.fleet.at === undefined ? state.fleet.problem?.failure : undefined,
		unreadable: [],
	}),
	empty: () => [messages.none],
	details: (state, id, _how) => {
		const row = banRows(state).find(one => one.id === id);
		if (!row) return [];
		const {server, ban, why} = row;
		const shownServer = {label: 'server', text: nameOf(server)};
		if (!ban) return [shownServer, {label: 'bans', text: why ?? '', tone: 'warning'}];
		const end = endOf(ban, state.view.time === 'utc');
		return [
			...(ban.name ? [{label: 'name', text: ban.name}] : []),
			{label: 'id', text: ban.id},
			shownServer,
			...(end === '' ? [] : [{label: 'ends', text: end}]),
			...(ban.reason ? [{label: 'reason', text: ban.reason}] : []),
		];
	},
	refresh: ({store, clock}) => store.dispatch({type: 'players/bansRequested', at: clock.now()}),
	enter: ({store, clock}, id) => {
		const row = banRows(store.getState()).find(one => one.id === id);
		if (!row) return;
		const {id: server} = row.server;
		const targets = {...noTargets, servers: [server], server, row: {list: 'bans', id} as const};
		if (row.ban) {
			store.dispatch({
				type: 'dialog/opened',
				dialog: {kind: 'menu', menu: 'ban', targets, openedAt: clock.now(), at: 0},
			});
		} else store.dispatch({type: 'view/changed', change: {currentId: server, pane: 'console'}});
	},
};

/** What can be done about a ban. */
export const banMenu: Menu<'unban' | 'id'> = {
	title: (state, targets) => {
		const found = findBan(state, targets);
		return found?.ban
			? playersScreenMessages.menu.title(found.ban.name || found.ban.id, nameOf(found.server))
			: messages.gone;
	},
	items: (state, targets) => {
		const {server, ban} = findBan(state, targets) ?? {};
		if (!server || !ban) return [];
		const name = ban.name || ban.id;
		const {players} = listedGameOf(server) ?? {};
		return [
			{
				id: 'unban',
				key: 'u',
				label: messages.unban(name),
				blocked: playerActionBlocked('unban', server, {id: ban.id, slot: ban.number}),
				choose: services => {
					if (services.settings.readOnly) return void notify(services, 'warning', appMessages.readOnly);
					const subject = {id: ban.id, name, slot: ban.number};
					return {form: 'unban-player', serverIds: [server.id], subject};
				},
			},
			{
				id: 'id',
				key: 'c',
				label: playersScreenMessages.menu.copyId(ban.id),
				blocked: players && isWholeId(players, ban.id, 'unban') ? undefined : messages.oddId,
				choose: services => void copyText(services, playersScreenMessages.menu.idOf(name), ban.id),
			},
		];
	},
	current: () => undefined,
};

/** A list that is older is read again when the screen opens. */
const maxAgeMs = 60_000;

/** Reads the bans when the screen opens, and on request. */
export function readBansOnRequest(program: Program): () => void {
	const {store, clock, settings, newId} = program;
	let readAt: number | undefined;
	let wasOpen = false;
	let cancelTimer = () => {};
	const read = () => {
		if (settings.readOnly) return;
		const state = store.getState();
		for (const serverId of state.fleet.order) {
			const server = state.fleet.servers.get(serverId);
			const command = server && listedGameOf(server)?.players.bans?.list;
			if (!server || command === undefined || operationBlocked('rcon', server) !== undefined) continue;
			const options = {localId: quietLineId(`bans:${newId()}`), yields: true, isProbe: true} as const;
			void sendAwaited(program, serverId, command, options);
		}
	};
	const update = () => {
		const {view, players, fleet} = store.getState();
		const isOpen = view.pane === 'bans' && fleet.at !== undefined;
		const {bansRequestedAt: at = 0} = players;
		if (isOpen && !wasOpen && clock.now() - at > maxAgeMs) {
			wasOpen = true;
			store.dispatch({type: 'players/bansRequested', at: clock.now()});
			return;
		}
		wasOpen = isOpen;
		if (at === 0 || at === readAt) return;
		readAt = at;
		// Deferred: an event dispatched from here would start reading a second time.
		cancelTimer = clock.after(0, read);
	};
	const unsubscribe = store.subscribe(update);
	return () => {
		unsubscribe();
		cancelTimer();
	};
}
