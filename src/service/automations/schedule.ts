import type {ServiceContext} from '../context.ts';
import type {AutomationRecord} from '../records/records.ts';
import {openTrigger} from './triggers.ts';
import {smallest} from '../../lib/lists/long-lists.ts';
import {whenAvailable} from '../when-available.ts';

export type Schedule = {
	/** Fires what is due, and reads the automations again. Never rejects. */
	rearm: () => Promise<void>;
	close: () => void;
};

type AtTime = (automationId: string, scheduledFireAt: number) => Promise<boolean>;
type Firing = {
	/** Does nothing if the time is not due. Resolves to false if it is skipped because it is too late. */
	fire: AtTime;
	/** Returns whether the time is still one of the automation, and no instance has fired it. */
	isDue: AtTime;
};
type InBackground = (job: () => Promise<void>) => Promise<void>;

/** The longest delay of a timer: 24 days. */
const longestMs = 2 ** 31 - 1;

/**
Fires automations with a cron trigger on schedule. Times missed while the service was closed or the machine asleep are
skipped. Each time fires at most once over all instances, also if the clock is set back.
*/
export function openSchedule(
	service: ServiceContext,
	inBackground: InBackground,
	{fire, isDue}: Firing,
): Schedule {
	const {clock, records, supervises, onEvent} = service;
	let cancelTimer = () => {};
	let schedules: Scheduled[] = [];
	let dueAt = new Map<Scheduled, number>();
	/** The ids of automations whose last time was skipped. */
	const skipped = new Set<string>();
	let isClosed = false;

	const arm = () => {
		cancelTimer();
		const now = clock.now();
		const due = [...dueAt].filter(([, at]) => at <= now);
		if (due.length > 0) void inBackground(() => fireAll(due));
		dueAt = new Map();
		for (const scheduled of schedules) {
			const at = scheduled.next(now);
			if (at !== undefined) dueAt.set(scheduled, at);
		}
		if (dueAt.size === 0) return;
		const waitMs = Math.max(0, smallest(dueAt.values()) - now);
		cancelTimer = clock.after(Math.min(waitMs, longestMs), arm);
	};
	/** One after the other: at the same moment the other instances do the same. */
	const fireAll = async (due: readonly [Scheduled, number][]) => {
		for (const [scheduled, at] of due) await inBackground(() => fireOne(scheduled, at));
	};
	const fireOne = async ({id, name}: Scheduled, at: number) => {
		if (await fire(id, at)) return void skipped.delete(id);
		if (skipped.has(id)) return;
		skipped.add(id);
		// The other instances may have had the database all the time.
		if (await isDue(id, at)) onEvent({kind: 'schedule-skipped', automation: name, at});
		else skipped.delete(id);
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
type Scheduled = {id: string; name: string; next: (after: number) => number | undefined};

function scheduleOf({id, name, trigger}: AutomationRecord): Scheduled[] {
	const read = openTrigger(trigger);
	return read.kind === 'cron' ? [{id, name, next: read.next}] : [];
}
