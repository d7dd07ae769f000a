import type {ListId} from '../screens/screens-state.ts';

/** What a command acts on: in the TUI, from cursor and selection; in line mode, named in the input line. */
export type Targets = {
	/** The selected servers if a selection applies, else the current one. */
	servers: readonly string[];
	/** The current server. */
	server: string | undefined;
	/** A row of a list with its own screen. */
	row: {list: ListId; id: string} | undefined;
	/** A job or a watch. */
	work: string | undefined;
	/** The server of the job at whose gate the keys decide, if one was chosen. */
	gate?: string | undefined;
	/** A multi-server command whose results are shown. */
	run: string | undefined;
};

export const noTargets: Targets = {
	servers: [],
	server: undefined,
	row: undefined,
	work: undefined,
	run: undefined,
};
