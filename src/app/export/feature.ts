import type {Feature} from '../kernel/state/feature.ts';
import {copyMenu, exportCommands, takeMenu} from './export-menus.ts';
import {exportForm, exportTimelineForm, transcriptForm} from './export-dialog.ts';

export const exportFeature: Feature = {
	id: 'export',
	commands: exportCommands,
	menus: {copy: copyMenu, export: takeMenu},
	dialogs: [exportForm, exportTimelineForm, transcriptForm],
};
