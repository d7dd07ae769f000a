import {writeDuration} from '../lib/duration.ts';
import {cut} from '../lib/width.ts';

/** Quotes typed text in the message of a problem. */
export const quoteTyped = (typed: string): string => `"${cut(typed, 40, 'middle')}"`;

/** For example `10m`, `2h`: a delay as the service accepts it. */
export const minutesText = (minutes: number): string => writeDuration(minutes * 60_000);

/** Texts shared by fields of several actions. */
export const fieldMessages = {
	emptyIsNow: 'now',
	/** Units after a field, in the singular. */
	server: 'server',
	command: 'command',
	notDuration: (typed: string) => `Invalid duration ${quoteTyped(typed)}. Use 90s, 10m, 2h or 3d.`,
	notWhole: (typed: string, units: string) =>
		`Invalid duration ${quoteTyped(typed)}. Use a whole number of ${units}.`,
	/** `min`: undefined if there is none. */
	outOfRange: (typed: string, min: string | undefined, max: string) =>
		`Invalid duration ${quoteTyped(typed)}. Use ${min === undefined ? 'at most' : `${min} to`} ${max}.`,
	notWholeNumber: (typed: string, min: number, max: number) =>
		`Invalid number ${quoteTyped(typed)}. Use ${min} to ${max}.`,
	tooLong: (length: number, max: number) => `Too long: ${length} characters, at most ${max} can be sent.`,
	/** `reason`: a predicate from the contract. */
	refusedValue: (reason: string) => `It ${reason}.`,
	notSent: (field: string, reason: string) => `Not sent: the field ${field} ${reason}.`,
	refusedField: (field: string, reason: string) => `The field ${field} ${reason}.`,
};
