import {onDemand} from '../../lib/on-demand.ts';
import type {Feature} from '../kernel/feature.ts';
import {watchTeam} from './poll-team.ts';
import {readTeam} from './read-team.ts';
import {teamCommands} from './team-commands.ts';
import {teamOnDemand} from './on-demand.ts';

export const teamFeature: Feature = {
	id: 'team',
	commands: teamCommands,
	screens: {team: onDemand(() => teamOnDemand.teamScreen)},
	refreshes: {team: services => void readTeam(services)},
	effects: [watchTeam],
};
