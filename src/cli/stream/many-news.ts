import {serverCount} from '../../core/input/target-words.ts';
import type {State} from '../../core/state/index.ts';
import {answersOf, isOpenRun} from './many-words.ts';
import {namesWords} from './words.ts';

/** Tells to whom a command went, and its answers when all are there, equal ones together. */
export function createManyNews(): (state: State) => string[] {
	const begun = new Set<string>();
	const open = new Set<string>();
	return state =>
		state.many.runs.flatMap(run => {
			const told: string[] = [];
			if (!begun.has(run.id)) {
				begun.add(run.id);
				open.add(run.id);
				const names = namesWords(run.members.map(({name}) => name));
				told.push(
					`SENT ${run.command} to ${serverCount(run.members.length)}: ${names}. The answers follow together.`,
				);
			}
			if (open.has(run.id) && !isOpenRun(run, state)) {
				open.delete(run.id);
				told.push(...answersOf(run, state));
			}
			return told;
		});
}
