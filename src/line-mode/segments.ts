import {commands} from '../app/features.ts';
import type {CommandId} from '../messages/command-ids.ts';
import {lineWords} from '../messages/line-mode-keys.ts';
import {renderMessage, type SegmentRenderer, type Message} from '../messages/text.ts';

/** A command without a line is shown by its title. */
export const lineModeSegments: SegmentRenderer = {
	kind: 'lineMode',
	keyLabel: id => {
		const command = commands.find(one => one.id === id);
		return lineWords[id] ?? command?.short ?? command?.title ?? id;
	},
};

/** Renders a message for line mode. */
export const renderLine = (text: Message): string => renderMessage(text, lineModeSegments);

/** Returns whether a line, or the same key, runs a command of the TUI here. */
export const hasLine = (id: CommandId): boolean => lineWords[id] !== undefined;
