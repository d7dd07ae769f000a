import type {Activity} from '../../actions/activity.ts';
import {nameOf} from '../../actions/names.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {listedGameOf} from '../../games/games.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import {playersScreenMessages as messages} from '../../messages/players.ts';
import {indexOfId, lineAt, noLines} from '../console/record/lines.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Program} from '../kernel/state/program.ts';
import type {State} from '../state.ts';
import {listingIn} from './listing.ts';
import {openActs} from './player-acts.ts';
import type {PlayerAct} from './players-state.ts';

/** `at`: the time of the list that shows it. */
export type Effect = {isGone: boolean; at: number};

/** A poll that began before the act may still count the player. */
const pollMs = 2000;

/** Returns what the first list after a kick or ban shows; undefined while there is none, or the newest is incomplete. */
export function effectOf(state: State, server: GameServer, {id, at: sentAt}: PlayerAct): Effect | undefined {
	const game = listedGameOf(server);
	const {at: polledAt = 0} = state.fleet;
	const {list, seen} = game ? listingIn(state.console.get(server.id)?.lines ?? noLines, game) : {};
	// On some servers of a ban, the player never was.
	if (!seen?.has(id)) return undefined;
	if (server.onlinePlayers === 0 && polledAt > sentAt + pollMs) return {isGone: true, at: polledAt};
	if (!list || list.at <= sentAt) return undefined;
	if (list.players.some(({key}) => key === id)) return {isGone: false, at: list.at};
	return list.gap === undefined ? {isGone: true, at: list.at} : undefined;
}

const keyOf = ({noteId = ''}: PlayerAct, {isGone}: Effect) => `${noteId} ${isGone}`;

/** A player who is still listed this long after a kick was not kicked. */
const stayedMs = 10_000;

/** Says and records what became of a kick or ban, once a list of the players shows it. */
export function confirmActs(program: Program): () => void {
	const {store, clock} = program;
	const said = new Set<string>();
	let before: State['console'] | undefined;
	const update = () => {
		const state = store.getState();
		if (state.console === before) return;
		before = state.console;
		for (const act of openActs(state.console, state.fleet.list)) {
			const server = state.fleet.servers.get(act.serverId);
			const effect = server && effectOf(state, server, act);
			if (!server || !effect || said.has(keyOf(act, effect))) continue;
			const after = Math.max(1000, effect.at - act.at);
			if (!effect.isGone && after < stayedMs) continue;
			said.add(keyOf(act, effect));
			// Deferred: an event dispatched from here would be seen a second time.
			clock.after(0, () => {
				const {name = act.id, verb} = act;
				const where = nameOf(server);
				if (!effect.isGone) notify(program, 'warning', messages.stayed(name, verb, where, after));
				else if (recordGone(program, act, formatDuration(after)))
					notify(program, 'done', messages.gone(name, verb === 'ban', where, after));
			});
		}
	};
	return store.subscribe(update);
}

/** Completes the entry of an act in the console, the timeline and the journal. */
function recordGone(
	{store}: Program,
	{noteId, serverId, at}: PlayerAct & {noteId: string},
	gone: string,
): boolean {
	const lines = store.getState().console.get(serverId)?.lines ?? noLines;
	const line = lineAt(lines, indexOfId(lines, noteId));
	if (line?.kind !== 'note' || line.activity.type !== 'action') return false;
	const activity: Activity = {...line.activity, input: {...line.activity.input, gone}};
	store.dispatch({type: 'console/noted', serverId, id: noteId, at, activity});
	return true;
}
