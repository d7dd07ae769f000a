import type {Feature} from '../kernel/feature.ts';
import {exportCommands} from './export-commands.ts';
import {exportForm, exportTimelineForm} from './export-dialog.ts';
import {copyMenu, takeMenu} from './export-menus.ts';
import {transcriptForm} from './transcript-dialog.ts';

export const exportFeature: Feature = {
	id: 'export',
	commands: exportCommands,
	menus: {copy: copyMenu, export: takeMenu},
	dialogs: [exportForm, exportTimelineForm, transcriptForm],
};
