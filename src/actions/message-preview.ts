import {messagePreviewMessages as messages} from '../messages/message-preview.ts';
import type {ReviewRow} from './plan.ts';

/** The minutes at which nodes commonly repeat a message; which ones they are is a setting that we cannot read. */
const milestones = [30, 15, 10, 5, 1];
const mostShown = 4;

/**
The message as players will read it. The public node agent replaces `{minutes}`, says it at once and again at the
minutes its settings name; always "minutes", also for one. (Specification: `delayedStopMessage`)
*/
export function messagePreview(message: string, delayMinutes: number): ReviewRow[] {
	const said = (minutes: number) => message.replaceAll('{minutes}', String(minutes));
	const later = milestones.filter(minutes => minutes < delayMinutes).slice(-(mostShown - 1));
	const lines = message.includes('{minutes}')
		? [
				messages.sentFirst(delayMinutes, said(delayMinutes)),
				...later.map(minutes => messages.repeated(minutes, said(minutes))),
			]
		: [said(delayMinutes)];
	return [{label: messages.label, lines, tone: 'plain'}, ...letterWarning(message)];
}

/** RCON of these games is ASCII on the wire: every other letter may arrive as a question mark. */
export function letterWarning(text: string): ReviewRow[] {
	const odd = [...new Set(text)].filter(letter => letter > '\x7e');
	if (odd.length === 0) return [];
	const shown = text.replaceAll(/[^\x00-\x7e]/gu, '?');
	return [
		{
			label: messages.warning,
			lines: [messages.lettersLost(odd.slice(0, 8), shown)],
			tone: 'warning',
		},
	];
}
