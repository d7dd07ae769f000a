import {automationCommands} from './automations.ts';
import {appCommands} from './app.ts';
import type {Command} from './command.ts';
import type {CommandQuestion} from '../keymap/command-info.ts';
import type {Targets} from '../state/targets.ts';
import {consoleCommands} from './console.ts';
import {filterCommands} from './filter.ts';
import {dialogCommands} from './dialog.ts';
import {fieldCommands} from './field.ts';
import {inputCommands} from './input.ts';
import {jobCommands} from './jobs.ts';
import {listCommands} from './list.ts';
import {manyCommands} from './many.ts';
import {menuCommands} from './menu.ts';
import {searchCommands} from './history-search.ts';
import {nodeCommands} from './nodes.ts';
import {paletteCommands} from './palette.ts';
import {paneCommands} from './panes.ts';
import {pasteCommands} from './paste.ts';
import {screenCommands} from './screens.ts';
import {timelineCommands} from './timeline.ts';
import {serverCommands} from './servers.ts';
import {takeAlongCommands} from './take-along.ts';
import {teamCommands} from './team.ts';
import {watchCommands} from './watch.ts';
import {viewCommands} from './view.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import type {Services} from '../services.ts';

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
	...manyCommands,
	...watchCommands,
	...inputCommands,
	...searchCommands,
	...pasteCommands,
	...dialogCommands,
	...menuCommands,
	...jobCommands,
	...fieldCommands,
	...viewCommands,
	...takeAlongCommands,
	...paneCommands,
	...appCommands,
];

const byId = new Map(commands.map(command => [command.id, command]));

export const runCommand = (services: Services, id: CommandId, targets: Targets): CommandQuestion | void =>
	byId.get(id)?.run(services, targets);
