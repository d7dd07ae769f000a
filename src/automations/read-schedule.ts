import type {CronReading, ReadCron} from '../lib/time/cron.ts';
import {isTimeZone} from '../lib/time/zone.ts';
import {expressionMessages} from '../messages/automations.ts';

/** Reads a schedule, and says in one sentence that its time zone is unknown, also without a reader. */
export function readSchedule(cron: ReadCron, pattern: string, zone: string | undefined): CronReading;
export function readSchedule(
	cron: ReadCron | undefined,
	pattern: string,
	zone: string | undefined,
): CronReading | undefined;
export function readSchedule(cron: ReadCron | undefined, pattern: string, zone: string | undefined) {
	return zone === undefined || isTimeZone(zone)
		? cron?.(pattern, zone)
		: {problem: expressionMessages.timeZone(zone)};
}
