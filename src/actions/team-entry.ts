import type {JournalKind} from '../contract/models/journal-entry.ts';

/**
An entry of the team's journal. `text`: that of a note, or the acknowledged state. `withNode`: acknowledged as part of its
lost node. `at` is by our clock, epoch ms.
*/
export type TeamEntry = {
	id: string;
	at: number;
	what: JournalKind;
	serverId: string | undefined;
	text: string | undefined;
	withNode?: true | undefined;
};

/** An entry as the service returned it. `by`: the name of its author; `server`: the name of the server at that time. */
export type ReceivedTeamEntry = TeamEntry & {seq: number; by: string; server: string | undefined};
