import type {DatabaseSync} from 'node:sqlite';

/**
Part of a released migration: it never changes, and refers to nothing that may. Versions before the sixth stored events
as sentences. This converts those that the program needs as fields; the others remain texts.
*/
export function fillFromSentences(database: DatabaseSync): void {
	const rows = database
		.prepare("SELECT id, at, kind, text FROM entry WHERE kind IN ('state', 'act', 'failure')")
		.all()
		.map(row => ({
			id: Number(row['id']),
			kind: String(row['kind']),
			text: String(row['text']),
			// An action on several servers was stored once for each of them, all within the same second.
			moment: `${Math.floor(Number(row['at']) / 1000)} ${String(row['text'])}`,
		}));
	const together = Map.groupBy(rows, ({moment}) => moment);
	const fillChange = database.prepare(
		"INSERT INTO activity (entry_id, type, from_state, to_state, seen_by) VALUES (?, 'stateChange', ?, ?, ?)",
	);
	const fillOverdue = database.prepare(
		"INSERT INTO activity (entry_id, type, from_state, to_state) VALUES (?, 'overdue', ?, ?)",
	);
	const fillAction = database.prepare(`
		INSERT INTO activity (entry_id, type, action, operation, target_count, input, outcome, reason)
		VALUES (?, 'action', ?, ?, ?, ?, ?, ?)`);
	for (const {id, kind, text, moment} of rows) {
		const change = kind === 'state' ? /^(.*?) -> (.*?)(?: \(seen by (poll|feed)\))?$/.exec(text) : null;
		if (change) fillChange.run(id, stateIn(change[1]), stateIn(change[2]), change[3] ?? null);
		const overdue = kind === 'failure' ? /^It should be (.+) by now, but is still (.+)\.$/.exec(text) : null;
		if (overdue) fillOverdue.run(id, stateIn(overdue[2]), stateIn(overdue[1]));
		const action = kind === 'act' ? readAccepted(text) : kind === 'failure' ? readFailed(text) : undefined;
		if (!action) continue;
		const {isShared = false, targetCount = isShared ? (together.get(moment)?.length ?? 1) : 1} = action;
		const operation = isShared ? `old ${moment}` : `old ${id}`;
		const input = JSON.stringify(action.input ?? {});
		const {outcome = 'accepted', reason = null} = action;
		fillAction.run(id, action.name, operation, targetCount, input, outcome, reason);
	}
}

const stateIn = (text = ''): string | null =>
	text === 'no state' || text === 'without a state' ? null : text;

/** `isShared`: it concerns several servers. `targetCount` undefined: the sentence does not say how many. */
type Action = {
	name: string;
	input?: Record<string, string | number | boolean>;
	outcome?: string;
	reason?: string | null;
	isShared?: boolean;
	targetCount?: number;
};

const power = new Map<string | undefined, Pick<Action, 'name' | 'input'>>([
	['Start', {name: 'start'}],
	['Stop', {name: 'stop'}],
	['Forced stop', {name: 'stop', input: {force: true}}],
	['Restart', {name: 'restart'}],
]);

function readAccepted(text: string): Action | undefined {
	const one = /^(Start|Stop|Forced stop|Restart)(?: of .*?)?(?: in (\d+) min)? accepted\.$/.exec(text);
	const act = power.get(one?.[1]);
	if (act) {
		const delay = one?.[2] !== undefined && {delayMinutes: Number(one[2])};
		return {...act, input: {...act.input, ...delay}};
	}
	const rolling = /^(Start|Stop|Forced stop|Restart) of (\d+) servers begun\.$/.exec(text);
	const acts = power.get(rolling?.[1]);
	if (acts) return {...acts, isShared: true, targetCount: Number(rolling?.[2])};
	const said = /^Said to (\d+) servers\.$/.exec(text);
	if (said) return {name: 'broadcast', isShared: true, targetCount: Number(said[1])};
	const [, command, seconds] = /^Watching (.*) every (\d+) s\.$/.exec(text) ?? [];
	return command === undefined
		? undefined
		: {name: 'watch', input: {command, seconds: Number(seconds)}, isShared: true};
}

/** Former names of actions, where they differ from the current ones. Spaces became hyphens. */
const oldNames = new Map([
	['cancel', 'cancel-schedule'],
	['withdraw', 'withdraw-invitation'],
	['icon', 'upload-icon'],
	['trigger', 'trigger-automation'],
]);

function readFailed(text: string): Action | undefined {
	const found =
		/^(start|stop|restart|broadcast|watch|create|rename|move|update|backup|delete backup|delete|cancel task|cancel run|cancel|invite|withdraw|kick|icon|create automation|edit automation|trigger): (refused|outcome unknown, it may have been carried out)(?:: (.+))?$/.exec(
			text,
		);
	if (!found) return undefined;
	const [, called = '', outcome, reason = null] = found;
	return {
		name: oldNames.get(called) ?? called.replaceAll(' ', '-'),
		outcome: outcome === 'refused' ? 'refused' : reason === null ? 'pending' : 'unknown',
		reason,
	};
}
