import type {CommandLine} from '../console/console-line.ts';

/** One server of a command to several; `lineId` is that of its line in its own console. */
export type MultiCommandTarget = {
	serverId: string;
	name: string;
	lineId: string;
	/** Its line when nothing more could become of it: a console does not keep its lines for ever. */
	final: CommandLine | undefined;
};

/** One command that went to several servers. The set is the one of the moment in which it was sent. */
export type MultiCommand = {
	id: string;
	/** As it was sent, fit for one row. */
	command: string;
	at: number;
	members: readonly MultiCommandTarget[];
};

/** What is looked at. `runId` undefined: who would get the next command. */
export type ResultsLook = {
	runId: string | undefined;
	/** The group under the cursor, by its key: groups change their places while answers come. */
	group: string | undefined;
	/** The first visible row, once somebody has scrolled. */
	top: number | undefined;
	/** The group under the cursor is compared with the largest, line by line. */
	compare: boolean;
	/** Answers are equal only when they are to the letter, and shown so. */
	raw: boolean;
};

export type ResultsState = {
	/** Oldest first. */
	runs: readonly MultiCommand[];
	look: ResultsLook;
};

export const initialResults: ResultsState = {
	runs: [],
	look: {runId: undefined, group: undefined, top: undefined, compare: false, raw: false},
};

export type ResultsEvent =
	| {type: 'results/started'; run: MultiCommand}
	| {type: 'results/settled'; runId: string; lineId: string; line: CommandLine}
	| {type: 'results/looked'; change: Partial<ResultsLook>};

const maxRuns = 20;

export function reduceResults(state: ResultsState, event: ResultsEvent): ResultsState {
	switch (event.type) {
		case 'results/started':
			return {
				runs: [...state.runs, event.run].slice(-maxRuns),
				look: {...state.look, runId: event.run.id, group: undefined, top: undefined, compare: false},
			};
		case 'results/settled':
			return {
				...state,
				runs: state.runs.map(run =>
					run.id === event.runId ? {...run, members: settleRun(run.members, event)} : run,
				),
			};
		case 'results/looked':
			return {...state, look: {...state.look, ...event.change}};
	}
}

const settleRun = (
	members: readonly MultiCommandTarget[],
	{lineId, line}: {lineId: string; line: CommandLine},
) => members.map(member => (member.lineId === lineId ? {...member, final: line} : member));
