import type {Feature} from '../kernel/feature.ts';
import {jobCommands} from './job-commands.ts';
import {jobOf, runRolling} from './run-rolling.ts';

export const jobsFeature: Feature = {
	id: 'jobs',
	commands: jobCommands,
	runners: {rolling: (services, plan) => void runRolling(services, jobOf(services, plan), plan)},
};
