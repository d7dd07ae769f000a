import type {ByName} from '../lib/json/maps.ts';
import {mayHaveRun, type ApiError} from '../contract/errors.ts';
import type {JournalKind} from '../contract/models/journal-entry.ts';
import {isPowerVerb} from '../contract/power.ts';
import {printableLine} from '../lib/text/text.ts';
import {acceptedText, type JournalWords} from '../messages/action-words.ts';
import {type ActionId, actionWords, operationName, requestText} from '../messages/actions.ts';
import {activityMessages, carriedText} from '../messages/journal.ts';
import {unreadText} from '../messages/results.ts';
import {teamJournalMessages} from '../messages/team.ts';

export type Json = string | number | boolean | null | readonly Json[] | {readonly [name: string]: Json};

/** The values of an action by field name; never a secret. */
export type ActionInput = ByName<Json>;

/**
`pending`: sent, without an answer so far. `refused`: by the service. `unknown`: possibly carried out. `failed`:
certainly not carried out, and not refused by the service.
*/
type ActionOutcome = 'pending' | 'accepted' | 'refused' | 'unknown' | 'failed';

/** An operation on the service with its outcome. */
export type ActionActivity = {
	type: 'action';
	action: ActionId;
	/** Shared by the records of all servers of one run. */
	operationId: string;
	/** The number of servers with this outcome; 0: it concerns no server. */
	targetCount: number;
	input: ActionInput;
	outcome: ActionOutcome;
	/** Error key with the message of the service, or title; for an accepted action, why the service's answer was unreadable. */
	reason?: string;
};

/** Returns the outcome of an action that ended with this error. */
export function outcomeOf(error: ApiError): ActionActivity['outcome'] {
	if (error.reason === 'canceled' || mayHaveRun(error)) return 'unknown';
	return error.reason === 'refused' ? 'refused' : 'failed';
}

export type FleetChangeKind = 'created' | 'deleted' | 'renamed';

/** An event or action of a server, as data; `activityText` makes the sentence where it is shown. */
export type Activity =
	| ActionActivity
	/** `undefined`: no state. */
	| {
			type: 'stateChange';
			from: string | undefined;
			to: string | undefined;
			seenBy: 'poll' | 'feed' | undefined;
	  }
	/**
	A node of the team went away, came back, or is listed from now on or no longer (`from` or `to` undefined). `servers` and
	`players`: what it carries, as last reported; undefined if that is not known. `awayMs`: how long it was away.
	*/
	| {
			type: 'nodeChange';
			nodeId: string;
			node: string;
			from: string | undefined;
			to: string | undefined;
			servers: number;
			players: number | undefined;
			awayMs?: number;
	  }
	/** A server was created, deleted or renamed elsewhere. `name`: its present or last name; `before`: the former one. */
	| {type: 'fleetChange'; change: FleetChangeKind; name: string; before: string | undefined}
	/** The state expected from an action did not arrive in time; `state` is the current one. */
	| {type: 'overdue'; expected: string; state: string | undefined}
	/** The service's report on a real server, as a sentence. */
	| {type: 'report'; isFailure: boolean; text: string}
	/**
	Another admin's entry in the team's journal. `text`: that of the note, or the acknowledged state. `dropped`: the service
	no longer has some entries.
	*/
	| {type: 'team'; what: JournalKind | 'dropped'; by: string; text: string | undefined};

/**
Describes an event as a sentence. It is shown next to the name of its server; with `server`, as in a notice, the
sentence contains the name.
*/
export function activityText(activity: Activity, server?: string): string {
	switch (activity.type) {
		case 'action':
			return actionText(activity, server);
		case 'stateChange':
			return activityMessages.stateChange(activity.from, activity.to, activity.seenBy);
		case 'nodeChange':
			return nodeChangeText(activity);
		case 'fleetChange': {
			const {change, name, before} = activity;
			return server === undefined
				? activityMessages.fleetChangeBeside(change, before)
				: activityMessages.fleetChange(name, change, before);
		}
		case 'overdue':
			return activityMessages.overdue(server, activity.expected, activity.state);
		case 'team': {
			const {what, by, text} = activity;
			return what === 'dropped' ? teamJournalMessages.dropped : teamJournalMessages[what](by, text);
		}
		case 'report':
			return activity.text;
	}
}

/** For example `eu-1 OFFLINE (5 servers, 34 players)` or `eu-1 back ONLINE after 1m 30s`. */
function nodeChangeText({
	node,
	from,
	to,
	servers,
	players,
	awayMs,
}: Extract<Activity, {type: 'nodeChange'}>): string {
	if (to === undefined) return activityMessages.nodeGone(node);
	if (awayMs !== undefined) return activityMessages.nodeBack(node, to, awayMs);
	const carried = servers > 0 ? carriedText(servers, players) : undefined;
	return activityMessages.nodeChange(node, from === undefined, to, carried);
}

function actionText(activity: ActionActivity, server: string | undefined): string {
	const {action, outcome, reason} = activity;
	if (outcome === 'accepted') {
		const unread = reason === undefined ? undefined : unreadText(reason);
		return [acceptedSentence(activity, server), unread].filter(Boolean).join(' ');
	}
	const name = action === 'api' ? requestText(activity) : operationName(action);
	return [name, activityMessages.outcomes[outcome], reason].filter(part => part !== undefined).join(': ');
}

function acceptedSentence(activity: ActionActivity, server: string | undefined): string {
	const {accepted}: JournalWords = actionWords[activity.action];
	if (typeof accepted === 'string') return acceptedText(accepted, server);
	const {input, targetCount} = activity;
	return accepted({input, targetCount, delayMinutes: delayMinutesOf(activity), server});
}

/** The kind of activity for a reader: a change of a server's state, of a node, an action, or a failure. */
export type ActivityTone = (typeof activityTones)[number];

export const activityTones = ['state', 'node', 'act', 'failure'] as const;

export function toneOf(activity: Activity): ActivityTone {
	switch (activity.type) {
		case 'action':
			return activity.outcome === 'accepted' || activity.outcome === 'pending' ? 'act' : 'failure';
		case 'stateChange':
			return 'state';
		case 'nodeChange':
			return 'node';
		case 'overdue':
			return 'failure';
		case 'report':
			return activity.isFailure ? 'failure' : 'act';
		case 'team':
		case 'fleetChange':
			return 'act';
	}
}

/** Returns the delay of a stop or restart in minutes; undefined: immediately. */
export const delayMinutesOf = ({input}: Pick<ActionActivity, 'input'>): number | undefined => {
	const minutes = input['delayMinutes'];
	return typeof minutes === 'number' && minutes > 0 ? minutes : undefined;
};

/** Returns whether the action runs in batches; its record then marks only the start. */
export const isRolling = ({targetCount, input}: Pick<ActionActivity, 'targetCount' | 'input'>): boolean =>
	targetCount > 1 || input['batchSize'] !== undefined;

/** Maximum lead of the node's clock over ours. */
const earlyMs = 10_000;

/**
Returns the earliest time at which this activity, recorded at `at`, may change the server's state, epoch ms;
undefined if it does not change the state.
*/
export function actsFrom(activity: Activity, at: number): number | undefined {
	if (activity.type !== 'action' || activity.outcome !== 'accepted' || isRolling(activity)) return undefined;
	if (!isPowerVerb(activity.action)) return undefined;
	return actsAfter(at, 60_000 * (delayMinutesOf(activity) ?? 0));
}

/** Returns the earliest time at which an action requested at `at` takes effect after its delay; both ms. */
export const actsAfter = (at: number, delayMs: number): number =>
	delayMs === 0 ? at : at + delayMs - earlyMs;

/** A change of state this soon after an action of the user is attributed to it, ms. */
export const causedWithinMs = 300_000;

/** Checks for what another admin shared or did. */
export const isByOthers = ({type}: Activity): boolean => type === 'team' || type === 'fleetChange';

/**
Returns a function that is false for a repeated record: an outcome on several servers is recorded once per server.
*/
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

/**
Returns a function that is false for a repeated record of a state change: of the sessions that saw it, each recorded it.
*/
export function createFirstOfChange(): (
	serverId: string | undefined,
	activity: Activity | undefined,
) => boolean {
	const latest = new Map<string, string>();
	return (serverId, activity) => {
		if (activity?.type !== 'stateChange' || serverId === undefined) return true;
		const change = `${activity.from} ${activity.to}`;
		if (latest.get(serverId) === change) return false;
		latest.set(serverId, change);
		return true;
	};
}

/** Returns the activity with all texts mapped, for example to hide secrets. */
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
		case 'nodeChange':
			return {...activity, node: map(activity.node), from: mapped(activity.from), to: mapped(activity.to)};
		case 'fleetChange':
			return {...activity, name: map(activity.name), before: mapped(activity.before)};
		case 'overdue':
			return {...activity, expected: map(activity.expected), state: mapped(activity.state)};
		case 'team':
			return {...activity, by: map(activity.by), text: mapped(activity.text)};
		case 'report':
			return {...activity, text: map(activity.text)};
	}
}

function mapJson(value: Json, map: (text: string) => string): Json {
	if (typeof value === 'string') return map(value);
	if (Array.isArray(value)) return value.map((item: Json) => mapJson(item, map));
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapJson(item as Json, map)]));
}

/** Returns the activity with texts that are safe for a terminal, for data from a file or the command line. */
export const printableActivity = (activity: Activity): Activity => mapTexts(activity, printableLine);
