import type {AlertRules} from '../kernel/alert-port.ts';

/** The end of the quiet hours that a moment is in, epoch ms; undefined where it is in none. They may go past midnight. */
export function quietUntil(quiet: AlertRules['quietHours'], now: number): number | undefined {
	if (!quiet) return undefined;
	const {from, to} = quiet;
	const date = new Date(now);
	const minute = date.getHours() * 60 + date.getMinutes();
	const isOver = from <= to ? minute < from || minute >= to : minute < from && minute >= to;
	if (isOver) return undefined;
	// Of hours past midnight the end is tomorrow, until midnight.
	const days = from > to && minute >= from ? 1 : 0;
	return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 0, to).getTime();
}
