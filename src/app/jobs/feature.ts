import {afterFirstList} from '../kernel/state/wait-until.ts';
import type {Services} from '../kernel/state/services.ts';
import type {Feature} from '../kernel/state/feature.ts';
import {cutShort} from './cut-short.ts';
import {followJobRequests} from './job-requests.ts';
import {jobCommands} from './job-commands.ts';
import {jobOf, runRolling} from './run-rolling.ts';

/**
Shows jobs whose program was killed, once the server list is loaded. A request that was about to be sent may have run,
so its outcome is unknown. The job can continue with the servers to which nothing was sent.
*/
export function findCutJobs({store, journal, settings}: Services): () => void {
	// Every demo has a different fleet.
	if (settings.profile.isDemo) return () => {};
	return afterFirstList({store}, async () => {
		const {servers} = store.getState().fleet;
		const found = (await journal.cutJobs())
			.filter(({steps}) => steps.some(({serverId}) => servers.has(serverId)))
			.map(cutShort);
		if (found.length > 0) store.dispatch({type: 'jobs/found', jobs: found});
	});
}

export const jobsFeature: Feature = {
	id: 'jobs',
	commands: jobCommands,
	effects: [findCutJobs, followJobRequests],
	runners: {
		rolling: (services, plan) => void runRolling(services, jobOf(services, plan), plan),
	},
};
