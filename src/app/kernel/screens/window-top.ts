/** Returns the first visible row of a list, moved as little as possible to keep the current row visible. */
export function windowTop(before: number, current: number, room: number, total: number): number {
	const last = Math.max(0, total - room);
	const kept = Math.max(0, Math.min(before, last));
	if (current < 0) return kept;
	if (current < kept) return current;
	return current >= kept + room ? Math.min(last, current - room + 1) : kept;
}
