import {replaceUnprintable} from '../../lib/text.ts';
import {cut} from '../../lib/width.ts';

/** Longer ones are cut by every desktop. */
const maxColumns = 200;

/**
A bell, and before it a notification where there is a text: OSC 777 for terminals that know it and not the older OSC 9
(rxvt, foot, those made with VTE), else OSC 9. A multiplexer swallows both, and is not talked round: the bell, which
it passes on, comes in any case. The text cannot end the sequence: nothing in it is a control, and `;` divides fields.
*/
export function bell(env: Readonly<Record<string, string | undefined>>, text?: string): string {
	const term = env['TERM'] ?? '';
	// The kernel's console and the old hardware show what they do not understand.
	if (text === undefined || /^(linux|vt|dumb)/.test(term)) return '\x07';
	const body = cut(
		replaceUnprintable(text, () => ' ')
			.replaceAll(/[\t\n]/g, ' ')
			.replaceAll(';', ','),
		maxColumns,
	);
	const isNewer = /^(rxvt|foot)/.test(term) || env['VTE_VERSION'] !== undefined;
	const head = isNewer ? '777;notify;rcondeck;' : '9;rcondeck: ';
	return `\x1b]${head}${body}\x07\x07`;
}
