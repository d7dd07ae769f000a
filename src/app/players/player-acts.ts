import type {Activity} from '../../actions/activity.ts';
import {isWholeId} from '../../actions/players.ts';
import type {PlayerCommands} from '../../games/game-types.ts';
import {type ListedGame, listedGameOf} from '../../games/games.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {parseDuration} from '../../lib/time/duration.ts';
import {type Chunk, type CommandLine, type Line, type Lines, noLines} from '../console/record/lines.ts';
import type {State} from '../state.ts';
import type {PlayerAct} from './players-state.ts';

const verbs = {'kick-player': 'kick', 'ban-player': 'ban', 'unban-player': 'unban'} as const;

type Noted = {id?: string; at: number; serverId: string; activity: Activity};

/** Returns the act that an entry of the journal or a console describes; undefined if it is none, or was not carried out. */
export function actIn({id: noteId, at, serverId, activity}: Noted): PlayerAct | undefined {
	if (activity.type !== 'action' || !(activity.action in verbs)) return undefined;
	const {action, input, outcome, operationId} = activity;
	if (outcome === 'refused' || outcome === 'failed') return undefined;
	const text = (name: string) => (typeof input[name] === 'string' ? input[name] : undefined);
	const id = text('playerId');
	if (id === undefined) return undefined;
	const verb = verbs[action as keyof typeof verbs]; // checked above
	const duration = text('duration');
	const ms = duration === undefined ? undefined : parseDuration(duration);
	const isForever = verb === 'ban' && duration === undefined;
	return {
		verb,
		at,
		serverId,
		id,
		operationId,
		name: text('name'),
		reason: text('reason'),
		endsAt: ms === undefined ? undefined : at + ms,
		...(isForever && {isForever}),
		...(outcome !== 'accepted' && {isOpen: true}),
		...(text('gone') !== undefined && {isGone: true}),
		...(noteId !== undefined && {noteId}),
	};
}

const unquoted = (word: string) => /^"(.*)"$/.exec(word)?.[1] ?? word;

/** Returns the id in a command that was made of a template; undefined if it was not. */
function idIn(command: string, template: string, players: PlayerCommands): string | undefined {
	const words = command.trim().split(/\s+/);
	let id: string | undefined;
	for (const [index, wanted] of template.split(' ').entries()) {
		const word = words[index];
		if (unquoted(wanted) === '{text}') break;
		if (word === undefined) return undefined;
		if (unquoted(wanted) === '{id}') id = unquoted(word);
		else if (!wanted.includes('{') && wanted.toLowerCase() !== word.toLowerCase()) return undefined;
	}
	return id !== undefined && isWholeId(players, id) ? id : undefined;
}

/** Returns the ban or unban in a command that somebody sent, however they sent it. */
function actOf(line: CommandLine, serverId: string, {players}: ListedGame): PlayerAct | undefined {
	const {command, origin, status, at, by} = line;
	if (status === 'failed' || status === 'recalled' || status === 'queued') return undefined;
	const found = (template: string | undefined) =>
		template === undefined ? undefined : idIn(command, template, players);
	const banned = found(players.ban) ?? found(players.timedBan);
	const id = banned ?? found(players.unban);
	if (id === undefined) return undefined;
	return {
		verb: banned === undefined ? 'unban' : 'ban',
		at,
		serverId,
		id,
		...(origin === 'other' && {by: by ?? ''}),
		...(status !== 'answered' && status !== 'late' && {isOpen: true}),
	};
}

const actOfLine = (line: Line, serverId: string, game: ListedGame): PlayerAct[] => {
	const act =
		line.kind === 'note'
			? actIn({...line, serverId})
			: line.kind === 'command'
				? actOf(line, serverId, game)
				: undefined;
	return act ? [act] : [];
};

const actsInChunk = memoize((chunk: Chunk, game: ListedGame, serverId: string): readonly PlayerAct[] =>
	chunk.flatMap(line => actOfLine(line, serverId, game)),
);

const noActs: readonly PlayerAct[] = [];

const actsInLines = memoize(({chunks}: Lines, game: ListedGame, serverId: string): readonly PlayerAct[] => {
	const acts = chunks.flatMap(chunk => actsInChunk(chunk, game, serverId));
	return acts.length === 0 ? noActs : acts;
});

/** Returns what the console of a server shows of kicks, bans and unbans, oldest first. */
export function actsOn({console}: Pick<State, 'console'>, server: GameServer): readonly PlayerAct[] {
	const game = listedGameOf(server);
	return game ? actsInLines(console.get(server.id)?.lines ?? noLines, game, server.id) : noActs;
}

/** A kick or ban is watched for its effect for this long. */
export const watchedMs = 60_000;

/** Returns the kicks and bans of this session that were accepted, while their effect is not known. */
export const openActs = memoize(
	(console: State['console'], list: readonly GameServer[]): readonly (PlayerAct & {noteId: string})[] =>
		list.flatMap(server =>
			actsOn({console}, server).flatMap(act =>
				act.noteId !== undefined &&
				!act.noteId.startsWith('past:') &&
				act.verb !== 'unban' &&
				!act.isGone &&
				!act.isOpen
					? [{...act, noteId: act.noteId}]
					: [],
			),
		),
);

/** The later one has the last word; what only an earlier one knows stays. One that has an answer, however late, has run. */
function merged(before: PlayerAct | undefined, act: PlayerAct): PlayerAct {
	if (before === undefined) return act;
	const {isOpen: wasOpen, ...rest} = before;
	const {isOpen, ...last} = act;
	return {
		...rest,
		...Object.fromEntries(Object.entries(last).filter(([, value]) => value !== undefined)),
		by: before.by === undefined && before.at > act.at - sameActMs ? undefined : act.by,
		...(wasOpen && isOpen && {isOpen}),
	};
}

/** A command and the entry of its action are this close. */
const sameActMs = 30_000;

/** Returns the bans of a server that were sent and not lifted, as far as this program knows, by id. */
export function sentBans(
	state: Pick<State, 'console' | 'players'> & {timeline: Pick<State['timeline'], 'actions'>},
	server: GameServer,
	now: number,
): ReadonlyMap<string, PlayerAct> {
	const {players, timeline} = state;
	const elsewhere = timeline.actions.flatMap(({at, serverId, activity}) =>
		serverId === server.id ? (actIn({at, serverId, activity}) ?? []) : [],
	);
	const past = players.acts.filter(({serverId}) => serverId === server.id);
	return bansIn([...past, ...elsewhere, ...actsOn(state, server)], now);
}

/** Returns the bans among acts on one server that were neither lifted nor end before `now`, by id. */
export function bansIn(acts: readonly PlayerAct[], now: number): ReadonlyMap<string, PlayerAct> {
	const all = acts.toSorted((a, b) => a.at - b.at);
	const bans = new Map<string, PlayerAct>();
	for (const act of all) {
		if (act.verb === 'ban') bans.set(act.id, merged(bans.get(act.id), act));
		// One that may not have run lifted nothing for certain.
		else if (act.verb === 'unban' && !act.isOpen) bans.delete(act.id);
	}
	return new Map([...bans].filter(([, {endsAt = Infinity}]) => endsAt > now));
}

/** Returns the newest ban that this user sent in this session, on the servers where it was not lifted; none after `withinMs`. */
export function lastBan(state: State, withinMs: number): readonly {act: PlayerAct; server: GameServer}[] {
	const now = state.fleet.at ?? 0;
	const own = state.fleet.list.flatMap(server => {
		const acts = actsOn(state, server).filter(({noteId}) => noteId !== undefined);
		return [...bansIn(acts, now).values()].map(act => ({act, server}));
	});
	const recent = own.filter(({act}) => act.at > now - withinMs).toSorted((a, b) => b.act.at - a.act.at);
	return recent.filter(({act}) => act.operationId === recent[0]?.act.operationId);
}

/** Returns the last known names by id: of the players that are listed, of those acted on, and of the journal. */
export function playerNames(
	state: Pick<State, 'console' | 'fleet' | 'players'>,
	listed: Iterable<{id: string; name: string}>,
): ReadonlyMap<string, string> {
	const names = new Map(state.players.names);
	for (const {id, name} of state.players.acts) if (name !== undefined && name !== id) names.set(id, name);
	for (const server of state.fleet.list)
		for (const {id, name} of actsOn(state, server))
			if (name !== undefined && name !== id) names.set(id, name);
	for (const {id, name} of listed) names.set(id, name);
	return names;
}
