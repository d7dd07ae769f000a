import type {ServiceContext} from '../context.ts';
import type {AutomationRecord} from '../records.ts';
import {readTrigger} from './triggers.ts';
import {smallest} from '../../lib/long-lists.ts';

export type Schedule = {
	/** Reads the automations again after one was created, changed or deleted. */
	rearm: () => void;
	close: () => void;
};

type Fire = (automation: AutomationRecord, scheduledFireAt: number) => void;

/** The longest delay of a timer: 24 days. */
const longestMs = 2 ** 31 - 1;

/**
Fires automations with a cron trigger on schedule. Times missed while the service was closed or the machine asleep are
skipped. Each time fires at most once.
*/
export function openSchedule(
	{clock, store, supervises}: ServiceContext,
	onBug: (bug: unknown) => void,
	fire: Fire,
): Schedule {
	let cancelTimer = () => {};
	let dueAt = new Map<string, number>();

	const nextOf = ({enabled, trigger}: AutomationRecord): number | undefined => {
		const read = enabled ? readTrigger(trigger) : undefined;
		return read?.kind === 'cron' ? read.next(clock.now()) : undefined;
	};
	const rearm = () => {
		cancelTimer();
		dueAt = new Map();
		for (const automation of supervises ? store.automations.all() : []) {
			const at = nextOf(automation);
			if (at !== undefined) dueAt.set(automation.id, at);
		}
		if (dueAt.size === 0) return;
		const waitMs = Math.max(0, smallest(dueAt.values()) - clock.now());
		cancelTimer = clock.after(Math.min(waitMs, longestMs), wake);
	};
	const wake = () => {
		const now = clock.now();
		const due = [...dueAt].filter(([, at]) => at <= now);
		for (const [id, at] of due) {
			const automation = store.automations.get(id);
			try {
				if (automation) fire(automation, at);
			} catch (error) {
				onBug(error);
			}
		}
		rearm();
	};
	return {rearm, close: () => cancelTimer()};
}
