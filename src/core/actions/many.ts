import {printableLine} from '../../lib/text.ts';
import {runTyped} from './rcon.ts';
import {nameOf} from '../list/order.ts';
import type {Services} from '../services.ts';
import type {ManyMember, ManyRun} from '../state/many.ts';
import {isFinal} from '../many/outcome.ts';
import {lineOf} from '../many/line-of.ts';

/** Sends one line to each of these servers, each in the turn of its node; every console gets its own line of it. */
export function sendToMany(services: Services, serverIds: readonly string[], typed: string): void {
	const {store, clock, newId} = services;
	const {servers} = store.getState().fleet;
	const run: ManyRun = {
		id: newId(),
		command: printableLine(typed.trim()),
		at: clock.now(),
		members: serverIds.map(serverId => {
			const server = servers[serverId];
			return {serverId, name: server ? nameOf(server) : serverId, lineId: newId(), final: undefined};
		}),
	};
	store.dispatch({type: 'many/begun', run});
	for (const member of run.members) void sendOne(services, run.id, member, typed);
}

async function sendOne(
	services: Services,
	runId: string,
	{serverId, lineId}: ManyMember,
	typed: string,
): Promise<void> {
	const {store} = services;
	await runTyped(services, serverId, typed, {localId: lineId});
	const line = lineOf(store.getState(), serverId, lineId);
	if (line && isFinal(line)) store.dispatch({type: 'many/settled', runId, lineId, line});
}

/** Takes back what waits for its turn; only where nothing does, ends the waiting for answers. Says what it did. */
export function stopRun({waits}: Services, {members}: ManyRun): {recalled: number; stopped: number} {
	const open = members.flatMap(({lineId}) => waits.get(lineId) ?? []);
	const queued = open.filter(({start}) => start !== undefined);
	// From the last one on, so that none of them gets the turn of another.
	for (const {stop} of queued.toReversed()) stop();
	if (queued.length > 0) return {recalled: queued.length, stopped: 0};
	for (const {stop} of open) stop();
	return {recalled: 0, stopped: open.length};
}
