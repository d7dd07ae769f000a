import {printableLine} from '../../lib/text.ts';
import {selectionLine, serversOfLine} from './target.ts';
import {sendToSeveral} from './send-to-several.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {guardTyping} from '../kernel/typing-guard.ts';
import type {PasteDialog, PastedLine} from '../kernel/dialog-state.ts';
import {rememberSent} from './walk-history.ts';
import {runTyped} from './send-command.ts';
import {readyToSend} from './send-line.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';

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
export function pressPaste(services: Services): void {
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
export function closePaste(services: Services): void {
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
