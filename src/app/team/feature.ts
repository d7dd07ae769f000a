import type {Feature} from '../kernel/state/feature.ts';
import {readTeam, watchTeam} from './read-team.ts';
import {teamCommands} from './team-commands.ts';
import {teamScreen} from './team-screen.ts';

export const teamFeature: Feature = {
	id: 'team',
	commands: teamCommands,
	screens: {team: teamScreen},
	refreshes: {team: services => void readTeam(services)},
	effects: [watchTeam],
};
