import {commands} from '../app/commands.ts';
import type {CommandId} from '../messages/command-ids.ts';
import {renderMessage, type FrontEnd, type Message} from '../messages/text.ts';

/** What line mode has in place of a key of the TUI: the line that does the same, or the key where it is one here as well. */
const lineOf: Readonly<Partial<Record<CommandId, string>>> = {
	'app.automations': ':automations',
	'app.input': 'a line without a colon',
	'app.interrupt': 'Ctrl-C',
	'app.nodes': ':nodes',
	'app.quit': ':quit',
	'app.refresh': ':refresh',
	'app.servers': ':servers',
	'app.team': ':team',
	'app.timeline': ':timeline',
	'automations.create': ':create-automation',
	'automations.status': ':runs',
	'automations.trigger': ':trigger',
	'dialog.edit': 'edit',
	'dialog.offer': 'Tab',
	'input.send': 'Enter',
	'jobs.abort': ':jobs abort NUMBER',
	'jobs.open': ':jobs',
	'list.mark': ':mark',
	'nodes.cancel': ':cancel-task',
	'rows.enter': ':servers',
	'rows.pageDown': ':runs older',
	'rows.reveal': '--reveal',
	'runs.span': ':runs',
	'servers.restart': ':restart',
	'take.export': ':record end',
	'take.stop': 'Ctrl-C',
	'team.icon': ':icon',
	'team.kick': ':kick',
	'view.undo': ':undo',
};

/** What has no line is called by its title. */
export const lineModeFrontEnd: FrontEnd = {
	kind: 'lineMode',
	keyLabel: id => lineOf[id] ?? commands.find(command => command.id === id)?.title ?? id,
};

/** A message as line mode prints it. */
export const renderLine = (text: Message): string => renderMessage(text, lineModeFrontEnd);

/** Whether a line, or a key that is here as well, does what a command of the TUI does. */
export const hasLine = (id: CommandId): boolean => lineOf[id] !== undefined;
