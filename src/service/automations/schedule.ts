import type {ServiceContext} from '../context.ts';
import type {AutomationRecord} from '../records.ts';
import {readTrigger} from './triggers.ts';
import {smallest} from '../../lib/long-lists.ts';
import {whenAvailable} from '../when-available.ts';

export type Schedule = {
	/** Fires what is due, and reads the automations again. Never rejects. */
	rearm: () => Promise<void>;
	close: () => void;
};

/** Does nothing if the time is no longer one of the automation, or has been fired. */
type Fire = (automationId: string, scheduledFireAt: number) => Promise<void>;
type InBackground = (job: () => Promise<void>) => Promise<void>;

/** The longest delay of a timer: 24 days. */
const longestMs = 2 ** 31 - 1;

/**
Fires automations with a cron trigger on schedule. Times missed while the service was closed or the machine asleep are
skipped. Each time fires at most once over all instances, also if the clock is set back.
*/
export function openSchedule(service: ServiceContext, inBackground: InBackground, fire: Fire): Schedule {
	const {clock, records, supervises} = service;
	let cancelTimer = () => {};
	let schedules: Scheduled[] = [];
	let dueAt = new Map<string, number>();
	let isClosed = false;

	const arm = () => {
		cancelTimer();
		const now = clock.now();
		const due = [...dueAt].filter(([, at]) => at <= now);
		if (due.length > 0) void inBackground(() => fireAll(due));
		dueAt = new Map();
		for (const {id, next} of schedules) {
			const at = next(now);
			if (at !== undefined) dueAt.set(id, at);
		}
		if (dueAt.size === 0) return;
		const waitMs = Math.max(0, smallest(dueAt.values()) - now);
		cancelTimer = clock.after(Math.min(waitMs, longestMs), arm);
	};
	/** One after the other: at the same moment the other instances do the same. */
	const fireAll = async (due: readonly [string, number][]) => {
		for (const [id, at] of due) await inBackground(() => fire(id, at));
	};
	return {
		rearm: () =>
			inBackground(async () => {
				if (!supervises) return;
				const read = () => records.read(({automations}) => automations.enabled());
				const automations = await whenAvailable(service, read);
				if (isClosed) return;
				schedules = automations.flatMap(scheduleOf);
				arm();
			}),
		close: () => {
			isClosed = true;
			cancelTimer();
		},
	};
}

/** `next`: as in `Trigger`. */
type Scheduled = {id: string; next: (after: number) => number | undefined};

function scheduleOf({id, trigger}: AutomationRecord): Scheduled[] {
	const read = readTrigger(trigger);
	return read.kind === 'cron' ? [{id, next: read.next}] : [];
}
