import {replaceUnprintable} from '../../lib/text.ts';
import {cut} from '../../lib/width.ts';

/** Every desktop truncates longer texts. */
const maxColumns = 200;

/**
Returns a bell, preceded by a notification if there is a text: OSC 777 for terminals that know it and not the
older OSC 9 (rxvt, foot, VTE-based ones), else OSC 9. A multiplexer drops both but passes on the bell; nothing
works around that. The text cannot end the sequence: it has no control characters, and `;` separates fields.
*/
export function bell(env: Readonly<Record<string, string | undefined>>, text?: string): string {
	const term = env['TERM'] ?? '';
	// The kernel's console and old hardware print sequences that they do not know.
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
