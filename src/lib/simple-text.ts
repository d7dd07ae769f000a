/** ASCII, Latin, Greek, Cyrillic, general punctuation, arrows, box drawing. */
const simple =
	/^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0377\u0384-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u2193\u2500-\u25a9]*$/;

/**
True for text in which every UTF-16 unit is one character of one column. That is nearly all text there is, and it can
be counted and cut without a segmenter.
*/
export function isSimple(text: string): boolean {
	return simple.test(text);
}
