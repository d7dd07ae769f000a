import {gap, joinMessages} from '../messages/text.ts';
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
				`at ${delayMinutes} min: ${said(delayMinutes)}`,
				...later.map(minutes =>
					joinMessages([`at ${minutes} min: ${said(minutes)}`, '(if the node repeats it then)'], gap),
				),
			]
		: [said(delayMinutes)];
	return [{label: 'They read', lines, tone: 'plain'}, ...letterWarning(message)];
}

/** RCON of these games is ASCII on the wire: every other letter may arrive as a question mark. */
export function letterWarning(text: string): ReviewRow[] {
	const odd = [...new Set(text)].filter(letter => letter > '\x7e');
	if (odd.length === 0) return [];
	const shown = text.replaceAll(/[^\x00-\x7e]/gu, '?');
	return [
		{
			label: 'Careful',
			lines: [`${odd.slice(0, 8).join(' ')} may be shown as ? in the game: "${shown}"`],
			tone: 'warning',
		},
	];
}
