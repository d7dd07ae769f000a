import type {ListId} from './screens-state.ts';

/** What a command acts on: taken from cursor and selection by the TUI, named by a line in line mode. */
export type Targets = {
	/** The selected servers where a selection counts, else the current one. */
	servers: readonly string[];
	/** The server that is looked at. */
	server: string | undefined;
	/** A row of a list that has a screen of its own. */
	row: {list: ListId; id: string} | undefined;
	/** A job or a watch. */
	work: string | undefined;
	/** A command to several servers whose answers are looked at. */
	run: string | undefined;
};

export const noTargets: Targets = {
	servers: [],
	server: undefined,
	row: undefined,
	work: undefined,
	run: undefined,
};
