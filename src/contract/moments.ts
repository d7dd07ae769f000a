/** A moment of the wire in epoch milliseconds: ISO 8601 text, epoch seconds with a fraction, or epoch milliseconds. */
export function momentOf(value: string | number | null | undefined): number | undefined {
	if (value === null || value === undefined) return undefined;
	const ms = typeof value === 'string' ? Date.parse(value) : value > 1e11 ? value : value * 1000;
	return Number.isFinite(ms) ? Math.floor(ms) : undefined;
}
