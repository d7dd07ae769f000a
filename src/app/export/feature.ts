import {onDemand} from '../../lib/on-demand.ts';
import type {Menu} from '../kernel/menu.ts';
import type {Feature} from '../kernel/feature.ts';
import {exportCommands} from './export-commands.ts';
import {exportOnDemand} from './on-demand.ts';

export const exportFeature: Feature = {
	id: 'export',
	commands: exportCommands,
	menus: {
		copy: onDemand((): Menu => exportOnDemand.copyMenu),
		export: onDemand((): Menu => exportOnDemand.takeMenu),
	},
	dialogs: [
		onDemand(() => exportOnDemand.exportForm, {id: 'export'}),
		onDemand(() => exportOnDemand.exportTimelineForm, {id: 'export-timeline'}),
		onDemand(() => exportOnDemand.transcriptForm, {id: 'transcript'}),
	],
};
