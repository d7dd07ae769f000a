import type {Feature} from '../kernel/feature.ts';
import {findCutJobs} from './find-cut-jobs.ts';
import {jobCommands} from './job-commands.ts';
import {rollingJobs} from './run-rolling.ts';

export const jobsFeature: Feature = {
	id: 'jobs',
	commands: jobCommands,
	effects: [findCutJobs],
	runners: {
		rolling: (services, plan) =>
			void rollingJobs.runRolling(services, rollingJobs.jobOf(services, plan), plan),
	},
};
