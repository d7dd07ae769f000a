/** ASCII, Latin, Greek, Cyrillic, general punctuation, arrows, box drawing. */
const simple =
	/^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0377\u0384-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u2193\u2500-\u25a9]*$/;

/**
True if every UTF-16 unit of a text is one character of one column. Nearly all text is like this, and it can be measured
and cut without a segmenter.
*/
export function isSimple(text: string): boolean {
	return simple.test(text);
}

/**
Characters that must never reach a terminal from outside: C0 except tab and newline, DEL, C1, bidi controls, zero-width
characters, letters that are invisible (Hangul and Khmer fillers), line separators, tag characters, and lone surrogates
(Unicode 16, chapters 23.2 and 23.9). Also every combining mark after the eighth on a letter: no script uses more,
and some terminals draw them over the rows above.
*/
const createUnprintable = () =>
	/[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]|\p{Surrogate}|\u034f|(?:\p{M}(?<=\p{M}{9}))+/gu;
let unprintable: RegExp | undefined;
/** Nearly every text is plain or simple. */
const isPlain = /^[\t\n\x20-\x7e]*$/;

/** Replaces every character that could act on a terminal with visible ASCII; keeps tab and newline. */
export function printable(text: string): string {
	return replaceUnprintable(text, mark);
}

/** Replaces every character that could act on a terminal with the result of `to`; keeps tab and newline. */
export function replaceUnprintable(text: string, to: (character: string) => string): string {
	if (isPlain.test(text) || isSimple(text)) return text;
	return text.replace((unprintable ??= createUnprintable()), to);
}

/** Like `printable`, for a single line: tabs become spaces, newlines become visible. */
export function printableLine(text: string): string {
	const clean = printable(text);
	return /[\t\n]/.test(clean) ? clean.replaceAll('\t', ' ').replaceAll('\n', '^J') : clean;
}

/** `^[` like `cat -v`, `<9B>` like `less`, `<U+202E>` for the rest. */
function mark(character: string): string {
	if (/^\p{M}/u.test(character)) return '…';
	const code = character.codePointAt(0) ?? 0;
	if (code < 0x20) return `^${String.fromCodePoint(code + 0x40)}`;
	if (code === 0x7f) return '^?';
	if (code < 0xa0) return `<${code.toString(16).toUpperCase()}>`;
	return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
