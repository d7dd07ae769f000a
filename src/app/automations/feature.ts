import type {Feature} from '../kernel/state/feature.ts';
import {automationCommands} from './automation-commands.ts';
import {automationsScreen} from './automations-screen.ts';
import {watchAutomations} from './poll-automations.ts';
import {readAutomations, readRecentRuns} from './read-automations.ts';
import {runsScreen, spanMenu} from './runs-screen.ts';

export const automationsFeature: Feature = {
	id: 'automations',
	commands: automationCommands,
	menus: {span: spanMenu},
	screens: {automations: automationsScreen, runs: runsScreen},
	refreshes: {
		automations: services => void readAutomations(services),
		runs: services => void readRecentRuns(services, services.ended),
	},
	effects: [watchAutomations],
};
