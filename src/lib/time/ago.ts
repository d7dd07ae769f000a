import {type DurationUnit, durationUnits} from './duration.ts';
import {plural} from '../text/plural.ts';

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

/** Formats the time of day to the minute, local or UTC: `03:14`, `03:14Z`. */
export const minuteText = (at: number, utc: boolean): string =>
	`${clockText(at, utc).slice(0, 5)}${utc ? 'Z' : ''}`;

/** Formats how far the zone is from UTC: `+01:00`, or `Z` if it is not. */
export function offsetText(at: number, utc: boolean): string {
	const minutes = utc ? 0 : -new Date(at).getTimezoneOffset();
	if (!minutes) return 'Z';
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Formats a moment as JSON has it: `2026-11-22T02:14:07.000Z`. */
export const isoTime = (at: number): string => new Date(at).toISOString();

/** Formats a time that is copied elsewhere to the second, with its offset: `2026-11-22T03:14:07+01:00`. */
export function zonedText(at: number, utc: boolean): string {
	const date = new Date(at);
	const year = utc ? date.getUTCFullYear() : date.getFullYear();
	return `${year}-${dayText(at, utc)}T${clockText(at, utc).slice(0, 8)}${offsetText(at, utc)}`;
}

/** Formats a date and time for a list: `2026-11-22 03:14`. */
export const dateMinuteText = (at: number, utc: boolean): string =>
	`${zonedText(at, utc).slice(0, 16).replace('T', ' ')}${utc ? 'Z' : ''}`;

/** Formats a time to the minute, with the day if it is not today: `03:14`, `11-22 03:14`. */
export const whenText = (at: number, now: number, utc: boolean): string =>
	dayText(at, utc) === dayText(now, utc) ? minuteText(at, utc) : `${dayText(at, utc)} ${minuteText(at, utc)}`;

/** Formats the month and day, local or UTC: `11-22`. */
export function dayText(at: number, utc: boolean): string {
	const date = new Date(at);
	if (utc) return date.toISOString().slice(5, 10);
	return `${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
