import {writeDuration} from '../lib/duration.ts';
import {cut} from '../lib/width.ts';

/** Typed text as a problem shows it. */
export const quoteTyped = (typed: string): string => `"${cut(typed, 40, 'middle')}"`;

/** `10m`, `2h`: a delay as the service takes it. */
export const minutesText = (minutes: number): string => writeDuration(minutes * 60_000);

/** Texts that fields of several actions share. */
export const fieldMessages = {
	emptyIsNow: 'now',
	/** Behind a field, for a bare number in it. */
	units: {w: 'weeks', d: 'days', h: 'hours', m: 'minutes', s: 'seconds', ms: 'milliseconds'},
	servers: 'servers',
	commands: 'commands',
	notDuration: (typed: string) => `Invalid duration ${quoteTyped(typed)}. Use 90s, 10m, 2h or 3d.`,
	notWhole: (typed: string, units: string) =>
		`Invalid duration ${quoteTyped(typed)}. Use a whole number of ${units}.`,
	/** `min`: undefined where there is none. */
	outOfRange: (typed: string, min: string | undefined, max: string) =>
		`Invalid duration ${quoteTyped(typed)}. Use ${min === undefined ? 'at most' : `${min} to`} ${max}.`,
	notWholeNumber: (typed: string, min: number, max: number) =>
		`Invalid number ${quoteTyped(typed)}. Use ${min} to ${max}.`,
	tooLong: (length: number, max: number) => `Too long: ${length} characters, at most ${max} can be sent.`,
	/** `reason`: as the contract gives it, a predicate. */
	refusedValue: (reason: string) => `It ${reason}.`,
	notSent: (field: string, reason: string) => `Not sent: the field ${field} ${reason}.`,
	refusedField: (field: string, reason: string) => `The field ${field} ${reason}.`,
};
