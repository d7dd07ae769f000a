import {ApiError} from '../../../contract/errors.ts';
import type {AutomationRun} from '../../../contract/models/automation.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {runCommandMessages} from '../../../messages/automations.ts';
import {CommandError, exitCodes} from '../../output/exit-codes.ts';
import type {Call} from '../../start/session.ts';

/** Returns the run with this id. Searches the newest runs if the service has no request for a single run. */
export async function findRun({api, signal}: Call, teamId: string, runId: string): Promise<AutomationRun> {
	try {
		return await api.getRun({runId}, {signal});
	} catch (error) {
		if (!(error instanceof ApiError) || error.notOffered === undefined) throw error;
	}
	const {items} = await api.listRuns({teamId, page: 0, size: maxSearchedRuns}, {signal});
	const found = items.find(({id}) => id === runId);
	if (found) return found;
	const hint = runCommandMessages.noSuchRun(printableLine(runId), maxSearchedRuns);
	throw new CommandError(hint, exitCodes.notFound);
}

const maxSearchedRuns = 1000;
