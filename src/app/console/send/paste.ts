import {moveCommands} from '../../kernel/screens/move-commands.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {selectionLine, serversOfLine} from './target.ts';
import {type ConsoleEntry, readyToSend} from './send-line.ts';
import {resultOf, sendTo} from './send-pasted.ts';
import {notify} from '../../kernel/state/notify.ts';
import type {Services} from '../../kernel/state/services.ts';
import {guardTyping} from '../../kernel/keys/typing-guard.ts';
import {pasteButtons, type PasteDialog, type PastedLine} from '../../kernel/dialogs/dialog-state.ts';
import {consoleInputMessages} from '../../../messages/console.ts';
import type {KeyCommand} from '../../kernel/state/program.ts';
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
		stopped: undefined,
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
	if (dialog.button === 'nothing' || !waits(line)) closePaste(services);
	else if (dialog.button === 'drop') settle(services, dialog, {...line, status: 'dropped'});
	else if (dialog.button === 'rest') sendRest(services);
	else sendPasted(services, dialog, line);
}

/** Whether nothing was decided about a line yet. */
const waits = ({status}: PastedLine) => status === 'waiting' || status === 'armed';

/** The lines that one press sends after one that was not carried out: those up to a destructive one, which has its own press. */
function restOf({lines}: PasteDialog): readonly PastedLine[] {
	if (!lines.some(({status}) => status === 'refused' || status === 'unsure')) return [];
	const waiting = lines.filter(waits);
	const stop = waiting.findIndex(({danger, problem}) => danger !== undefined || problem !== undefined);
	return stop === -1 ? waiting : waiting.slice(0, stop);
}

const buttonsOf = (dialog: PasteDialog) =>
	pasteButtons.filter(id =>
		id === 'rest' ? restOf(dialog).length > 0 : id === 'nothing' || dialog.lines.some(waits),
	);

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
	send(services, dialog, line, ready.text);
}

/** Sends the rest, in order, and moves to the line that stops it. */
function sendRest(services: Services): void {
	for (;;) {
		const dialog = openPaste(services);
		const at = dialog?.lines.findIndex(waits) ?? -1;
		const line = dialog?.lines[at];
		if (!dialog || !line) return;
		const ready = readyToSend(services, dialog.serverId, line.text);
		if ('problem' in ready || ready.danger !== undefined) {
			services.store.dispatch({type: 'dialog/pasteChanged', change: {at, button: 'nothing'}});
			guardTyping(services, {drops: 'enter'});
			return;
		}
		send(services, {...dialog, at}, line, ready.text);
	}
}

function send(services: Services, dialog: PasteDialog, line: PastedLine, text: string): void {
	const {openedAt, serverId: key, serverIds} = dialog;
	settle(services, dialog, {...line, status: 'open'});
	const sent = {typed: line.text, text, batch: `paste:${openedAt}`};
	const {entries, settled} = sendTo(services, {key, serverIds}, sent);
	void settled.then(() => noteResult(services, openedAt, line.id, entries));
}

/** Records the outcome of a line. One that was not carried out stops the review: nothing more is sent without another press. */
function noteResult(
	services: Services,
	openedAt: number,
	id: number,
	entries: readonly ConsoleEntry[],
): void {
	const dialog = openPaste(services);
	if (dialog?.openedAt !== openedAt) return;
	const {status, reason} = resultOf(services.store.getState(), entries);
	const lines = dialog.lines.map(line =>
		line.id === id ? {...line, status: status === 'canceled' ? ('waiting' as const) : status} : line,
	);
	const isStop = (status === 'refused' || status === 'unsure') && !dialog.stopped;
	const first = Math.max(0, lines.findIndex(waits));
	const at = isStop || status === 'canceled' ? first : dialog.at;
	const stop = isStop && {stopped: {id, status, reason}, button: 'nothing' as const};
	services.store.dispatch({type: 'dialog/pasteChanged', change: {lines, at, ...stop}});
	if (isStop) guardTyping(services, {drops: 'enter'});
	closeWhenDone(services);
}

/** Settles a line, then moves to the next waiting one. */
function settle(services: Services, dialog: PasteDialog, done: PastedLine): void {
	const lines = dialog.lines.with(dialog.at, done);
	const later = lines.findIndex((line, index) => index > dialog.at && waits(line));
	const next = later === -1 ? lines.findIndex(waits) : later;
	const move = next === -1 ? {button: 'nothing' as const} : {at: next};
	services.store.dispatch({type: 'dialog/pasteChanged', change: {lines, stopped: undefined, ...move}});
	closeWhenDone(services);
}

function closeWhenDone(services: Services): void {
	const dialog = openPaste(services);
	if (dialog && !dialog.lines.some(line => waits(line) || line.status === 'open')) closePaste(services);
}

/** Closes the review and reports how many lines were sent. */
function closePaste(services: Services): void {
	const dialog = openPaste(services);
	if (!dialog) return;
	const count = (...all: PastedLine['status'][]) =>
		dialog.lines.filter(({status}) => all.includes(status)).length;
	const counts = {sent: count('sent', 'open'), unsure: count('unsure'), refused: count('refused')};
	services.store.dispatch({type: 'dialog/closed'});
	notify(services, 'info', consoleInputMessages.paste.ended(counts, dialog.lines.length));
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
			const line = lines[next];
			if (line && waits(line)) return {at: next};
		}
		return {};
	});

const button = (by: 1 | -1) => (services: Services) =>
	movePaste(services, dialog => {
		const all = buttonsOf(dialog);
		return {button: all[(all.indexOf(dialog.button) + by + all.length) % all.length] ?? 'nothing'};
	});

export const pasteCommands: readonly KeyCommand[] = [
	...moveCommands(
		{id: 'paste', scope: 'paste'},
		{
			down: line(1),
			up: line(-1),
		},
	),
	{
		id: 'paste.next',
		keys: ['tab', 'right'],
		scopes: inPaste,
		hint: true,
		run: button(1),
	},
	{
		id: 'paste.previous',
		keys: ['shift+tab', 'left'],
		scopes: inPaste,
		run: button(-1),
	},
	{
		id: 'paste.press',
		keys: ['enter'],
		scopes: inPaste,
		hint: true,
		run: pressPaste,
	},
	{
		id: 'paste.leave',
		keys: ['esc', 'q'],
		scopes: inPaste,
		hint: true,
		run: closePaste,
	},
];

export type PasteRow = {
	number: number;
	text: string;
	/** Its outcome, or `destructive`; empty for a plain line that waits. */
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

export function pasteView({dialog, fleet}: Pick<State, 'dialog' | 'fleet'>): PasteView | undefined {
	if (dialog?.kind !== 'paste') return undefined;
	const many = dialog.serverId === selectionLine ? plural(dialog.serverIds.length, 'server') : undefined;
	const chosen = dialog.lines[dialog.at];
	const rest = restOf(dialog).length;
	const {paste} = consoleInputMessages;
	const labels: Record<PasteDialog['button'], string> = {
		nothing: paste.doNothing,
		rest: paste.sendRest(rest, rest === dialog.lines.filter(waits).length, many),
		send: many === undefined ? paste.send : paste.sendTo(many),
		drop: paste.drop,
	};
	return {
		title: paste.title(dialog.lines.length, many ?? serverName(fleet, dialog.serverId)),
		rows: dialog.lines.map((line, index) => ({
			number: index + 1,
			text: line.text,
			word:
				line.status === 'waiting' && line.danger !== undefined
					? paste.words.destructive
					: paste.words[line.status],
			isRisky: waits(line)
				? line.danger !== undefined
				: line.status === 'refused' || line.status === 'unsure',
			chosen: index === dialog.at,
			done: !waits(line),
		})),
		at: dialog.at,
		...noteOf(dialog, chosen),
		buttons: buttonsOf(dialog).map(id => ({id, label: labels[id], focused: dialog.button === id})),
		footer: paste.keys,
	};
}

function noteOf(
	{stopped, lines}: PasteDialog,
	line: PastedLine | undefined,
): Pick<PasteView, 'note' | 'tone'> {
	if (stopped) {
		const rest = lines.filter(waits).length;
		const place = lines.findIndex(({id}) => id === stopped.id) + 1;
		return {
			note: consoleInputMessages.paste.stopped[stopped.status](place, stopped.reason, rest),
			tone: 'warning',
		};
	}
	if (!lines.some(waits)) return {note: consoleInputMessages.paste.awaitsAnswers, tone: 'plain'};
	if (line?.problem !== undefined) return {note: line.problem, tone: 'warning'};
	if (line?.danger === undefined) return {note: consoleInputMessages.paste.nothingSent, tone: 'plain'};
	const again = line.status === 'armed' ? consoleInputMessages.paste.againSends : '';
	return {note: consoleInputMessages.paste.destructive(line.danger, again), tone: 'warning'};
}
