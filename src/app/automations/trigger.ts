import type {ReadCron} from '../../lib/time/cron.ts';
import {clockText, dayText} from '../../lib/time/ago.ts';
import {commonMessages, type Message} from '../../messages/text.ts';
import {triggerMessages} from '../../messages/automations.ts';

/*
The inner shape of a trigger is unspecified. This reads public names for schedules and the local service's
names for state changes. Everything else is shown in the details.
*/
export type TriggerReading = {words: string; upcoming: readonly number[]};

const patterns = ['cron', 'cronExpression', 'expression'];
const zones = ['timezone', 'timeZone', 'zone'];
const maxUpcoming = 5;

/** Describes a trigger and returns the next times of its schedule after `now`. */
export function readTrigger(trigger: unknown, cron: ReadCron, now: number): TriggerReading {
	if (trigger === undefined || trigger === null) return {words: triggerMessages.manual, upcoming: []};
	if (typeof trigger === 'string') return readSchedule(trigger, undefined, cron, now);
	if (typeof trigger !== 'object') return {words: String(trigger), upcoming: []};
	const fields: Record<string, unknown> = {...trigger};
	const pattern = textOf(fields, patterns);
	if (pattern !== undefined) return readSchedule(pattern, textOf(fields, zones), cron, now);
	const type = textOf(fields, ['type', 'kind']);
	if (type !== undefined && /^state[_ -]?change$/i.test(type))
		return {words: changeWords(fields), upcoming: []};
	return {
		words: type === undefined ? triggerMessages.kindNotKnown : triggerMessages.seeDetails(type),
		upcoming: [],
	};
}

function readSchedule(
	pattern: string,
	zone: string | undefined,
	cron: ReadCron,
	now: number,
): TriggerReading {
	const read = cron(pattern, zone);
	if ('problem' in read) return {words: `${pattern}: ${read.problem}`, upcoming: []};
	const words = read.words.slice(0, 1).toLowerCase() + read.words.slice(1);
	return {
		words: `${words}, ${zone ?? triggerMessages.utcAssumed}`,
		upcoming: read.after(now, maxUpcoming),
	};
}

const textOf = (fields: Record<string, unknown>, names: readonly string[]): string | undefined => {
	const values = names.map(name => fields[name]);
	return values.find(value => typeof value === 'string' && value.trim() !== '') as string | undefined; // matched as a string
};

function changeWords(fields: Record<string, unknown>): string {
	const states = (value: unknown) =>
		[value]
			.flat()
			.filter(state => typeof state === 'string')
			.join(' or ');
	const {from: before, to: after, state} = fields;
	const leaves = states(before) === '' ? '' : triggerMessages.leaves(states(before));
	const reached = states(after ?? state);
	return triggerMessages.becomes(leaves, reached);
}

/** Formats the next time as `in 40s`; a time that has passed is due until the service is read again. */
export function nextText(upcoming: readonly number[], now: number): Message | undefined {
	const next = upcoming.find(at => at > now) ?? upcoming.at(-1);
	if (next === undefined) return undefined;
	return next > now ? triggerMessages.nextIn(next - now) : 'due';
}

/** Formats upcoming times; shows the date with the first time of each day. */
export function momentsText(moments: readonly number[], now: number, utc: boolean): string {
	return moments
		.map((at, index) => {
			const day = dayText(at, utc);
			const isSameDay = day === dayText(moments[index - 1] ?? now, utc);
			return `${isSameDay ? '' : `${day} `}${clockText(at, utc)}`;
		})
		.join(', ');
}

export const enabledText = (enabled: boolean | undefined): string =>
	enabled === undefined ? commonMessages.notReported : enabled ? 'on' : 'OFF';
