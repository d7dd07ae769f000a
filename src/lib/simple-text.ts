/** ASCII, Latin, Greek, Cyrillic, general punctuation, arrows, box drawing. */
const unit =
	'[\\x20-\\x7e\\xa1-\\xac\\xae-\\u02ff\\u0370-\\u0377\\u0384-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u2190-\\u2193\\u2500-\\u25a9]';
const simple = new RegExp(`^${unit}*$`);
/** The same in lines, and with styles (ECMA-48, SGR). */
const styled = new RegExp(`^(?:${unit}|\\n|\\x1b\\[[\\d;]+m)*$`);

/**
True for text in which every UTF-16 unit is one character of one column. That is nearly all text there is, and it can
be counted and cut without a segmenter.
*/
export function isSimple(text: string): boolean {
	return simple.test(text);
}

/** True for simple text that may be styled and may have several lines; other sequences and controls are in none. */
export function isSimpleStyled(text: string): boolean {
	return styled.test(text);
}

/** The columns of a line of simple text that may be styled; undefined for any other text. */
export function simpleWidthOf(line: string): number | undefined {
	const shown = line.includes('\x1b') ? line.replaceAll(/\x1b\[[\d;]+m/g, '') : line;
	return isSimple(shown) ? shown.length : undefined;
}
