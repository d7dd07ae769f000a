import {closePaste, movePaste, pressPaste} from './paste.ts';
import type {Services} from '../kernel/services.ts';
import type {PasteDialog} from '../kernel/dialog-state.ts';
import type {Command} from '../kernel/command.ts';

const inPaste = ['paste'] as const;
const buttons: readonly PasteDialog['button'][] = ['nothing', 'send', 'drop'];

/** Only lines that are not done with can be chosen. */
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

/** Pasted lines are looked through one by one. */
export const pasteCommands: readonly Command[] = [
	{
		id: 'paste.down',
		keys: ['j', 'down'],
		scopes: inPaste,
		title: 'down',
		help: 'Goes to the next pasted line.',
		run: line(1),
	},
	{
		id: 'paste.up',
		keys: ['k', 'up'],
		scopes: inPaste,
		title: 'up',
		help: 'Goes to the pasted line before.',
		run: line(-1),
	},
	{
		id: 'paste.next',
		keys: ['tab', 'right'],
		scopes: inPaste,
		title: 'button',
		help: 'Goes to the next button: do nothing, send this line, drop it.',
		hint: true,
		run: button(1),
	},
	{
		id: 'paste.previous',
		keys: ['shift+tab', 'left'],
		scopes: inPaste,
		title: 'button back',
		help: 'Goes to the button before.',
		run: button(-1),
	},
	{
		id: 'paste.press',
		keys: ['enter'],
		scopes: inPaste,
		title: 'press',
		help: 'Presses the button for this line; one that looks destructive is sent at the second time.',
		hint: true,
		run: pressPaste,
	},
	{
		id: 'paste.leave',
		keys: ['esc', 'q'],
		scopes: inPaste,
		title: 'leave',
		help: 'Leaves the review; lines that were not sent are forgotten.',
		hint: true,
		run: closePaste,
	},
];
