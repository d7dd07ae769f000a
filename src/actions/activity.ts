import {mayHaveRun, type ApiError} from '../contract/errors.ts';
import {printableLine} from '../lib/text.ts';
import type {ActionId} from './ids.ts';

export type Json = string | number | boolean | null | readonly Json[] | {readonly [name: string]: Json};

/** What an action was given, by the names of its fields; never a secret. */
export type ActionInput = Readonly<Record<string, Json>>;

/** An operation on the service, and what came of it. */
export type ActionActivity = {
	type: 'action';
	action: ActionId;
	/** The same in the record of each server that one run was about. */
	operationId: string;
	/** On how many servers this outcome is; 0: it is about no server. */
	targetCount: number;
	input: ActionInput;
	/**
	`pending`: it was sent, and no answer had come yet. `refused`: by the service. `unknown`: it may have been carried out.
	`failed`: it certainly was not, and the service has not refused it.
	*/
	outcome: 'pending' | 'accepted' | 'refused' | 'unknown' | 'failed';
	/** Error key or title; where it was accepted, why the service's answer could not be read. */
	reason?: string;
};

/** What an error says of the action that it ended. */
export function outcomeOf(error: ApiError): ActionActivity['outcome'] {
	if (error.reason === 'cancelled' || mayHaveRun(error)) return 'unknown';
	return error.reason === 'refused' ? 'refused' : 'failed';
}

/** What happened to a server or was done, as data; `messages/activity.ts` makes the sentence where it is shown. */
export type Activity =
	| ActionActivity
	/** `undefined`: no state. */
	| {
			type: 'stateChange';
			from: string | undefined;
			to: string | undefined;
			seenBy: 'poll' | 'feed' | undefined;
	  }
	/** The state that an action should have brought has not come in time; `state` is the one that it has. */
	| {type: 'overdue'; expected: string; state: string | undefined}
	/** What an earlier version wrote into its journal, where only the sentence is known. */
	| {type: 'text'; tone: ActivityTone; text: string};

/** What it is to whoever reads it: a change of state, something that was done, or something that went wrong. */
export type ActivityTone = 'state' | 'act' | 'failure';

export function toneOf(activity: Activity): ActivityTone {
	switch (activity.type) {
		case 'action':
			return activity.outcome === 'accepted' ? 'act' : 'failure';
		case 'stateChange':
			return 'state';
		case 'overdue':
			return 'failure';
		case 'text':
			return activity.tone;
	}
}

/** The minutes that a stop or restart waits; undefined: it is done at once. */
export const delayMinutesOf = ({input}: Pick<ActionActivity, 'input'>): number | undefined => {
	const minutes = input['delayMinutes'];
	return typeof minutes === 'number' && minutes > 0 ? minutes : undefined;
};

/** One server after another: a record tells of its beginning. */
export const isRolling = ({targetCount, input}: Pick<ActionActivity, 'targetCount' | 'input'>): boolean =>
	targetCount > 1 || input['batchSize'] !== undefined;

/** The node's clock may be so much ahead of ours. */
const earlyMs = 10_000;

/**
From when on a change of the server's state may be what this did, epoch ms, where it was recorded at `at`; undefined
where it does nothing to the state.
*/
export function actsFrom(activity: Activity, at: number): number | undefined {
	if (activity.type !== 'action' || activity.outcome !== 'accepted' || isRolling(activity)) return undefined;
	if (!['start', 'stop', 'restart'].includes(activity.action)) return undefined;
	return actsAfter(at, 60_000 * (delayMinutesOf(activity) ?? 0));
}

/** From when on something does what was asked for at `at`, to be done after a delay; both ms. */
export const actsAfter = (at: number, delayMs: number): number =>
	delayMs === 0 ? at : at + delayMs - earlyMs;

/** False for a record that repeats an earlier one: an outcome on several servers is recorded with each of them. */
export function createFirstOfOperation(): (activity: Activity | undefined) => boolean {
	const seen = new Set<string>();
	return activity => {
		if (activity?.type !== 'action' || activity.targetCount < 2) return true;
		const name = `${activity.operationId} ${activity.outcome}`;
		if (seen.has(name)) return false;
		seen.add(name);
		return true;
	};
}

/** The activity with each text of it changed, such as to hide secrets. */
export function mapTexts(activity: Activity, map: (text: string) => string): Activity {
	const mapped = (text: string | undefined) => (text === undefined ? undefined : map(text));
	switch (activity.type) {
		case 'action': {
			const {input, reason, ...rest} = activity;
			const clean = Object.entries(input).map(([name, value]) => [name, mapJson(value, map)]);
			return {
				...rest,
				input: Object.fromEntries(clean) as ActionInput,
				...(reason !== undefined && {reason: map(reason)}),
			};
		}
		case 'stateChange':
			return {...activity, from: mapped(activity.from), to: mapped(activity.to)};
		case 'overdue':
			return {...activity, expected: map(activity.expected), state: mapped(activity.state)};
		case 'text':
			return {...activity, text: map(activity.text)};
	}
}

function mapJson(value: Json, map: (text: string) => string): Json {
	if (typeof value === 'string') return map(value);
	if (Array.isArray(value)) return value.map((item: Json) => mapJson(item, map));
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapJson(item as Json, map)]));
}

/** The same without anything that could act on a terminal: for what was read from a file or from the command line. */
export const printableActivity = (activity: Activity): Activity => mapTexts(activity, printableLine);
