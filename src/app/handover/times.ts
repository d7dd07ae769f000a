/** Formats a time of a report. */
export type Times = (at: number) => string;

/** Formats to the minute, in UTC; only the time of day on the day of the report. */
export function createTimes(now: number): Times {
	const today = minuteText(now).slice(0, 10);
	return at => {
		const text = minuteText(at);
		return text.startsWith(today) ? text.slice(11) : text;
	};
}

export const minuteText = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;
