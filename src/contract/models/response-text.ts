/** Reads output of any shape: lists become lines, records become JSON. */
export function readResponse(value: unknown): string | undefined {
	if (value === null || value === undefined) return undefined;
	if (typeof value !== 'object') return String(value);
	if (Array.isArray(value) && value.every(line => typeof line === 'string')) return value.join('\n');
	try {
		return JSON.stringify(value);
	} catch {
		return 'The output nests too deeply to be shown.';
	}
}
