import {fieldMessages} from '../messages/fields.ts';
import type {Message} from '../messages/text.ts';
import {FieldProblem, type Field} from './field.ts';

/** A week: longer is a slip of the finger. */
const mostMinutes = 7 * 24 * 60;

/** Whole minutes; empty and 0 mean now. (Specification: `delayMinutes` is an integer) */
export const minutesField = (label: string, hint: Message): Field<number | undefined> => ({
	kind: 'line',
	label,
	hint,
	usual: fieldMessages.emptyIsNow,
	read: text => {
		const typed = text.trim();
		if (typed === '') return undefined;
		if (!/^\d+$/.test(typed)) throw new FieldProblem(fieldMessages.notMinutes(typed));
		const value = Number(typed);
		if (value > mostMinutes) throw new FieldProblem(fieldMessages.tooManyMinutes(mostMinutes));
		return value === 0 ? undefined : value;
	},
});

/** One line of text; empty reads as undefined. */
export const textField = (label: string, hint: Message): Field<string | undefined> => ({
	kind: 'line',
	label,
	hint,
	read: text => (text.trim() === '' ? undefined : text.trim()),
});

export const yesNoField = (label: string, hint: Message, no: string, yes: string): Field<boolean> => ({
	kind: 'choice',
	label,
	hint,
	choices: [
		{value: 'no', label: no},
		{value: 'yes', label: yes},
	],
	read: text => text === 'yes',
});

/** One line that must not be empty. */
export const requiredField = (label: string, hint: Message, missing: string): Field<string> => ({
	kind: 'line',
	label,
	hint,
	read: text => {
		if (text.trim() === '') throw new FieldProblem(missing);
		return text.trim();
	},
});

/** A whole number between two bounds. */
export const wholeNumberField = (
	label: string,
	hint: Message,
	{least, most, empty}: {least: number; most: number; empty: number},
): Field<number> => ({
	kind: 'line',
	label,
	hint,
	usual: String(empty),
	read: text => {
		const typed = text.trim();
		if (typed === '') return empty;
		const value = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
		if (value >= least && value <= most) return value;
		throw new FieldProblem(fieldMessages.notWholeNumber(typed, least, most));
	},
});
