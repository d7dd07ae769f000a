import type {Case} from './case.ts';
import {casesOfServers} from './of-servers.ts';
import {casesOfSetup} from './of-setup.ts';
import {casesOfTeam} from './of-team.ts';

/** A run of every command. */
export const cases: Record<string, Case> = {...casesOfServers, ...casesOfTeam, ...casesOfSetup};
