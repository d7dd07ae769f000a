import type {OnEvent} from '../events.ts';
import {Refusal} from '../http/refusal.ts';
import {budgets} from '../limits.ts';
import type {Share} from './history-budgets.ts';

/** A sum that must be known before a record is stored: of the sizes of the others for which the expression `of` is `who`. */
type Sum = {
	of: string;
	who: string;
	/** Throws `Refusal` if the budget is used up. */
	check: (others: number) => void;
};

/** Returns the sums that must be known before a record of this size is stored. */
export type TeamBudget = (teamId: string, size: number) => readonly Sum[];

/** How much is stored between two sums, as a share of the budget: instances do not know what others store. */
const slack = 1 / 16;

const {team, total} = budgets.settings;
const shares: readonly Share[] = [
	{of: 'team_id', most: team},
	{of: "'all'", most: total},
];

/** The budget of a kind of records that are refused beyond it. */
export function openTeamBudget(budget: string, onEvent: OnEvent): TeamBudget {
	/** The part that is certainly left, by owner. */
	const left = new Map<string, number>();
	return (teamId, size) =>
		shares.flatMap(({of, most}) => {
			const who = of === 'team_id' ? teamId : 'all';
			const after = (left.get(who) ?? 0) - size;
			left.set(who, after);
			if (after >= 0) return [];
			const check = (others: number) => {
				const room = most - others - size;
				left.set(who, Math.min(room, most * slack));
				if (room >= 0) return;
				onEvent({kind: 'budget', budget, who});
				throw new Refusal('team.too_much_data');
			};
			return [{of, who, check}];
		});
}
