import {bytesText} from '../../lib/bytes.ts';
import {factMessages} from '../../messages/screens.ts';
import type {Fact} from './cells.ts';
import type {Message} from '../../messages/text.ts';

/** Names of fields whose values are not for everybody who looks over a shoulder. */
const sensitive = /token|secret|passw|passcode|invite_?code|e-?mail|api_?key|private/i;

export const isSensitive = (name: string): boolean => sensitive.test(name);

/** What is in the place of something hidden; nothing of it shows, not even how long it is. */
const hidden = factMessages.hidden;

/** The text, unless it is to be hidden. */
export const secretText = (text: string, revealed: boolean): Message => (revealed ? text : hidden);

/**
A record of which only little is certain, as rows: what is nested under the path to it, so that nothing is lost. Lists
of plain values are in one row, lists of records under their number.
*/
export function openFacts(value: unknown, path: string, revealed: boolean): Fact[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) {
		if (value.every(isPlain)) {
			return value.length === 0 ? [] : [fact(path, value.map(String).join(', '), revealed)];
		}
		return value.flatMap((entry, index) => openFacts(entry, `${path} ${index + 1}`, revealed));
	}
	if (typeof value === 'object') {
		return Object.entries(value).flatMap(([name, field]) =>
			openFacts(field, path === '' ? name : `${path} ${name}`, revealed),
		);
	}
	return [fact(path, amountText(path, value), revealed)];
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

const fact = (label: string, text: string, revealed: boolean): Fact => ({
	label,
	text: isSensitive(label) ? secretText(text, revealed) : text,
});

/** Amounts are also said in a unit that can be read. The memory of a node is counted in MiB. */
function amountText(path: string, value: unknown): string {
	if (typeof value !== 'number') return String(value);
	if (/bytes$/i.test(path) && value >= 1024) return `${bytesText(value)} (${value})`;
	if (/(^|\s)ram$/i.test(path) && value >= 1024) return `${bytesText(value * 1024 ** 2)} (${value})`;
	return /frequency$/i.test(path) && value >= 1e6 ? factMessages.gigahertz(value) : String(value);
}
