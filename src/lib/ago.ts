import {durationUnits, type DurationUnit} from './duration.ts';
import {plural} from './plural.ts';

/** `short` for columns: `12m`, `2/3`; `spoken` for line mode: `12 minutes`, `2 of 3`. */
export type TextStyle = 'short' | 'spoken';

const amount = (count: number, unit: DurationUnit, style: TextStyle): string =>
	style === 'short' ? `${count}${unit}` : plural(count, durationUnits[unit].name);

/** Formats a duration in its largest unit: `40s`, `12m`, `2h`, `3d`. Negative durations are 0. */
export function formatDuration(ms: number, style: TextStyle = 'short'): string {
	const unit = (['d', 'h', 'm'] as const).find(name => ms >= durationUnits[name].ms) ?? 's';
	return amount(Math.max(0, Math.floor(ms / durationUnits[unit].ms)), unit, style);
}

/** Formats a measured duration precisely enough to compare short ones: `850ms`, `12.4s`, `3m 20s`, `2h 5m`, `3d`. */
export function formatElapsed(ms: number, style: TextStyle = 'short'): string {
	if (ms < 1000) return amount(Math.round(ms), 'ms', style);
	if (ms < 60_000) return amount(Math.round(ms / 100) / 10, 's', style);
	if (ms >= 86_400_000) return formatDuration(ms, style);
	const [unit, rest] = ms < 3_600_000 ? (['m', 's'] as const) : (['h', 'm'] as const);
	const left = Math.floor((ms % durationUnits[unit].ms) / durationUnits[rest].ms);
	const large = formatDuration(ms, style);
	return left > 0 ? `${large} ${amount(left, rest, style)}` : large;
}

/** `2/3`; spoken `2 of 3`. */
export const formatRatio = (
	part: number | string,
	whole: number | string,
	style: TextStyle = 'short',
): string => `${part}${style === 'short' ? '/' : ' of '}${whole}`;

/** Formats the time of day, local or UTC: `03:14:07`, `03:14:07Z`. */
export function clockText(at: number, utc: boolean): string {
	const date = new Date(at);
	if (!Number.isFinite(date.getTime())) return utc ? '--:--:--Z' : '--:--:--';
	if (utc) return `${date.toISOString().slice(11, 19)}Z`;
	return [date.getHours(), date.getMinutes(), date.getSeconds()]
		.map(part => String(part).padStart(2, '0'))
		.join(':');
}

/** Formats the month and day, local or UTC: `11-22`. */
export function dayText(at: number, utc: boolean): string {
	const date = new Date(at);
	if (utc) return date.toISOString().slice(5, 10);
	return `${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
