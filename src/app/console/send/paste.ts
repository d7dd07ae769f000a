import {printableLine} from '../../../lib/text/text.ts';
import {selectionLine, serversOfLine} from './target.ts';
import {readyToSend, sendToSeveral} from './send-line.ts';
import {notify} from '../../kernel/state/notify.ts';
import type {Services} from '../../kernel/state/services.ts';
import {guardTyping} from '../../kernel/keys/typing-guard.ts';
import {pasteButtons, type PasteDialog, type PastedLine} from '../../kernel/dialogs/dialog-state.ts';
import {rememberSent} from '../input/history.ts';
import {runTyped} from './send-command.ts';
import {consoleInputMessages} from '../../../messages/console.ts';
import type {Command} from '../../kernel/state/program.ts';
import {serverName} from '../../../actions/names.ts';
import type {State} from '../../state.ts';
import {plural} from '../../../lib/text/plural.ts';
import type {Message} from '../../../messages/text.ts';

/** The longest paste that is accepted; longer ones are not commands. */
export const maxPastedLines = 500;

/** Returns the non-blank lines of a pasted text, sanitized to one row each. */
export function linesOf(pasted: string): string[] {
	return pasted
		.split(/\r\n|\r|\n/)
		.filter(line => line.trim() !== '')
		.map(printableLine);
}

/** Opens the review of pasted lines; nothing is sent automatically. Returns false if there are too many. */
export function reviewPaste(services: Services, serverId: string, texts: readonly string[]): boolean {
	if (texts.length > maxPastedLines) {
		notify(services, 'warning', consoleInputMessages.paste.tooMany(texts.length, maxPastedLines));
		return false;
	}
	const lines = texts.map((text, id): PastedLine => {
		const ready = readyToSend(services, serverId, text);
		return {
			id,
			text,
			status: 'waiting',
			danger: 'danger' in ready ? ready.danger : undefined,
			problem: 'problem' in ready ? ready.problem : undefined,
		};
	});
	const openedAt = services.clock.now();
	const serverIds = serversOfLine(services.store.getState(), serverId);
	const dialog: PasteDialog = {
		kind: 'paste',
		serverId,
		serverIds,
		openedAt,
		lines,
		at: 0,
		button: 'nothing',
	};
	services.store.dispatch({type: 'dialog/opened', dialog});
	return true;
}

/** Presses the focused button for the current line. */
function pressPaste(services: Services): void {
	const dialog = openPaste(services);
	const line = dialog?.lines[dialog.at];
	if (!dialog || !line) return;
	if (dialog.button === 'nothing') closePaste(services);
	else if (dialog.button === 'drop') settle(services, dialog, {...line, status: 'dropped'});
	else sendPasted(services, dialog, line);
}

function sendPasted(services: Services, dialog: PasteDialog, line: PastedLine): void {
	const ready = readyToSend(services, dialog.serverId, line.text);
	if ('problem' in ready) {
		notify(services, 'warning', ready.problem);
		return;
	}
	if (ready.danger !== undefined && line.status !== 'armed') {
		const lines = dialog.lines.with(dialog.at, {...line, status: 'armed'});
		services.store.dispatch({type: 'dialog/pasteChanged', change: {lines}});
		guardTyping(services, {drops: 'enter'});
		return;
	}
	settle(services, dialog, {...line, status: 'sent'});
	rememberSent(services, dialog.serverId, line.text);
	sendTo(services, dialog, ready.text);
}

function sendTo(services: Services, {serverId, serverIds}: PasteDialog, text: string): void {
	if (serverId === selectionLine) sendToSeveral(services, serverIds, text);
	else void runTyped(services, serverId, text);
}

/** Settles a line, then moves to the next waiting one or closes the review. */
function settle(services: Services, dialog: PasteDialog, done: PastedLine): void {
	const lines = dialog.lines.with(dialog.at, done);
	const waits = ({status}: PastedLine) => status === 'waiting' || status === 'armed';
	const later = lines.findIndex((line, index) => index > dialog.at && waits(line));
	const next = later === -1 ? lines.findIndex(waits) : later;
	services.store.dispatch({type: 'dialog/pasteChanged', change: {lines, at: next === -1 ? dialog.at : next}});
	if (next === -1) closePaste(services);
}

/** Closes the review and reports how many lines were sent. */
function closePaste(services: Services): void {
	const dialog = openPaste(services);
	if (!dialog) return;
	const sent = dialog.lines.filter(({status}) => status === 'sent').length;
	const rest = dialog.lines.length - sent;
	services.store.dispatch({type: 'dialog/closed'});
	notify(services, 'info', consoleInputMessages.paste.ended(sent, rest));
}

/** Moves to another line or button, which disarms an armed line. */
export function movePaste(
	services: Services,
	to: (dialog: PasteDialog) => Partial<Pick<PasteDialog, 'at' | 'button'>>,
): void {
	const dialog = openPaste(services);
	if (!dialog) return;
	const lines = dialog.lines.map(line =>
		line.status === 'armed' ? {...line, status: 'waiting' as const} : line,
	);
	services.store.dispatch({type: 'dialog/pasteChanged', change: {lines, ...to(dialog)}});
}

function openPaste({store}: Services): PasteDialog | undefined {
	const {dialog} = store.getState();
	return dialog?.kind === 'paste' ? dialog : undefined;
}

const inPaste = ['paste'] as const;

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
		button:
			pasteButtons[(pasteButtons.indexOf(dialog.button) + by + pasteButtons.length) % pasteButtons.length] ??
			'nothing',
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

export type PasteRow = {
	number: number;
	text: string;
	/** `sent`, `dropped` or `destructive`; empty for a plain line that waits. */
	word: string;
	/** A destructive line that is not sent or dropped yet. */
	isRisky: boolean;
	chosen: boolean;
	done: boolean;
};

/** The review of pasted lines as plain data. `note` is about the current line. */
export type PasteView = {
	title: string;
	rows: readonly PasteRow[];
	at: number;
	note: Message;
	tone: 'plain' | 'warning';
	buttons: readonly {id: PasteDialog['button']; label: string; focused: boolean}[];
	footer: Message;
};

const words: Record<PastedLine['status'], string> = {
	waiting: '',
	armed: 'send?',
	sent: 'sent',
	dropped: 'dropped',
};

export function pasteView({dialog, fleet}: Pick<State, 'dialog' | 'fleet'>): PasteView | undefined {
	if (dialog?.kind !== 'paste') return undefined;
	const many = dialog.serverId === selectionLine ? plural(dialog.serverIds.length, 'server') : undefined;
	const chosen = dialog.lines[dialog.at];
	const button = (id: PasteDialog['button'], label: string) => ({id, label, focused: dialog.button === id});
	return {
		title: consoleInputMessages.paste.title(dialog.lines.length, many ?? serverName(fleet, dialog.serverId)),
		rows: dialog.lines.map((line, index) => ({
			number: index + 1,
			text: line.text,
			word: line.status === 'waiting' && line.danger !== undefined ? 'destructive' : words[line.status],
			isRisky: line.status === 'armed' || (line.status === 'waiting' && line.danger !== undefined),
			chosen: index === dialog.at,
			done: line.status === 'sent' || line.status === 'dropped',
		})),
		at: dialog.at,
		...noteOf(chosen),
		buttons: [
			button('nothing', consoleInputMessages.paste.doNothing),
			button(
				'send',
				many === undefined ? consoleInputMessages.paste.send : consoleInputMessages.paste.sendTo(many),
			),
			button('drop', consoleInputMessages.paste.drop),
		],
		footer: consoleInputMessages.paste.keys,
	};
}

function noteOf(line: PastedLine | undefined): Pick<PasteView, 'note' | 'tone'> {
	if (line?.problem !== undefined) return {note: line.problem, tone: 'warning'};
	if (line?.danger === undefined) return {note: consoleInputMessages.paste.nothingSent, tone: 'plain'};
	const again = line.status === 'armed' ? consoleInputMessages.paste.againSends : '';
	return {note: consoleInputMessages.paste.destructive(line.danger, again), tone: 'warning'};
}
