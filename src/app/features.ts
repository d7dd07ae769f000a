import {alertsFeature} from './alerts/feature.ts';
import {appCommands} from './app-commands.ts';
import {automationsFeature} from './automations/feature.ts';
import {chatFeature} from './chat/feature.ts';
import {consoleFeature} from './console/feature.ts';
import {dashboardScreen} from './dashboard.ts';
import {detailsCommands} from './server-details.ts';
import {dialogsFeature} from './dialogs/feature.ts';
import {exportFeature} from './export/feature.ts';
import {handoverFeature} from './handover/feature.ts';
import {fieldCommands} from './field-commands.ts';
import {filterCommands} from './filter-commands.ts';
import {helpCommands} from './help-commands.ts';
import {jobsFeature} from './jobs/feature.ts';
import type {Feature} from './kernel/state/feature.ts';
import {menuCommands} from './kernel/dialogs/open-menu.ts';
import {paneCommands} from './kernel/screens/pane-commands.ts';
import type {Command, Registry} from './kernel/state/program.ts';
import {keyWords} from '../messages/key-words.ts';
import {screenCommands} from './kernel/screens/screen-commands.ts';
import {keepCursor} from './kernel/screens/screen-view.ts';
import {knownToActions} from './known-to-actions.ts';
import {multiCommandFeature} from './multi-command/feature.ts';
import {nodesFeature} from './nodes/feature.ts';
import {paletteCommands} from './palette-commands.ts';
import {playersFeature} from './players/feature.ts';
import {readVersion} from './read-version.ts';
import {serversFeature} from './servers/feature.ts';
import {profilesMenu} from './switch-profile.ts';
import {teamFeature} from './team/feature.ts';
import {teamJournalFeature} from './team-journal/feature.ts';
import {timelineFeature} from './timeline/feature.ts';
import {triggersFeature} from './triggers/feature.ts';
import {trendsFeature} from './trends/feature.ts';
import {viewCommands} from './view-commands.ts';
import {watchFeature} from './watch/watch-commands.ts';

/**
All features, including the commands of the kernel and the app. The help, the palette and the hint bar list
commands in this order.
*/
export const features: readonly Feature[] = [
	{id: 'palette', commands: paletteCommands},
	serversFeature,
	alertsFeature,
	{id: 'screens', commands: screenCommands, effects: [keepCursor]},
	nodesFeature,
	teamFeature,
	playersFeature,
	chatFeature,
	{id: 'dashboard', screens: {dashboard: dashboardScreen}},
	timelineFeature,
	teamJournalFeature,
	automationsFeature,
	consoleFeature,
	multiCommandFeature,
	watchFeature,
	{id: 'text', commands: [...filterCommands, ...fieldCommands]},
	dialogsFeature,
	{id: 'menus', commands: [...menuCommands, ...helpCommands]},
	jobsFeature,
	{id: 'view', commands: [...viewCommands, ...detailsCommands]},
	exportFeature,
	handoverFeature,
	trendsFeature,
	triggersFeature,
	{
		id: 'app',
		commands: [...paneCommands, ...appCommands],
		menus: {profiles: profilesMenu},
		effects: [readVersion],
	},
];

/** All commands that can be bound to a key. */
export const commands: readonly Command[] = features.flatMap(({commands = []}) =>
	commands.map(command => ({...command, ...keyWords[command.id]})),
);

/**
Merges what the features contribute to one map; `test/app/features.test.ts` finds entries that no feature
contributes.
*/
const together = <All>(parts: readonly (Partial<All> | undefined)[]): All =>
	Object.fromEntries(parts.flatMap(part => Object.entries(part ?? {}))) as All;

export const registry: Registry = {
	menus: together(features.map(({menus}) => menus)),
	screens: together(features.map(({screens}) => screens)),
	dialogs: new Map(features.flatMap(({dialogs = []}) => dialogs).map(form => [form.id, form])),
	refreshes: together(features.map(({refreshes}) => refreshes)),
	runners: together(features.map(({runners}) => runners)),
	knownToActions,
};
