import type {AlertRules} from '../kernel/alert-port.ts';

/** Returns the end of the quiet hours around a moment, epoch ms; undefined outside of them. They may span midnight. */
export function quietUntil(quiet: AlertRules['quietHours'], now: number): number | undefined {
	if (!quiet) return undefined;
	const {from, to} = quiet;
	const date = new Date(now);
	const minute = date.getHours() * 60 + date.getMinutes();
	const isOver = from <= to ? minute < from || minute >= to : minute < from && minute >= to;
	if (isOver) return undefined;
	// Before midnight, hours that span it end tomorrow.
	const days = from > to && minute >= from ? 1 : 0;
	return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 0, to).getTime();
}
