import {printableActivity} from '../../actions/activity.ts';
import {operationBlocked} from '../../actions/preconditions.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {listedGameOf} from '../../games/games.ts';
import {quietLineId} from '../console/record/unread.ts';
import {sendAwaited} from '../console/send/send-command.ts';
import type {Program} from '../kernel/state/program.ts';
import type {State} from '../state.ts';
import {unnamedBans} from './bans.ts';
import {actIn, actsOn} from './player-acts.ts';
import {nameIn} from './players-screen.ts';

/** A list that is older is read again when the screen opens. */
const maxAgeMs = 60_000;

/** Reads the bans when the screen opens, on request, and after this user banned or unbanned somebody. */
export function readBansOnRequest(program: Program): () => void {
	const {store, clock, settings, journal} = program;
	let readAt: number | undefined;
	let wasOpen = false;
	let cancelTimer = () => {};
	const lookedUp = new Set<string>();
	const asked = new Map<string, number>();
	const read = async () => {
		if (!settings.readOnly) for (const server of store.getState().fleet.list) readList(program, server);
		const past = (await journal.bans()).map(act => ({...act, activity: printableActivity(act.activity)}));
		if (past.length > 0)
			store.dispatch({type: 'players/actsRead', acts: past.flatMap(act => actIn(act) ?? [])});
	};
	const update = () => {
		const state = store.getState();
		const {view, players, fleet} = state;
		const isOpen = view.pane === 'bans' && fleet.at !== undefined;
		const {bansRequestedAt: at = 0} = players;
		if (isOpen && !wasOpen && clock.now() - at > maxAgeMs) {
			wasOpen = true;
			store.dispatch({type: 'players/bansRequested', at: clock.now()});
			return;
		}
		wasOpen = isOpen;
		// Deferred: an event dispatched from here would start reading a second time.
		if (at !== 0 && at !== readAt) {
			readAt = at;
			cancelTimer = clock.after(0, () => void read());
		} else if (isOpen) {
			for (const server of changedSince(state, asked, at)) clock.after(0, () => readList(program, server));
			void lookUpNames(program, lookedUp);
		}
	};
	const unsubscribe = store.subscribe(update);
	return () => {
		unsubscribe();
		cancelTimer();
	};
}

function readList(program: Program, server: GameServer): void {
	const command = listedGameOf(server)?.players.bans?.list;
	if (command === undefined || operationBlocked('rcon', server) !== undefined) return;
	const localId = quietLineId(`bans:${program.newId()}`);
	void sendAwaited(program, server.id, command, {localId, yields: true, isProbe: true});
}

/** Returns the servers on which this user has banned or unbanned somebody since their list was requested. */
const changedSince = (state: State, asked: Map<string, number>, requestedAt: number): GameServer[] =>
	state.fleet.list.filter(server => {
		const own = actsOn(state, server).findLast(({noteId, verb}) => noteId !== undefined && verb !== 'kick');
		if (!own || own.at <= Math.max(requestedAt, asked.get(server.id) ?? 0)) return false;
		asked.set(server.id, own.at);
		return true;
	});

/** Looks up in the journal what banned players were called whom no list names. */
async function lookUpNames({store, journal}: Program, lookedUp: Set<string>): Promise<void> {
	const ids = unnamedBans(store.getState()).filter(id => !lookedUp.has(id));
	for (const id of ids) lookedUp.add(id);
	const names = new Map<string, string>();
	for (const id of ids) {
		const name = nameIn(await journal.playerHistory(id), id);
		if (name !== undefined) names.set(id, name);
	}
	if (names.size > 0) store.dispatch({type: 'players/namesRead', names});
}
