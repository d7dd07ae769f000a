import {automationCommands} from './automations/automation-commands.ts';
import {appCommands} from './app-commands.ts';
import type {Command} from './kernel/command.ts';
import type {CommandQuestion} from './kernel/keymap/command-info.ts';
import type {Targets} from './kernel/targets.ts';
import {consoleCommands} from './console/console-commands.ts';
import {filterCommands} from './filter-commands.ts';
import {dialogCommands} from './dialogs/dialog-commands.ts';
import {fieldCommands} from './field-commands.ts';
import {inputCommands} from './console/input-commands.ts';
import {jobCommands} from './jobs/job-commands.ts';
import {listCommands} from './servers/list-commands.ts';
import {resultCommands} from './multi-command/result-commands.ts';
import {helpCommands} from './help-commands.ts';
import {menuCommands} from './kernel/menu-commands.ts';
import {searchCommands} from './console/history-search.ts';
import {nodeCommands} from './nodes/node-commands.ts';
import {paletteCommands} from './palette-commands.ts';
import {paneCommands} from './kernel/pane-commands.ts';
import {pasteCommands} from './console/paste-commands.ts';
import {screenCommands} from './kernel/screen-commands.ts';
import {timelineCommands} from './timeline/timeline-commands.ts';
import {serverCommands} from './servers/server-commands.ts';
import {exportCommands} from './export/export-commands.ts';
import {teamCommands} from './team/team-commands.ts';
import {watchCommands} from './watch/watch-commands.ts';
import {viewCommands} from './view-commands.ts';
import type {CommandId} from '../messages/command-ids.ts';
import type {Services} from './kernel/services.ts';

/** Everything that a key can do. */
export const commands: readonly Command[] = [
	...paletteCommands,
	...serverCommands,
	...listCommands,
	...screenCommands,
	...nodeCommands,
	...teamCommands,
	...timelineCommands,
	...automationCommands,
	...consoleCommands,
	...filterCommands,
	...resultCommands,
	...watchCommands,
	...inputCommands,
	...searchCommands,
	...pasteCommands,
	...dialogCommands,
	...helpCommands,
	...menuCommands,
	...jobCommands,
	...fieldCommands,
	...viewCommands,
	...exportCommands,
	...paneCommands,
	...appCommands,
];

const byId = new Map(commands.map(command => [command.id, command]));

export const runCommand = (services: Services, id: CommandId, targets: Targets): CommandQuestion | void =>
	byId.get(id)?.run(services, targets);
