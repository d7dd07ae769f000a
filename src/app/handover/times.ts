import {clockText, dayText} from '../../lib/ago.ts';

/** Formats a time of a report. */
export type Times = (at: number) => string;

/** Formats times to the minute, in UTC or local; omits the date if it is the day of the report. */
export function createTimes(now: number, isUtc: boolean): Times {
	const today = dateText(now, isUtc);
	return at => (dateText(at, isUtc) === today ? hourText(at, isUtc) : minuteText(at, isUtc));
}

/** Formats `2026-11-22T03:14Z`; local without the Z. */
export const minuteText = (at: number, isUtc: boolean): string =>
	`${dateText(at, isUtc)}T${hourText(at, isUtc)}`;

const dateText = (at: number, isUtc: boolean): string => {
	const date = new Date(at);
	return `${isUtc ? date.getUTCFullYear() : date.getFullYear()}-${dayText(at, isUtc)}`;
};

const hourText = (at: number, isUtc: boolean): string =>
	`${clockText(at, isUtc).slice(0, 5)}${isUtc ? 'Z' : ''}`;
