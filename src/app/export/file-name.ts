/** Keeps a name that has an extension; adds the format's extension to others. */
export const fileName = (name: string, extension: string): string =>
	hasEnding(name) ? name : `${name}.${extension}`;

const hasEnding = (name: string) => /\.[A-Za-z][A-Za-z0-9]{0,7}$/.test(name);

/** Returns a name such as `ark-isl-1-2026-11-21T03-12-04Z`, which says what the file has and sorts by time. */
export const stampedName = (what: string, at: number): string =>
	`${safeName(what)}-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Returns the file of a transcript: its name with the start time, unless it is a path or has an extension. */
export const transcriptFile = (name: string, at: number): string =>
	fileName(name.includes('/') || hasEnding(name) ? name : stampedName(name, at), 'md');

/** Keeps letters, digits and punctuation that has no meaning for a shell or a file system. */
function safeName(text: string): string {
	const safe = text
		.normalize('NFC')
		.replaceAll(/[^\p{L}\p{N}_.]+/gu, '-')
		.replaceAll(/^[-.]+|-+$/g, '')
		.slice(0, 60)
		// The cut may have split a pair of surrogates.
		.replace(/\p{Surrogate}$/u, '');
	return safe === '' ? 'rcondeck' : safe;
}
