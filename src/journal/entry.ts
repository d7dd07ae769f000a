import type {Activity, ActivityTone} from '../actions/activity.ts';
import type {CommandStatus} from '../actions/memorable.ts';

/** So begins the name of a one-shot command among the sessions that write the file. */
export const shellPrefix = 'shell ';

/** What is read from the journal. */
export type JournalLine = {
	id: number;
	at: number;
	serverId: string | undefined;
	server: string | undefined;
	origin: 'me' | 'other' | undefined;
	/** `shell`: a one-shot command sent it, or did it; undefined: a session. */
	source: 'shell' | undefined;
	status: CommandStatus | undefined;
	response: string | undefined;
	problem: string | undefined;
	/** The end of a gap. */
	to: number | undefined;
	/** The profile, base URL and team id it belongs to; undefined where that was not known, or not kept yet. */
	profile: string | undefined;
	service: string | undefined;
	team: string | undefined;
} &
	/** `text`: the command, the note of a bookmark, how long a gap was. */
	(
		| {kind: 'command' | 'gap' | 'mark'; text: string; activity?: undefined}
		| {kind: ActivityTone; text?: undefined; activity: Activity}
	);

export type LineKind = JournalLine['kind'];
