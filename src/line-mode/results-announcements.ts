import type {CommandLine} from '../app/console/console-line.ts';
import type {State} from '../app/state.ts';
import {answersOf, isOpenRun} from './results-text.ts';
import type {Block} from './printer.ts';
import {namesWords} from './server-text.ts';
import {lineResultsMessages} from '../messages/line-mode-console.ts';

export type ResultsAnnouncements = {
	announce: (state: State) => Block[];
	/** Returns whether a console entry is announced together with those of other servers. */
	isTogether: (state: State, line: CommandLine) => boolean;
};

/** Announces the targets of a command, then its answers when all have arrived, equal ones together. */
export function createResultsAnnouncements(): ResultsAnnouncements {
	const announced = new Set<string>();
	const open = new Set<string>();
	return {
		isTogether: ({results}, {id, status}) => {
			const run = results.runs.find(({members}) => members.some(({lineId}) => lineId === id));
			// An answer that arrives after the others were announced is announced alone.
			return run !== undefined && (status !== 'late' || open.has(run.id));
		},
		announce: state =>
			state.results.runs.flatMap(run => {
				const blocks: Block[] = [];
				if (!announced.has(run.id)) {
					announced.add(run.id);
					open.add(run.id);
					const names = namesWords(run.members.map(({name}) => name));
					blocks.push([lineResultsMessages.sent(run.command, run.members.length, names)]);
				}
				if (open.has(run.id) && !isOpenRun(run, state)) {
					open.delete(run.id);
					blocks.push(answersOf(run, state));
				}
				return blocks;
			}),
	};
}
