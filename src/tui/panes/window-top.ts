/** The first row of a list in view: moved as little as possible, and the selected row is always seen. */
export function windowTop(before: number, selected: number, room: number, total: number): number {
	const last = Math.max(0, total - room);
	const kept = Math.max(0, Math.min(before, last));
	if (selected < 0) return kept;
	if (selected < kept) return selected;
	return selected >= kept + room ? Math.min(last, selected - room + 1) : kept;
}
