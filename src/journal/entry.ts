import type {Activity, ActivityTone} from '../actions/activity.ts';
import type {CommandOrigin, CommandStatus} from '../actions/memorable.ts';

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
