import {fillMinutes} from '../contract/delayed-message.ts';
import {messagePreviewMessages as messages} from '../messages/dialogs.ts';
import type {ReviewRow} from './plan.ts';

/** The minutes at which nodes usually repeat a message; the actual ones are a setting that cannot be read. */
const milestones = [30, 15, 10, 5, 1];
const maxServersShown = 4;

/**
Previews the message as players will read it. The public node agent replaces `{minutes}`, sends the message at
once and again at the configured minutes. The specification does not say so: `replaces` is whether this service is known
to do it. (Specification: `delayedStopMessage`)
*/
export function messagePreview(message: string, delayMinutes: number, replaces: boolean): ReviewRow[] {
	const said = (minutes: number) => fillMinutes(message, minutes);
	const later = milestones.filter(minutes => minutes < delayMinutes).slice(-(maxServersShown - 1));
	const all = [delayMinutes, ...later];
	// Agents without a singular form fill in only the number.
	const isSingular = all.includes(1) && said(1) !== message.replaceAll('{minutes}', '1');
	const lines = message.includes('{minutes}')
		? [
				...all.map(minutes => messages.atMinutesLeft(minutes, said(minutes))),
				...(replaces ? [] : [messages.mayReplace]),
				...(later.length > 0 || isSingular ? [messages.note(later.length > 0, isSingular)] : []),
			]
		: [message];
	return [{label: messages.label, lines, tone: 'plain'}, ...letterWarning(message)];
}

/** Warns about non-ASCII characters. RCON of these games is ASCII, so they may arrive as question marks. */
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
