/** A span in its largest unit, as people say it: `40s`, `12m`, `2h`, `3d`. */
export function spanText(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	if (seconds < 60) return `${seconds}s`;
	if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
	if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`;
	return `${Math.floor(seconds / 86_400)}d`;
}

/** A moment on the clock of this machine, or of UTC with its Z: `03:14:07`, `03:14:07Z`. */
export function clockText(at: number, utc: boolean): string {
	const date = new Date(at);
	if (!Number.isFinite(date.getTime())) return utc ? '--:--:--Z' : '--:--:--';
	if (utc) return `${date.toISOString().slice(11, 19)}Z`;
	return [date.getHours(), date.getMinutes(), date.getSeconds()]
		.map(part => String(part).padStart(2, '0'))
		.join(':');
}

/** The month and the day of a moment, on this machine or in UTC: `11-22`. */
export function dayText(at: number, utc: boolean): string {
	const date = new Date(at);
	if (utc) return date.toISOString().slice(5, 10);
	return `${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
