/** Formats a time of a report. */
export type Times = (at: number) => string;

/** Formats times in UTC to the minute; omits the date if it is the day of the report. */
export function createTimes(now: number): Times {
	const today = minuteText(now).slice(0, 10);
	return at => {
		const text = minuteText(at);
		return text.startsWith(today) ? text.slice(11) : text;
	};
}

export const minuteText = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;
