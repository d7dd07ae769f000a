import {commands} from '../app/features.ts';
import type {CommandId} from '../messages/command-ids.ts';
import {lineWords} from '../messages/line-mode-keys.ts';
import {renderMessage, type SegmentRenderer, type Message} from '../messages/text.ts';

/** What has no line is called by its title. */
export const lineModeSegments: SegmentRenderer = {
	kind: 'lineMode',
	keyLabel: id => {
		const command = commands.find(one => one.id === id);
		return lineWords[id] ?? command?.short ?? command?.title ?? id;
	},
};

/** A message as line mode prints it. */
export const renderLine = (text: Message): string => renderMessage(text, lineModeSegments);

/** Whether a line, or a key that is here as well, does what a command of the TUI does. */
export const hasLine = (id: CommandId): boolean => lineWords[id] !== undefined;
