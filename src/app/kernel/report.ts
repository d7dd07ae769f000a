import type {Tone} from './spans.ts';

/** A row of a report: what it is, what it says, and details below. */
export type ReportRow = {label: string; text: string; below: readonly string[]; tone: Tone};

/** A text in rows that the front ends print, show and copy. */
export type Report = {title: string; rows: readonly ReportRow[]; footer: string | undefined};

/** Columns of the labels. */
export const labelWidth = 9;
