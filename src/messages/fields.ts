import {cut} from '../lib/width.ts';

/** What was typed, as it is shown in a problem. */
export const quoteTyped = (typed: string): string => `"${cut(typed, 40, 'middle')}"`;

/** What fields of many actions have in common. */
export const fieldMessages = {
	emptyIsNow: 'now',
	notMinutes: (typed: string) =>
		`${quoteTyped(typed)} is not a whole number of minutes. Type for example 10, or nothing for now.`,
	tooManyMinutes: (max: number) => `At most ${max} minutes (a week).`,
	notWholeNumber: (typed: string, min: number, max: number) =>
		`${quoteTyped(typed)} is not a whole number from ${min} to ${max}.`,
	tooLong: (length: number, max: number) => `It has ${length} characters; at most ${max} are sent.`,
	/** `reason`: as the contract gives it, a predicate. */
	refusedValue: (reason: string) => `It ${reason}.`,
	notSent: (field: string, reason: string) => `Not sent: the field ${field} ${reason}.`,
	refusedField: (field: string, reason: string) => `The field ${field} ${reason}.`,
};
