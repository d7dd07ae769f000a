import {budgets} from '../limits.ts';
import type {RecordsByKind} from './records.ts';
import {isFinishedRun} from './tables.ts';

/** Rows that share a budget: an expression in SQL that names whose they are, and how much they may have. */
export type Share = {of: string; most: number};

/** Kinds of records whose oldest ones are dropped, with the SQL condition that selects the droppable ones. */
type Droppable = {
	/** A query of the rows: `place`, `size`, and what shares and `droppable` name. */
	rows: string;
	/** The default is all of them. */
	droppable?: string | undefined;
};

/** How much is written between two checks, as a share of the smallest budget. */
const slack = 1 / 16;

/**
Returns a function that takes the size of each written row. It calls `drop` for each share to drop what is in
`surplusIn`: what is kept may exceed a budget by a sixteenth, so that most writes count nothing.
*/
export function openHistoryBudget(
	shares: readonly Share[],
	drop: (share: Share) => void,
): (size: number) => void {
	const most = shares.reduce((least, share) => Math.min(least, share.most), Infinity) * slack;
	let written = 0;
	return size => {
		written += size;
		if (written < most) return;
		written = 0;
		for (const share of shares) drop(share);
	};
}

/** Returns a query in SQL, which both databases read, of the oldest rows beyond a budget: their `place`, and `who` exceeds it. */
export const surplusIn = ({rows, droppable = 'true'}: Droppable, {of, most}: Share): string =>
	`WITH counted AS (${rows}), held AS (
		SELECT *, ${of} AS who, sum(size) OVER (PARTITION BY ${of} ORDER BY place DESC) AS held FROM counted
	) SELECT place, who FROM held WHERE held > ${most} AND ${droppable}`;

/** The kinds whose oldest records are dropped, with the condition that selects the droppable ones. */
export const droppableOf: Partial<Record<keyof RecordsByKind, string>> = {
	runs: isFinishedRun,
	actions: 'true',
	notifications: 'true',
	journal: 'true',
};

const {team, total} = budgets.history;
/** The budgets of a kind of records with a team. */
export const historyShares: readonly Share[] = [
	{of: 'team_id', most: team},
	{of: "'all'", most: total},
];
/** The budgets of commands. */
export const answerShares: readonly Share[] = [
	{of: 'node_id', most: budgets.answers.node},
	{of: 'team_id', most: budgets.answers.team},
	{of: "'all'", most: budgets.answers.total},
];
