import {journalKinds} from '../contract/models/journal-entry.ts';
import {
	actionOutcomes,
	fleetChangeKinds,
	mapTexts,
	type ActionInput,
	type Activity,
} from '../actions/activity.ts';
import {isActionId} from '../messages/actions.ts';
import {parseJson} from '../lib/json/json.ts';
import type {LineKind} from './entry.ts';

/** The columns of the table `activity` besides `entry_id`. */
export const activityColumns = [
	'type',
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

const none = Object.fromEntries(activityColumns.map(name => [name, null])) as Columns; // all columns

/** Returns the columns of an activity. `kept` limits each text. */
export function columnsOfActivity(original: Activity, kept: (text: string) => string): Columns {
	const activity = mapTexts(original, kept);
	switch (activity.type) {
		case 'action': {
			const {type, action, operationId, targetCount, input, outcome, reason = null} = activity;
			const about = {operation: operationId, target_count: targetCount, input: JSON.stringify(input)};
			return {...none, type, action, ...about, outcome, reason};
		}
		case 'stateChange': {
			const {type, from = null, to = null, seenBy = null} = activity;
			return {...none, type, from_state: from, to_state: to, seen_by: seenBy};
		}
		case 'nodeChange': {
			const {type, from = null, to = null, ...input} = activity;
			return {...none, type, input: JSON.stringify(input), from_state: from, to_state: to};
		}
		case 'fleetChange': {
			const {type, change, name, before = null} = activity;
			return {...none, type, input: JSON.stringify({change}), from_state: before, to_state: name};
		}
		case 'overdue': {
			const {type, expected, state = null} = activity;
			return {...none, type, from_state: state, to_state: expected};
		}
		case 'report': {
			const {type, isFailure, text} = activity;
			return {...none, type, outcome: isFailure ? 'failed' : 'accepted', reason: text};
		}
		case 'team': {
			const {type, what, by, text = null} = activity;
			return {...none, type, input: JSON.stringify({what, by}), reason: text};
		}
	}
}

/** Returns the columns of a command with the name of its sender. */
export const columnsOfSender = (by: string): Columns => ({...none, type: 'sender', reason: by});

/** Returns the activity in a row; undefined for a command, a bookmark or a gap. */
export function activityOfRow(kind: LineKind, row: Record<string, unknown>): Activity | undefined {
	if (kind !== 'state' && kind !== 'node' && kind !== 'act' && kind !== 'failure') return undefined;
	const text = (name: string) => (typeof row[name] === 'string' ? row[name] : undefined);
	const seenBy = text('seen_by');
	const [from, to, action] = [text('from_state'), text('to_state'), text('action') ?? ''];
	switch (text('type')) {
		case 'stateChange':
			return {
				type: 'stateChange',
				from,
				to,
				seenBy: seenBy === 'poll' || seenBy === 'feed' ? seenBy : undefined,
			};
		case 'nodeChange':
			return {type: 'nodeChange', from, to, ...nodeIn(inputOf(text('input')))};
		case 'fleetChange': {
			const {change: named} = inputOf(text('input'));
			const change = fleetChangeKinds.find(kind => kind === named) ?? 'renamed';
			return {type: 'fleetChange', change, name: to ?? '', before: from};
		}
		case 'report':
			return {type: 'report', isFailure: text('outcome') === 'failed', text: text('reason') ?? ''};
		case 'team': {
			const {what: named, by} = inputOf(text('input'));
			const what = teamKinds.find(kind => kind === named) ?? 'note';
			return {type: 'team', what, by: String(by ?? ''), text: text('reason')};
		}
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
				outcome: actionOutcomes.find(outcome => outcome === text('outcome')) ?? 'unknown',
				...(reason !== undefined && {reason}),
			};
		}
	}
	// Columns that something else has changed: their sentence is left.
	return {type: 'report', isFailure: kind === 'failure', text: text('text') ?? ''};
}

const teamKinds = [...journalKinds, 'dropped'] as const;

function nodeIn({nodeId, node, servers, players, awayMs}: ActionInput) {
	return {
		nodeId: String(nodeId ?? ''),
		node: String(node ?? ''),
		servers: Number(servers ?? 0),
		players: typeof players === 'number' ? players : undefined,
		...(typeof awayMs === 'number' && {awayMs}),
	};
}

function inputOf(json: string | undefined): ActionInput {
	try {
		const value = parseJson(json ?? '{}');
		return typeof value === 'object' && value !== null ? (value as ActionInput) : {}; // Written by this program.
	} catch {
		return {};
	}
}
