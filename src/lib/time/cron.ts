/** A cron pattern in words and its next times, or why it is invalid. */
export type CronReading =
	| {
			words: string;
			/** The next times after `at`, epoch ms; fewer if the pattern ends. */
			after: (at: number, count: number) => number[];
	  }
	| {problem: string};

export type ReadCron = (pattern: string, timezone: string | undefined) => CronReading;

/**
Loads the cron reader. Five fields are Unix cron; six or seven are Quartz, with seconds first and Sunday as 1. The
default time zone is UTC. The two libraries are loaded only when the first pattern is read.
*/
export async function loadCron(): Promise<ReadCron> {
	const [{Cron}, {toString: inWords}] = await Promise.all([import('croner'), import('cronstrue')]);
	return (pattern, timezone = 'UTC') => {
		const isQuartz = pattern.trim().split(/\s+/).length > 5;
		try {
			const cron = new Cron(pattern, {paused: true, timezone, alternativeWeekdays: isQuartz});
			// Only this call detects an unknown time zone.
			cron.nextRun();
			return {
				words: inWords(pattern, {use24HourTimeFormat: true, dayOfWeekStartIndexZero: !isQuartz}),
				after: (at, count) => cron.nextRuns(count, new Date(at)).map(date => date.getTime()),
			};
		} catch (error) {
			// cronstrue throws strings.
			const why = error instanceof Error ? error.message : String(error);
			return {problem: why.replace(/^Error: /, '')};
		}
	};
}
