/** A name with an ending of its own is kept; others get the one of the format. */
export const fileName = (name: string, extension: string): string =>
	hasEnding(name) ? name : `${name}.${extension}`;

const hasEnding = (name: string) => /\.[A-Za-z][A-Za-z0-9]{0,7}$/.test(name);

/** `ark-isl-1-2026-11-21T03-12-04Z`: says what is in it, and sorts by time. */
export const stampedName = (what: string, at: number): string =>
	`${safeName(what)}-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** The file of a transcript: its name with the time of its beginning, unless it says itself where it goes. */
export const transcriptFile = (name: string, at: number): string =>
	fileName(name.includes('/') || hasEnding(name) ? name : stampedName(name, at), 'md');

/** Letters, digits and marks that mean nothing to a shell or a file system. */
function safeName(text: string): string {
	const safe = text
		.normalize('NFC')
		.replaceAll(/[^\p{L}\p{N}_.]+/gu, '-')
		.replaceAll(/^[-.]+|-+$/g, '')
		.slice(0, 60);
	return safe === '' ? 'rcondeck' : safe;
}
