import type {OnEvent} from './events.ts';

/** What is held in memory for tokens, nodes or other principals, within a budget for each and for all together. */
export type Held = {
	/** Returns false, and reports it, if the amount exceeds the budget of the principal or that of all. */
	take: (who: string, amount: number) => boolean;
	free: (who: string, amount: number) => void;
};

/** Returns how much each of several may hold: a share of the total, within the limits of `budget`. */
export const shareOf = (
	{one, least, total}: {one: number; least: number; total: number},
	count: number,
): number => Math.min(one, Math.max(least, Math.floor(total / Math.max(1, count))));

export function openHeld(
	budget: string,
	{each, total}: {each: number; total: number},
	onEvent: OnEvent,
): Held {
	const amounts = new Map<string, number>();
	let all = 0;
	return {
		take: (who, amount) => {
			const own = (amounts.get(who) ?? 0) + amount;
			const isOver = own > each || all + amount > total;
			if (isOver) onEvent({kind: 'budget', budget, who});
			else {
				amounts.set(who, own);
				all += amount;
			}
			return !isOver;
		},
		free: (who, amount) => {
			const left = (amounts.get(who) ?? 0) - amount;
			if (left > 0) amounts.set(who, left);
			else amounts.delete(who);
			all -= amount;
		},
	};
}
