import {dayText, minuteText, offsetText, zonedText} from '../../lib/time/ago.ts';

/** Formats a time of a report. */
export type Times = (at: number) => string;

/** Formats times to the minute, in UTC or local; omits the date if it is the day of the report. */
export function createTimes(now: number, isUtc: boolean): Times {
	const today = dayText(now, isUtc);
	// In a zone without an offset, the time is the same and says so.
	return at =>
		dayText(at, isUtc) === today && Math.abs(at - now) < 86_400_000
			? minuteText(at, isUtc || offsetText(at, isUtc) === 'Z')
			: zonedMinute(at, isUtc);
}

/** Formats `2026-11-22T03:14+01:00`: reports are copied elsewhere. */
export const zonedMinute = (at: number, isUtc: boolean): string =>
	zonedText(at, isUtc).replace(/:\d\d(?=[+-]|Z)/, '');
