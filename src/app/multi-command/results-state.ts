import type {CommandLine} from '../console/record/lines.ts';
import type {TextField} from '../kernel/text/text-field.ts';
import type {Slice} from '../kernel/state/slice.ts';

/** One target of a multi-server command. `lineId` is the id of the entry in its console. */
export type MultiCommandTarget = {
	serverId: string;
	name: string;
	lineId: string;
	/** Its entry once the outcome is final; the console may drop the entry later. */
	final: CommandLine | undefined;
};

/** One command that was sent to several servers. The targets are fixed when it is sent. */
export type MultiCommand = {
	id: string;
	/** As it was sent, sanitized to one row. */
	command: string;
	at: number;
	members: readonly MultiCommandTarget[];
};

/** The results shown. If `runId` is undefined, the targets of the next command are shown. */
export type ResultsViewState = {
	runId: string | undefined;
	/** The key of the highlighted group; groups move while answers arrive. */
	group: string | undefined;
	/** The first visible row, if the user has scrolled. */
	top: number | undefined;
	/** The highlighted group is compared with the largest, line by line. */
	compare: boolean;
	/** Answers are shown unchanged and compared exactly. */
	raw: boolean;
	/** Answers are grouped by the lines that match this; undefined: by all of them. */
	by: TextField | undefined;
	/** Names, addresses and numbers do not count. */
	isMasked: boolean;
	search: ResultsSearch | undefined;
};

/** The search in the answers: its text, and the row of the current match. */
export type ResultsSearch = {field: TextField; editing: boolean; row: number};

export type ResultsState = {
	/** Oldest first. */
	runs: readonly MultiCommand[];
	viewState: ResultsViewState;
};

export type ResultsEvent =
	| {type: 'results/started'; run: MultiCommand}
	| {type: 'results/settled'; runId: string; lineId: string; line: CommandLine}
	| {type: 'results/viewChanged'; change: Partial<ResultsViewState>};

const maxRuns = 20;

export const resultsSlice: Slice<ResultsState, ResultsEvent> = {
	initial: {
		runs: [],
		viewState: {
			runId: undefined,
			group: undefined,
			top: undefined,
			compare: false,
			raw: false,
			by: undefined,
			isMasked: false,
			search: undefined,
		},
	},
	reduce: reduceResults,
};

function reduceResults(state: ResultsState, event: ResultsEvent): ResultsState {
	switch (event.type) {
		case 'results/started':
			return {
				runs: [...state.runs, event.run].slice(-maxRuns),
				viewState: {
					...state.viewState,
					runId: event.run.id,
					group: undefined,
					top: undefined,
					compare: false,
				},
			};
		case 'results/settled':
			return {
				...state,
				runs: state.runs.map(run =>
					run.id === event.runId ? {...run, members: settleRun(run.members, event)} : run,
				),
			};
		case 'results/viewChanged':
			return {...state, viewState: {...state.viewState, ...event.change}};
	}
}

const settleRun = (
	members: readonly MultiCommandTarget[],
	{lineId, line}: {lineId: string; line: CommandLine},
) => members.map(member => (member.lineId === lineId ? {...member, final: line} : member));
