import type {Memorable} from '../actions/memorable.ts';
import type {ServerSample} from '../actions/sample.ts';

/** The latest time that `Date` represents, ms. */
const latestTime = 8.64e15;

/**
Returns the entry with values that can be stored: times are whole milliseconds, counts are numbers. An invalid time
becomes `now`, so that an event with a wrong clock is not dropped.
*/
export function storableEntry(entry: Memorable, now: number): Memorable {
	const time = (at: number) => storableTime(at) ?? now;
	const timed = <Timed extends {at: number}>(item: Timed): Timed =>
		time(item.at) === item.at ? item : {...item, at: time(item.at)};
	const own = timed(entry);
	switch (own.kind) {
		case 'command':
			return own.sentAt === undefined ? own : {...own, sentAt: time(own.sentAt)};
		case 'gap':
			return {...own, to: Math.max(own.at, time(own.to))};
		case 'feedProof':
			return {...own, missed: count(own.missed)};
		case 'job':
			return {...own, job: {...own.job, startedAt: time(own.job.startedAt), steps: own.job.steps.map(timed)}};
		case 'jobStep':
			return {...own, step: timed(own.step)};
		case 'samples':
			return {...own, samples: own.samples.map(sample => withCounts(timed(sample)))};
		case 'note':
			return own.activity.type === 'action'
				? {...own, activity: {...own.activity, targetCount: count(own.activity.targetCount)}}
				: own;
		case 'forTeam':
			return {...own, entry: timed(own.entry)};
		case 'teamEntry':
			return {...own, entry: {...timed(own.entry), seq: count(own.entry.seq)}};
		case 'typed':
		case 'mark':
		case 'acknowledged':
		case 'teamDelivered':
		case 'states':
		case 'jobRequest':
		case 'jobAnswer':
			return own;
	}
}

const withCounts = (sample: ServerSample): ServerSample => ({
	...sample,
	phases: count(sample.phases),
	low: sample.low === undefined ? undefined : count(sample.low),
	high: sample.high === undefined ? undefined : count(sample.high),
	cpuPercent: sample.cpuPercent === undefined ? undefined : count(sample.cpuPercent),
	memoryBytes: sample.memoryBytes === undefined ? undefined : count(sample.memoryBytes),
});

/** The nearest whole number that can be stored; anything else counts as 0. */
const count = (value: number): number =>
	Number.isSafeInteger(value)
		? value
		: Math.round(Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))) || 0;

/** Returns a time as whole milliseconds; undefined if it is none. */
export const storableTime = (at: number): number | undefined =>
	Math.abs(at) <= latestTime ? Math.round(at) : undefined;
