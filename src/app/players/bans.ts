import {banEndOn, banNotesOn, isOnlyHere, isWholeId, playerActionBlocked} from '../../actions/players.ts';
import {nameOf} from '../../actions/names.ts';
import {operationBlocked} from '../../actions/preconditions.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {readBans} from '../../games/ban-list.ts';
import {findGame, type ListedGame, listedGameOf} from '../../games/games.ts';
import type {Ban, BanList} from '../../games/player.ts';
import {smallest} from '../../lib/lists/long-lists.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {compareNames} from '../../lib/text/compare-names.ts';
import {dateMinuteText, dayText, formatElapsed, minuteText, whenText} from '../../lib/time/ago.ts';
import {
	banListMessages as messages,
	gameName,
	playerActionMessages,
	playersScreenMessages,
} from '../../messages/players.ts';
import {appMessages} from '../../messages/screens.ts';
import {type Message, renderMessage, shellSegments} from '../../messages/text.ts';
import {type CommandLine, noLines} from '../console/record/lines.ts';
import {newestAnswer, outcomeOf} from '../console/record/outcome.ts';
import {copyText} from '../export/export-menus.ts';
import type {FormRequest} from '../kernel/dialogs/dialog-id.ts';
import type {Menu} from '../kernel/dialogs/menu.ts';
import type {DetailsOptions, ListScreen, ScreenRow} from '../kernel/screens/list-screen.ts';
import {notify} from '../kernel/state/notify.ts';
import {noTargets, type Targets} from '../kernel/state/targets.ts';
import {cellsBy, type Fact, type ListColumn} from '../kernel/text/spans.ts';
import type {State} from '../state.ts';
import {lastBan, playerNames, sentBans} from './player-acts.ts';
import {playerRows} from './player-rows.ts';
import type {PlayerAct} from './players-state.ts';

/** A ban of a server: in the list of its game, or only known to have been sent. */
type KnownBan = {id: string; server: GameServer; ban: Ban; isListed: boolean; act: PlayerAct | undefined};

/** Servers whose bans are not known, or not all, for the same reason. */
type Unknown = {id: string; servers: readonly GameServer[]; why: Message};

const bansIn = memoize(({response}: CommandLine, {players}: ListedGame): BanList | undefined =>
	response === undefined ? undefined : readBans(players, response),
);

type Asked = {server: GameServer; game: ListedGame | undefined; line: CommandLine | undefined};

/** Returns all servers with the newest answer that lists their bans. */
const serversOf = (state: Pick<State, 'console' | 'fleet'>): Asked[] =>
	state.fleet.order.flatMap((id): Asked[] => {
		const server = state.fleet.servers.get(id);
		if (!server) return [];
		const game = listedGameOf(server);
		const command = game?.players.bans?.list;
		const lines = state.console.get(id)?.lines ?? noLines;
		return [{server, game, line: command === undefined ? undefined : newestAnswer(lines, command)}];
	});

/** Returns the bans that the game of a server lists, and why they are not all of them. */
function listedOn({server, game, line}: Asked): {bans: readonly Ban[] | undefined; why?: Message} {
	if (!game?.players.bans)
		return {
			bans: undefined,
			why: messages.noListCommand(findGame(server.gameType)?.label ?? gameName(server.gameType)),
		};
	const blocked = operationBlocked('rcon', server);
	if (blocked !== undefined) return {bans: undefined, why: messages.notOnline(server.state)};
	if (!line) return {bans: undefined, why: messages.notRead};
	const outcome = outcomeOf(line);
	if (outcome.kind === 'problem') return {bans: undefined, why: outcome.word};
	const {bans = [], isComplete = false} = bansIn(line, game) ?? {};
	return isComplete ? {bans} : {bans, why: messages.part};
}

const none = {reason: undefined, number: undefined, time: undefined, expiresAt: undefined};

/** A list is newer than what was sent before it; without one, what was sent is all that is known. */
function bansOn(state: BanState, asked: Asked, names: ReadonlyMap<string, string>): readonly KnownBan[] {
	const {server, line} = asked;
	const sent = sentBans(state, server, state.fleet.at ?? 0);
	const {bans: listed} = listedOn(asked);
	const named = (ban: Ban, act: PlayerAct | undefined): Ban => ({
		...ban,
		name: ban.name || (act?.name ?? names.get(ban.id)),
		reason: ban.reason || act?.reason,
		expiresAt: ban.expiresAt ?? act?.endsAt,
	});
	const rows = (listed ?? []).map((ban): KnownBan => {
		const act = sent.get(ban.id);
		return {id: idOf(server, ban), server, ban: named(ban, act), isListed: true, act};
	});
	const ids = new Set(listed?.map(({id}) => id));
	const since = listed === undefined ? 0 : (line?.at ?? 0);
	return [
		...rows,
		...[...sent.values()]
			.filter(({id, at}) => !ids.has(id) && at >= since)
			.map((act): KnownBan => {
				const ban = {...none, id: act.id, name: undefined};
				return {id: idOf(server, ban), server, ban: named(ban, act), isListed: false, act};
			}),
	];
}

const idOf = (server: GameServer, {id, number}: Pick<Ban, 'id' | 'number'>) =>
	`${server.id} ${id} ${number ?? ''}`;

const byName = (a: KnownBan, b: KnownBan) => compareNames(a.ban.name || a.ban.id, b.ban.name || b.ban.id);

type Known = {bans: readonly KnownBan[]; unknown: readonly Unknown[]};

/** The parts of the state that decide which bans are known. */
type BanState = Pick<State, 'access' | 'console' | 'fleet' | 'players'> & {
	timeline: Pick<State['timeline'], 'actions'>;
};

/** The list, its details and its menu read it, with each key. */
const knownBans = ({access, console, fleet, players, timeline: {actions}}: State): Known =>
	bansFrom(access, console, fleet, players, actions);

const bansFrom = memoize(
	(
		access: State['access'],
		console: State['console'],
		fleet: State['fleet'],
		players: State['players'],
		actions: State['timeline']['actions'],
	): Known => findBans({access, console, fleet, players, timeline: {actions}}),
);

function findBans(state: BanState): Known {
	const all = serversOf(state);
	const listed = playerRows(state).flatMap(({player}) =>
		player?.playerId === undefined ? [] : [{id: player.playerId, name: player.name}],
	);
	const names = playerNames(state, listed);
	const reasons = all.flatMap(asked => {
		const {why} = listedOn(asked);
		return why === undefined ? [] : [{server: asked.server, why, key: renderMessage(why, shellSegments)}];
	});
	return {
		bans: all.flatMap(asked => bansOn(state, asked, names)).toSorted(byName),
		unknown: [...Map.groupBy(reasons, ({key}) => key)].map(([key, same]) => ({
			id: `?${key}`,
			servers: same.map(({server}) => server),
			why: same[0]?.why ?? '',
		})),
	};
}

/** So many are looked up in the journal. */
const maxUnnamed = 100;

/** Returns the ids of bans without a name. */
export const unnamedBans = (state: State): readonly string[] =>
	knownBans(state)
		.bans.filter(({ban}) => !ban.name)
		.slice(0, maxUnnamed)
		.map(({ban}) => ban.id);

const findBan = (state: State, {row}: Targets): KnownBan | undefined =>
	row?.list === 'bans' ? knownBans(state).bans.find(({id}) => id === row.id) : undefined;

/** Shortens a length that a game writes with fractions of a minute, as in `10079.979 min`. */
function lengthIn(time = ''): string {
	const [, minutes] = /^(\d+(?:\.\d+)?) min\b/.exec(time) ?? [];
	return minutes === undefined ? time : formatElapsed(Math.round(Number(minutes)) * 60_000);
}

/** A date that is further away has its year. */
const farMs = 300 * 24 * 3_600_000;

function endOf(
	{server, ban: {time, expiresAt}, act}: Pick<KnownBan, 'server' | 'ban' | 'act'>,
	{now, utc}: {now: number; utc: boolean},
) {
	if (expiresAt !== undefined)
		return Math.abs(expiresAt - now) > farMs
			? dateMinuteText(expiresAt, utc).slice(0, 10)
			: `${dayText(expiresAt, utc)} ${minuteText(expiresAt, utc)}`;
	const permanent = act?.isForever ? playerActionMessages.duration.permanent : undefined;
	return banEndOn(server, lengthIn(time) || permanent) ?? '';
}

type Shown = {id: string; name: string; server: string; end: string; from: string; reason: string};

const columns = [
	{
		id: 'id',
		header: 'ID',
		// Half an id is of no use.
		width: {min: 12, max: 40, readable: 40},
		priority: 0,
		cut: 'middle',
		isClear: true,
		isSnug: true,
		value: ({id}) => id,
	},
	{
		id: 'name',
		header: 'NAME',
		width: {min: 8, max: 24, readable: 13},
		priority: 0,
		isSnug: true,
		value: ({name}) => name,
	},
	{
		id: 'server',
		header: 'SERVER',
		width: {min: 8, max: 20, readable: 12},
		priority: 1,
		cut: 'middle',
		isClear: true,
		isSnug: true,
		value: ({server}) => server,
	},
	{
		id: 'end',
		header: 'ENDS',
		width: {min: 8, max: 20, readable: 11},
		priority: 3,
		isSnug: true,
		value: ({end}) => end,
	},
	{
		id: 'from',
		header: 'FROM',
		width: {min: 4, max: 4},
		priority: 2,
		isSnug: true,
		value: ({from}) => from,
	},
	{
		id: 'reason',
		header: 'REASON',
		width: {min: 8, max: 60},
		priority: 4,
		isSnug: true,
		value: ({reason}) => reason,
	},
] as const satisfies readonly ListColumn<Shown>[];

const cells = cellsBy<Shown>(columns);

const rowOf = ({id, server, ban, isListed, act}: KnownBan, when: {now: number; utc: boolean}): ScreenRow => ({
	id,
	fields: {
		name: ban.name || ban.id,
		id: ban.id,
		server: nameOf(server),
		game: server.gameType,
		text: ban.reason,
	},
	cell: cells({
		id: ban.id,
		name: ban.name === ban.id ? '' : (ban.name ?? ''),
		server: nameOf(server),
		end: endOf({server, ban, act}, when),
		from: isListed ? messages.from.list : messages.from.sent,
		reason: ban.reason ?? '',
	}),
});

const remarkOf = ({id, servers, why}: Unknown): ScreenRow => ({
	id,
	isAside: true,
	remark: messages.unknown(why, servers.map(nameOf)),
	fields: {server: servers.map(nameOf).join(' '), game: servers[0]?.gameType},
	cell: () => ({text: '', tone: 'plain'}),
});

const rowsOf = memoize((known: Known, utc: boolean, now: number): readonly ScreenRow[] => [
	...known.bans.map(ban => rowOf(ban, {now, utc})),
	...known.unknown.map(remarkOf),
]);

/** Returns the time of the oldest list, epoch ms; undefined while one is still being read. */
function readAt(state: State): number | undefined {
	const lists = serversOf(state).filter(
		({server, game}) => game?.players.bans && operationBlocked('rcon', server) === undefined,
	);
	const times = lists.flatMap(({line}) => (line ? [line.at] : []));
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
		rows:
			state.fleet.at === undefined
				? undefined
				: rowsOf(knownBans(state), state.view.time === 'utc', dayOf(state.fleet.at)),
		at: readAt(state),
		problem: state.fleet.at === undefined ? state.fleet.problem?.failure : undefined,
		unreadable: [],
		isLoading: readAt(state) === undefined,
	}),
	movesOn: true,
	note: state => {
		const all = state.fleet.order.length;
		const unknown = knownBans(state).unknown.reduce((sum, {servers}) => sum + servers.length, 0);
		return messages.note(all - unknown, all);
	},
	empty: () => [messages.none],
	details: banFacts,
	refresh: ({store, clock}) => store.dispatch({type: 'players/bansRequested', at: clock.now()}),
	enter: ({store, clock}, id) => {
		const {bans, unknown} = knownBans(store.getState());
		const server = bans.find(one => one.id === id)?.server;
		const servers = unknown.find(one => one.id === id)?.servers ?? [];
		if (server) {
			const targets = {
				...noTargets,
				servers: [server.id],
				server: server.id,
				row: {list: 'bans', id} as const,
			};
			store.dispatch({
				type: 'dialog/opened',
				dialog: {kind: 'menu', menu: 'ban', targets, openedAt: clock.now(), at: 0},
			});
		} else if (servers.length === 1)
			store.dispatch({type: 'view/changed', change: {currentId: servers[0]?.id, pane: 'console'}});
		else if (servers.length > 1)
			store.dispatch({type: 'screens/changed', list: 'bans', change: {open: true}});
	},
};

/** Returns the details of a ban, or of servers whose bans are not known. */
function banFacts(state: State, id: string, {now}: DetailsOptions): Fact[] {
	const {bans, unknown} = knownBans(state);
	const found = bans.find(one => one.id === id);
	const utc = state.view.time === 'utc';
	if (!found) {
		const aside = unknown.find(one => one.id === id);
		if (!aside) return [];
		return [
			{label: 'bans', text: aside.why, tone: 'warning'},
			...aside.servers.map((server, index) => ({
				label: index === 0 ? 'servers' : '',
				text: nameOf(server),
			})),
		];
	}
	const {server, ban, isListed, act} = found;
	const end = endOf(found, {now, utc});
	return [
		{label: 'id', text: ban.id},
		...(ban.name ? [{label: 'name', text: ban.name}] : []),
		{label: 'server', text: nameOf(server)},
		...(end === '' ? [] : [{label: 'ends', text: end}]),
		...banNotesOn(server).map(text => ({label: '', text, tone: 'warning'}) as const),
		...(ban.reason ? [{label: 'reason', text: ban.reason}] : []),
		...(act ? [{label: 'sent', text: messages.sent(whenText(act.at, now, utc), act.by, act.isOpen)}] : []),
		isListed
			? {label: 'source', text: messages.known.list}
			: {label: 'source', text: messages.known.sent, tone: 'warning'},
	];
}

/** The form of an end depends on the day. */
const dayOf = (at: number): number => Math.floor(at / 86_400_000) * 86_400_000;

/** What can be done about a ban. */
export const banMenu: Menu<'unban' | 'id'> = {
	title: (state, targets) => {
		const found = findBan(state, targets);
		return found
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
					return unbanForm(server, ban);
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

const unbanForm = (
	server: GameServer,
	{id, name, number}: Pick<Ban, 'id' | 'name' | 'number'>,
): FormRequest => ({
	form: 'unban-player',
	serverIds: [server.id],
	subject: {id, name: name || id, slot: number},
});

/** After this time, undo no longer offers to lift a ban. */
const undoBanMs = 15 * 60_000;

/** Returns the form that lifts the highlighted ban, or the last one that this session sent, on all its servers; undefined if there is none. */
export function unbanOffer(state: State, targets: Targets): FormRequest | undefined {
	const row = findBan(state, targets);
	const last = row ? [] : lastBan(state, undoBanMs);
	const same = last.filter(
		({act, server}) =>
			!isOnlyHere('unban', server) && playerActionBlocked('unban', server, {id: act.id}) === undefined,
	);
	const [newest] = last;
	if (newest && same.length > 1) {
		const {id, name = id} = newest.act;
		return {form: 'unban-player', serverIds: same.map(({server}) => server.id), subject: {id, name}};
	}
	const server = row?.server ?? newest?.server;
	const ban = row?.ban ?? (newest && {id: newest.act.id, name: newest.act.name, number: undefined});
	if (!server || !ban) return undefined;
	const listed = knownBans(state).bans.find(one => one.server.id === server.id && one.ban.id === ban.id)?.ban;
	const subject = {...ban, number: listed?.number ?? ban.number};
	const blocked = playerActionBlocked('unban', server, {id: subject.id, slot: subject.number});
	return blocked === undefined ? unbanForm(server, subject) : undefined;
}
