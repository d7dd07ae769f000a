import {tableOf} from './maps.ts';

/** ASCII, Latin, Greek, Cyrillic, general punctuation, arrows, box drawing. */
const unit =
	'[\\x20-\\x7e\\xa1-\\xac\\xae-\\u02ff\\u0370-\\u0377\\u0384-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u2190-\\u2193\\u2500-\\u25a9]';
const simple = new RegExp(`^${unit}*$`);
/** The same, across lines and with styles (ECMA-48, SGR). */
const styled = new RegExp(`^(?:${unit}|\\n|\\x1b\\[[\\d;]+m)*$`);

/**
True if every UTF-16 unit of a text is one character of one column. Nearly all text is like this, and it can be measured
and cut without a segmenter.
*/
export function isSimple(text: string): boolean {
	return simple.test(text);
}

/** True for simple text that may have styles and several lines, but no other sequences or controls. */
export function isSimpleStyled(text: string): boolean {
	return styled.test(text);
}

/** The width of a line of simple text that may have styles; undefined for any other text. */
export function simpleWidthOf(line: string): number | undefined {
	const shown = line.includes('\x1b') ? line.replaceAll(/\x1b\[[\d;]+m/g, '') : line;
	return isSimple(shown) ? shown.length : undefined;
}

/** The code that resets each style (ECMA-48, 8.3.117). */
const endings = tableOf<string>({1: '22', 2: '22', 3: '23', 4: '24', 7: '27', 9: '29', 53: '55'});
const enders = new Set([...endings.values(), '39', '49']);

/** Splits simple text into lines, each of which sets and resets its own styles; undefined for any other text. */
export function linesApart(text: string): string[] | undefined {
	if (!isSimpleStyled(text)) return undefined;
	const lines = text.split('\n');
	return lines.every(endsPlain) ? lines : undefined;
}

function endsPlain(line: string): boolean {
	const open = new Set<string>();
	for (const [, codes = ''] of line.matchAll(/\x1b\[([\d;]+)m/g)) {
		if (enders.has(codes)) open.delete(codes);
		else {
			const ending = endings.get(codes) ?? colourEnding(codes);
			if (ending === undefined) return false;
			open.add(ending);
		}
	}
	return open.size === 0;
}

function colourEnding(codes: string): string | undefined {
	if (/^(3[0-7]|9[0-7]|38;5;\d+|38;2(;\d+){3})$/.test(codes)) return '39';
	return /^(4[0-7]|10[0-7]|48;5;\d+|48;2(;\d+){3})$/.test(codes) ? '49' : undefined;
}
