import type {Tone} from './spans.ts';

/** A row of a report: a label, its text, and detail lines below. */
export type ReportRow = {label: string; text: string; below: readonly string[]; tone: Tone};

/** A text in rows that front ends show, print and copy. `name`: a short title for a narrow box. */
export type Report = {name: string; title: string; rows: readonly ReportRow[]; footer: string | undefined};

/** The width of the labels, in columns. */
export const labelWidth = 9;
