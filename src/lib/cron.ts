/** A cron pattern as people say it, with the moments at which it comes round; or why it cannot be read. */
export type CronReading =
	| {
			words: string;
			/** The first moments behind `at`, epoch ms; fewer where the pattern ends. */
			after: (at: number, count: number) => number[];
	  }
	| {problem: string};

export type ReadCron = (pattern: string, timezone: string | undefined) => CronReading;

/**
Five fields as in Unix; six or seven as in Quartz: seconds first, Sunday is 1. Without a time zone UTC is meant. The
two libraries are loaded when the first pattern is to be read: nothing else needs them.
*/
export async function loadCron(): Promise<ReadCron> {
	const [{Cron}, {toString: inWords}] = await Promise.all([import('croner'), import('cronstrue')]);
	return (pattern, timezone = 'UTC') => {
		const isQuartz = pattern.trim().split(/\s+/).length > 5;
		try {
			const cron = new Cron(pattern, {paused: true, timezone, alternativeWeekdays: isQuartz});
			// A time zone that does not exist is noticed only now.
			cron.nextRun();
			return {
				words: inWords(pattern, {use24HourTimeFormat: true, dayOfWeekStartIndexZero: !isQuartz}),
				after: (at, count) => cron.nextRuns(count, new Date(at)).map(date => date.getTime()),
			};
		} catch (error) {
			// cronstrue throws plain texts.
			const why = error instanceof Error ? error.message : String(error);
			return {problem: why.replace(/^Error: /, '')};
		}
	};
}
