import {type Activity, type ActivityTone, activityTones} from '../actions/activity.ts';
import type {CommandOrigin, CommandStatus} from '../actions/memorable.ts';
import {isFields} from '../contract/wire-values.ts';
import {tryParseJson} from '../lib/json/json.ts';
import {isActionId} from '../messages/actions.ts';

/** Prefix of the session name of a one-shot command. */
export const shellPrefix = 'shell ';

/** A line read from the journal. */
export type JournalLine = {
	id: number;
	at: number;
	serverId: string | undefined;
	server: string | undefined;
	origin: CommandOrigin | undefined;
	/** The name of the other admin who sent the command; undefined if the service does not say. */
	by: string | undefined;
	/** `shell`: from a one-shot command; undefined: from a session. */
	source: 'shell' | undefined;
	status: CommandStatus | undefined;
	response: string | undefined;
	problem: string | undefined;
	/** The end of a gap. */
	to: number | undefined;
	/** The profile, base URL and team id it belongs to; undefined if unknown. */
	profile: string | undefined;
	service: string | undefined;
	team: string | undefined;
} &
	/** `text`: the command, the note of a bookmark, or the duration of a gap. */
	(
		| {kind: 'command' | 'gap' | 'mark'; text: string; activity?: undefined}
		| {kind: ActivityTone; text?: undefined; activity: Activity}
	);

export type LineKind = JournalLine['kind'];

/** In place of an activity: who sent a command. */
export const senderOf = (by: string) => ({type: 'sender', by});

/** Returns the name of the sender of a command in a row. */
export function senderIn({activity}: Record<string, unknown>): string | undefined {
	const sender = tryParseJson(String(activity));
	return isFields(sender) && sender['type'] === 'sender' ? String(sender['by']) : undefined;
}

const tones: ReadonlySet<string> = new Set(activityTones);

/** Returns the activity in a row; undefined for a command, a bookmark or a gap. */
export function activityIn(kind: LineKind, row: Record<string, unknown>): Activity | undefined {
	if (!tones.has(kind)) return undefined;
	const found = tryParseJson(String(row['activity']));
	if (isFields(found) && (found['type'] !== 'action' || isActionId(String(found['action']))))
		return found as Activity; // only this program writes it
	// Something else has changed it: its sentence is left.
	return {type: 'report', isFailure: kind === 'failure', text: String(row['text'])};
}
