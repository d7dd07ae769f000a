import {isSecretField} from '../../../contract/secret-fields.ts';
import {bytesText} from '../../../lib/bytes.ts';
import {factMessages} from '../../../messages/screens.ts';
import type {Fact} from '../text/spans.ts';
import type {Message} from '../../../messages/text.ts';

/** Checks whether bystanders must not see the value of a field: a secret, or an address. */
export const isSensitive = (name: string): boolean => isSecretField(name) || /e-?mail/i.test(name);

/** The placeholder for a hidden value; it does not even show the length. */
const hidden = factMessages.hidden;

/** Returns the text, or the placeholder unless it is revealed. */
export const secretText = (text: string, revealed: boolean): Message => (revealed ? text : hidden);

/**
Flattens a record of open shape into rows, with the path to each nested value as its label, so that nothing is lost. A
list of plain values takes one row; the records of a list are numbered.
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

export const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

const fact = (label: string, text: string, revealed: boolean): Fact => ({
	label,
	text: isSensitive(label) ? secretText(text, revealed) : text,
});

/** Formats a value, adding a readable unit to amounts. The memory of a node is in MiB. */
function amountText(path: string, value: unknown): string {
	if (typeof value !== 'number') return String(value);
	if (/bytes$/i.test(path) && value >= 1024) return `${bytesText(value)} (${value})`;
	if (/(^|\s)ram$/i.test(path) && value >= 1024) return `${bytesText(value * 1024 ** 2)} (${value})`;
	return /frequency$/i.test(path) && value >= 1e6 ? factMessages.gigahertz(value) : String(value);
}
