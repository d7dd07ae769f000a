import {closePaste, movePaste, pressPaste} from './paste.ts';
import type {Services} from '../kernel/services.ts';
import type {PasteDialog} from '../kernel/dialog-state.ts';
import type {Command} from '../kernel/command.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';

const inPaste = ['paste'] as const;
const buttons: readonly PasteDialog['button'][] = ['nothing', 'send', 'drop'];

/** Moves to the next or previous line that is not sent or dropped yet. */
const line = (by: 1 | -1) => (services: Services) =>
	movePaste(services, ({lines, at}) => {
		for (let next = at + by; next >= 0 && next < lines.length; next += by) {
			const status = lines[next]?.status;
			if (status === 'waiting' || status === 'armed') return {at: next};
		}
		return {};
	});

const button = (by: 1 | -1) => (services: Services) =>
	movePaste(services, dialog => ({
		button: buttons[(buttons.indexOf(dialog.button) + by + buttons.length) % buttons.length] ?? 'nothing',
	}));

export const pasteCommands: readonly Command[] = [
	{
		id: 'paste.down',
		keys: ['j', 'down'],
		scopes: inPaste,
		...consoleInputMessages.pasteCommands.down,
		run: line(1),
	},
	{
		id: 'paste.up',
		keys: ['k', 'up'],
		scopes: inPaste,
		...consoleInputMessages.pasteCommands.up,
		run: line(-1),
	},
	{
		id: 'paste.next',
		keys: ['tab', 'right'],
		scopes: inPaste,
		...consoleInputMessages.pasteCommands.next,
		hint: true,
		run: button(1),
	},
	{
		id: 'paste.previous',
		keys: ['shift+tab', 'left'],
		scopes: inPaste,
		...consoleInputMessages.pasteCommands.previous,
		run: button(-1),
	},
	{
		id: 'paste.press',
		keys: ['enter'],
		scopes: inPaste,
		...consoleInputMessages.pasteCommands.press,
		hint: true,
		run: pressPaste,
	},
	{
		id: 'paste.leave',
		keys: ['esc', 'q'],
		scopes: inPaste,
		...consoleInputMessages.pasteCommands.leave,
		hint: true,
		run: closePaste,
	},
];
