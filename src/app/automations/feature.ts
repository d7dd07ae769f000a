import {onDemand} from '../../lib/on-demand.ts';
import type {Menu} from '../kernel/menu.ts';
import type {Feature} from '../kernel/feature.ts';
import {automationCommands} from './automation-commands.ts';
import {automationsOnDemand} from './on-demand.ts';
import {watchAutomations} from './poll-automations.ts';
import {readAutomations, readRecentRuns} from './read-automations.ts';

export const automationsFeature: Feature = {
	id: 'automations',
	commands: automationCommands,
	menus: {span: onDemand((): Menu => automationsOnDemand.spanMenu)},
	screens: {
		automations: onDemand(() => automationsOnDemand.automationsScreen),
		runs: onDemand(() => automationsOnDemand.runsScreen),
	},
	refreshes: {
		automations: services => void readAutomations(services),
		runs: services => void readRecentRuns(services, services.ended),
	},
	effects: [watchAutomations],
};
