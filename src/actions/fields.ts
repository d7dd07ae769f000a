import {
	type DurationUnit,
	durationUnits,
	isBareNumber,
	parseDuration,
	writeDuration,
} from '../lib/time/duration.ts';
import {nounFor} from '../lib/text/plural.ts';
import {fieldMessages} from '../messages/dialogs.ts';
import type {Message} from '../messages/text.ts';
import {type Field, FieldProblem} from './field.ts';

/** Limits of a duration, in `unit`. */
type DurationLimits<Empty> = {
	/** The unit of the value, which must be a whole number. */
	unit: DurationUnit;
	min: number;
	max: number;
	/** The value of an empty text. */
	empty: Empty;
	/** The meaning of an empty text, in a word; default: the default value. */
	usual?: string;
	/** The unit of a bare number, which a dialog shows beside it; default: seconds. Elsewhere it must be typed. */
	bare?: DurationUnit;
};

/** Declares a field for `90s`, `10m`, `2h`, `3d` or a bare number. */
export function durationField<Empty extends number | undefined>(
	label: string,
	hint: Message,
	{unit, min, max, empty, usual, bare = 's'}: DurationLimits<Empty>,
): Field<number | Empty> {
	const unitMs = durationUnits[unit].ms;
	const written = (value: number) => writeDuration(value * unitMs);
	return {
		kind: 'line',
		label,
		hint,
		unit: durationUnits[bare].name,
		...(bare !== 's' && {needsUnit: true}),
		usual: usual ?? (empty === undefined ? '' : written(empty)),
		read: text => {
			const typed = text.trim();
			if (typed === '' || typed === usual) return empty;
			const ms = parseDuration(isBareNumber(typed) ? typed + bare : typed);
			if (ms === undefined) throw new FieldProblem(fieldMessages.notDuration(typed));
			const value = ms / unitMs;
			if (value < min || value > max)
				throw new FieldProblem(
					fieldMessages.outOfRange(typed, min === 0 ? undefined : written(min), written(max)),
				);
			if (!Number.isInteger(value))
				throw new FieldProblem(fieldMessages.notWhole(typed, nounFor(2, durationUnits[unit].name)));
			return value;
		},
		write: value => (value === undefined ? undefined : written(value)),
	};
}

/** Declares one line of text; empty reads as undefined. `usual`: the meaning of an empty value, in a word. */
export const textField = (label: string, hint: Message, usual: string): Field<string | undefined> => ({
	kind: 'line',
	label,
	hint,
	usual,
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

/** Declares an RCON command: the rest of the command line, kept as typed. */
export const commandField = ({
	label,
	hint,
	help,
	missing,
}: {
	label: string;
	hint: Message;
	help: string;
	missing: string;
}): Field<string> => ({
	kind: 'line',
	label,
	hint,
	position: {rest: 'COMMAND', help},
	read: text => {
		if (text.trim() === '') throw new FieldProblem(missing);
		return text;
	},
});

/** Declares one line that must not be empty. */
export const requiredField = (label: string, hint: Message, missing: string): Field<string> => ({
	kind: 'line',
	label,
	hint,
	read: text => {
		if (text.trim() === '') throw new FieldProblem(missing);
		return text.trim();
	},
});

/** Declares a whole number between two bounds. */
export const wholeNumberField = (
	label: string,
	hint: Message,
	{min, max, empty, unit}: {min: number; max: number; empty: number; unit: string},
): Field<number> => ({
	kind: 'line',
	label,
	hint,
	unit,
	usual: String(empty),
	read: text => {
		const typed = text.trim();
		if (typed === '') return empty;
		const value = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
		if (value >= min && value <= max) return value;
		throw new FieldProblem(fieldMessages.notWholeNumber(typed, min, max));
	},
});
