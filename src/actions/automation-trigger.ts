import {readSchedule as scheduleIn} from '../automations/read-schedule.ts';
import type {ReadCron} from '../lib/time/cron.ts';
import {briefTrigger} from './automation-form/when-text.ts';
import {patternNames, readTrigger, type ReadTrigger} from '../contract/automation-trigger.ts';
import {isFields} from '../contract/wire-values.ts';
import {clockText, dayText} from '../lib/time/ago.ts';
import {commonMessages, type Message} from '../messages/text.ts';
import {triggerMessages} from '../messages/automations.ts';

/** `brief`: the same in few words, without a time zone. */
export type TriggerReading = {words: string; brief: string; upcoming: readonly number[]};

/** The fields that the words of a trigger say. */
const saidFields: Partial<Record<ReadTrigger['kind'], readonly string[]>> = {
	schedule: ['type', 'kind', ...patternNames, 'timezone'],
	state: ['type', 'kind', 'to', 'state', 'from'],
};

/** Returns the fields of a trigger that its words do not say; undefined if there are none. */
export function unsaidOf(trigger: unknown): object | undefined {
	const said = saidFields[readTrigger(trigger).kind] ?? [];
	const left = Object.entries(isFields(trigger) ? trigger : {}).filter(
		([name, value]) => value !== null && !said.includes(name),
	);
	return left.length === 0 ? undefined : Object.fromEntries(left);
}

const maxUpcoming = 5;

/** Describes a trigger and returns the next times of its schedule after `now`. */
export function describeTrigger(trigger: unknown, cron: ReadCron, now: number): TriggerReading {
	const read = readTrigger(trigger);
	const {words, sentence = words, upcoming} = wordsOf(trigger, read, cron, now);
	return {words, brief: briefTrigger(read) ?? sentence, upcoming};
}

type Words = Omit<TriggerReading, 'brief'> & {
	/** The words of a schedule without its time zone. */
	sentence?: string;
};

function wordsOf(trigger: unknown, read: ReadTrigger, cron: ReadCron, now: number): Words {
	switch (read.kind) {
		case 'manual':
			return {words: triggerMessages.manual, upcoming: []};
		case 'schedule':
			return readSchedule(read.pattern, read.zone, cron, now);
		case 'state': {
			const {from = [], to = []} = read;
			const leaves = from.length === 0 ? '' : triggerMessages.leaves(from.join(' or '));
			return {words: triggerMessages.becomes(leaves, to.join(' or ')), upcoming: []};
		}
		case 'unknown': {
			const words = typeof trigger === 'object' ? triggerMessages.kindNotKnown : String(trigger);
			return {words: read.type === undefined ? words : triggerMessages.seeDetails(read.type), upcoming: []};
		}
	}
}

function readSchedule(pattern: string, zone: string | undefined, cron: ReadCron, now: number): Words {
	const read = scheduleIn(cron, pattern, zone);
	if ('problem' in read) return {words: `${pattern}: ${read.problem}`, upcoming: []};
	const written = read.words.slice(0, 1).toLowerCase() + read.words.slice(1);
	const words = /^at [\d: ,and]+$/.test(written) ? triggerMessages.everyDay(written) : written;
	return {
		words: `${words}, ${zone ?? triggerMessages.utcAssumed}`,
		sentence: words,
		upcoming: read.after(now, maxUpcoming),
	};
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
