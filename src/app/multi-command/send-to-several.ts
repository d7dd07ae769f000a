import {commandText} from '../../contract/rcon-text.ts';
import {serverName} from '../servers/server-labels.ts';
import {lineOf} from './entry-of.ts';
import {waitsInRun} from './look.ts';
import {isFinal} from './outcome.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {quietLineId} from '../servers/unread.ts';
import type {MultiCommandTarget, MultiCommand} from './results-state.ts';
import {runTyped} from '../console/send-command.ts';
import {resultMessages} from '../../messages/results.ts';

/** Sends one line to each of these servers, each in the turn of its node; every console gets its own line of it. */
export function sendToSeveral(services: Services, serverIds: readonly string[], typed: string): void {
	const {store, clock, newId} = services;
	const {fleet} = store.getState();
	const run: MultiCommand = {
		id: newId(),
		command: commandText(typed),
		at: clock.now(),
		members: serverIds.map(serverId => ({
			serverId,
			name: serverName(fleet, serverId),
			lineId: quietLineId(newId()),
			final: undefined,
		})),
	};
	store.dispatch({type: 'many/begun', run});
	for (const member of run.members) void sendOne(services, run.id, member, typed);
}

async function sendOne(
	services: Services,
	runId: string,
	{serverId, lineId}: MultiCommandTarget,
	typed: string,
): Promise<void> {
	const {store} = services;
	await runTyped(services, serverId, typed, {localId: lineId});
	const line = lineOf(store.getState(), serverId, lineId);
	if (line && isFinal(line)) store.dispatch({type: 'many/settled', runId, lineId, line});
}

/** Takes back those of a run that wait for their turn. */
export const recallRun = (services: Services, runId: string | undefined): boolean =>
	waitsInRun(services.store.getState(), runId) && interruptRun(services, runId);

/**
Ctrl-C where the answers of several servers are looked at: takes back those of the run that wait for their turn; where
none does, ends the waiting for answers. False when there was nothing to stop.
*/
export function interruptRun(services: Services, runId: string | undefined): boolean {
	const run = services.store.getState().many.runs.find(({id}) => id === runId);
	if (!run) return false;
	const {recalled, stopped} = stopRun(services, run);
	if (recalled > 0) {
		const sent = run.members.length - recalled;
		notify(services, 'warning', resultMessages.takenBack(recalled, sent));
	} else if (stopped > 0) {
		notify(services, 'warning', resultMessages.stoppedWaiting(stopped));
	}
	return recalled + stopped > 0;
}

/** Takes back what waits for its turn; only where nothing does, ends the waiting for answers. Says what it did. */
function stopRun({waits}: Services, {members}: MultiCommand): {recalled: number; stopped: number} {
	const open = members.flatMap(({lineId}) => waits.get(lineId) ?? []);
	const queued = open.filter(({start}) => start !== undefined);
	// From the last one on, so that none of them gets the turn of another.
	for (const {stop} of queued.toReversed()) stop();
	if (queued.length > 0) return {recalled: queued.length, stopped: 0};
	for (const {stop} of open) stop();
	return {recalled: 0, stopped: open.length};
}
