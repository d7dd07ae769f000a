import type {Feature} from '../kernel/feature.ts';
import {automationCommands} from './automation-commands.ts';
import {automationsScreen} from './automations-screen.ts';
import {watchAutomations} from './poll-automations.ts';
import {readAutomations, readRecentRuns} from './read-automations.ts';
import {runsScreen} from './runs-screen.ts';
import {spanMenu} from './span-menu.ts';

export const automationsFeature: Feature = {
	id: 'automations',
	commands: automationCommands,
	menus: {span: spanMenu},
	screens: {automations: automationsScreen, runs: runsScreen},
	refreshes: {
		automations: services => void readAutomations(services),
		runs: services => void readRecentRuns(services, new AbortController().signal),
	},
	effects: [watchAutomations],
};
