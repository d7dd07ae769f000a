import type {CommandStatus} from '../contract/memorable.ts';

/** What is read from the journal. */
export type JournalLine = {
	id: number;
	at: number;
	kind: 'command' | 'state' | 'act' | 'failure' | 'gap' | 'mark';
	serverId: string | undefined;
	server: string | undefined;
	origin: 'me' | 'other' | undefined;
	status: CommandStatus | undefined;
	/** The command, or the sentence of a note. */
	text: string;
	response: string | undefined;
	problem: string | undefined;
	/** The end of a gap. */
	to: number | undefined;
};
