import {waitsInRun} from './open-results.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import type {MultiCommand} from './results-state.ts';
import {resultMessages} from '../../messages/results.ts';

/** Takes back those of a run that wait for their turn. */
export const cancelQueuedRun = (services: Services, runId: string | undefined): boolean =>
	waitsInRun(services.store.getState(), runId) && interruptRun(services, runId);

/**
Ctrl-C where the answers of several servers are looked at: takes back those of the run that wait for their turn; where
none does, ends the waiting for answers. False when there was nothing to stop.
*/
export function interruptRun(services: Services, runId: string | undefined): boolean {
	const run = services.store.getState().results.runs.find(({id}) => id === runId);
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
