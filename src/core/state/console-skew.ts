/** What the way from the service to us may take; less than that says nothing about clocks. */
const toleratedMs = 2000;

/** What an own answer tells of the clocks: the service made it between the request and the moment it was here. */
export function skewOfAnswer(
	sentAt: number | undefined,
	latencyMs: number,
	timestamp: number | undefined,
): number | undefined {
	if (sentAt === undefined || timestamp === undefined) return undefined;
	if (timestamp < sentAt - toleratedMs) return sentAt - timestamp;
	const heardAt = sentAt + latencyMs;
	return timestamp > heardAt + toleratedMs ? heardAt - timestamp : 0;
}

/** What news of the feed tells of the clocks: it was made a moment ago. */
export function skewOfNews(heardAt: number, timestamp: number): number {
	const skew = heardAt - timestamp;
	return Math.abs(skew) < toleratedMs ? 0 : skew;
}
