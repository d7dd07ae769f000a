import type {CommandStatus} from '../contract/memorable.ts';

/** So begins the name of a one-shot command among the decks that write the file. */
export const shellMark = 'shell ';

/** What is read from the journal. */
export type JournalLine = {
	id: number;
	at: number;
	kind: 'command' | 'state' | 'act' | 'failure' | 'gap' | 'mark';
	serverId: string | undefined;
	server: string | undefined;
	origin: 'me' | 'other' | undefined;
	/** `shell`: a one-shot command sent it, or did it; undefined: a deck. */
	source: 'shell' | undefined;
	status: CommandStatus | undefined;
	/** The command, or the sentence of a note. */
	text: string;
	response: string | undefined;
	problem: string | undefined;
	/** The end of a gap. */
	to: number | undefined;
	/** The profile, base URL and team id it belongs to; undefined where that was not known, or not kept yet. */
	profile: string | undefined;
	service: string | undefined;
	team: string | undefined;
};
