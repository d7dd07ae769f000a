import type {RunRecord} from './records.ts';

/** Returns whether a run is in progress, or has yet to start. */
export const isUnfinished = ({finishedAt}: Pick<RunRecord, 'finishedAt'>): boolean =>
	finishedAt === undefined;
