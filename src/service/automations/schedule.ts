import type {ServiceContext} from '../context.ts';
import type {AutomationRecord} from '../records.ts';
import {readTrigger} from './triggers.ts';
import {smallest} from '../../lib/long-lists.ts';

export type Schedule = {
	/** Reads the automations again after one was created, changed or deleted. Never rejects. */
	rearm: () => Promise<void>;
	close: () => void;
};

type Fire = (automationId: string, scheduledFireAt: number) => Promise<void>;
type InBackground = (job: () => Promise<void>) => Promise<void>;

/** The longest delay of a timer: 24 days. */
const longestMs = 2 ** 31 - 1;

/**
Fires automations with a cron trigger on schedule. Times missed while the service was closed or the machine asleep are
skipped. Each time fires at most once.
*/
export function openSchedule(
	{clock, records, supervises}: ServiceContext,
	inBackground: InBackground,
	fire: Fire,
): Schedule {
	let cancelTimer = () => {};
	let schedules: Scheduled[] = [];
	let dueAt = new Map<string, number>();
	let isClosed = false;

	const arm = () => {
		cancelTimer();
		dueAt = new Map();
		for (const {id, next} of schedules) {
			const at = next(clock.now());
			if (at !== undefined) dueAt.set(id, at);
		}
		if (dueAt.size === 0) return;
		const waitMs = Math.max(0, smallest(dueAt.values()) - clock.now());
		cancelTimer = clock.after(Math.min(waitMs, longestMs), wake);
	};
	const wake = () => {
		const now = clock.now();
		for (const [id, at] of dueAt) if (at <= now) void inBackground(() => fire(id, at));
		arm();
	};
	return {
		rearm: () =>
			inBackground(async () => {
				if (!supervises) return;
				const automations = await records.read(reading => reading.automations.enabled());
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
