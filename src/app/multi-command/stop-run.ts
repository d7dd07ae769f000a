import {waitsInRun} from './open-results.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import type {MultiCommand} from './results-state.ts';
import {resultMessages} from '../../messages/results.ts';

/** Cancels the queued commands of a run. */
export const cancelQueuedRun = (services: Services, runId: string | undefined): boolean =>
	waitsInRun(services.store.getState(), runId) && interruptRun(services, runId);

/**
Handles Ctrl-C in the results: cancels the queued commands of the run, or if there are none, stops waiting for answers.
Returns false if there was nothing to stop.
*/
export function interruptRun(services: Services, runId: string | undefined): boolean {
	const run = services.store.getState().results.runs.find(({id}) => id === runId);
	if (!run) return false;
	const {recalled, stopped} = stopRun(services, run);
	if (recalled > 0) {
		const sent = run.members.length - recalled;
		notify(services, 'warning', resultMessages.canceled(recalled, sent));
	} else if (stopped > 0) {
		notify(services, 'warning', resultMessages.stoppedWaiting(stopped));
	}
	return recalled + stopped > 0;
}

/** Cancels queued commands, or if there are none, stops waiting for answers. Returns the counts. */
function stopRun({waits}: Services, {members}: MultiCommand): {recalled: number; stopped: number} {
	const open = members.flatMap(({lineId}) => waits.get(lineId) ?? []);
	const queued = open.filter(({start}) => start !== undefined);
	// In reverse, so that none of them takes the turn of another.
	for (const {stop} of queued.toReversed()) stop();
	if (queued.length > 0) return {recalled: queued.length, stopped: 0};
	for (const {stop} of open) stop();
	return {recalled: 0, stopped: open.length};
}
