import {mapTexts, type ActionActivity, type ActionInput, type Activity} from '../actions/activity.ts';
import {isActionId} from '../actions/ids.ts';
import {parseJson} from '../lib/json.ts';
import type {LineKind} from './entry.ts';

/** The columns that an activity fills; `text` and its like are not among them: they are only searched. */
export const activityColumns = [
	'activity',
	'action',
	'operation',
	'target_count',
	'input',
	'outcome',
	'reason',
	'from_state',
	'to_state',
	'seen_by',
] as const;

type Columns = Record<(typeof activityColumns)[number], string | number | null>;

export const noActivity = Object.fromEntries(activityColumns.map(name => [name, null])) as Columns; // each of them is there

/** `kept`: what of a text is kept. */
export function columnsOfActivity(given: Activity, kept: (text: string) => string): Columns {
	const activity = mapTexts(given, kept);
	switch (activity.type) {
		case 'action': {
			const {type, action, operationId, targetCount, input, outcome, reason} = activity;
			return {
				...noActivity,
				activity: type,
				action,
				operation: operationId,
				target_count: targetCount,
				input: JSON.stringify(input),
				outcome,
				reason: reason ?? null,
			};
		}
		case 'stateChange': {
			const {type, from, to, seenBy} = activity;
			return {
				...noActivity,
				activity: type,
				from_state: from ?? null,
				to_state: to ?? null,
				seen_by: seenBy ?? null,
			};
		}
		case 'overdue': {
			const {type, expected, state} = activity;
			return {...noActivity, activity: type, from_state: state ?? null, to_state: expected};
		}
		case 'text':
			return noActivity;
	}
}

/** What a row tells of; undefined for a command, a mark or a gap. */
export function activityOfRow(kind: LineKind, row: Record<string, unknown>): Activity | undefined {
	if (kind !== 'state' && kind !== 'act' && kind !== 'failure') return undefined;
	const text = (name: string) => (typeof row[name] === 'string' ? row[name] : undefined);
	const seenBy = text('seen_by');
	const [from, to, action] = [text('from_state'), text('to_state'), text('action') ?? ''];
	switch (text('activity')) {
		case 'stateChange':
			return {
				type: 'stateChange',
				from,
				to,
				seenBy: seenBy === 'poll' || seenBy === 'feed' ? seenBy : undefined,
			};
		case 'overdue':
			return {type: 'overdue', expected: to ?? '', state: from};
		case 'action': {
			if (!isActionId(action)) break;
			const reason = text('reason');
			return {
				type: 'action',
				action,
				operationId: text('operation') ?? '',
				targetCount: Number(row['target_count']),
				input: inputOf(text('input')),
				outcome: outcomes.find(outcome => outcome === text('outcome')) ?? 'unknown',
				...(reason !== undefined && {reason}),
			};
		}
	}
	return {type: 'text', tone: kind, text: text('text') ?? ''};
}

const outcomes: readonly ActionActivity['outcome'][] = ['pending', 'accepted', 'refused', 'unknown', 'failed'];

function inputOf(json: string | undefined): ActionInput {
	try {
		const value = parseJson(json ?? '{}');
		return typeof value === 'object' && value !== null ? (value as ActionInput) : {}; // written by us
	} catch {
		return {};
	}
}
