import {type SqliteProblem, sqliteProblem} from '../../lib/files/sqlite.ts';
import {type Clock, repeat} from '../../lib/time/clock.ts';
import {refusalMessages} from '../../messages/service.ts';
import {Refusal} from '../http/refusal.ts';

/** Why nothing can be stored. */
export type StorageProblem = 'full' | 'read-only';

/** Whether the service can store anything. */
export type Storage = {
	/** Notes an error that means that nothing can be stored. Returns the refusal of its request; undefined for others. */
	refusalOf: (error: unknown) => Refusal | undefined;
	/** Writes something, to find out whether that is possible. */
	check: () => void;
	/** The last failure, until a write succeeds. */
	problem: () => StorageProblem | undefined;
	close: () => void;
};

/** Writes that a full disk interrupts fail in other ways as well. (sqlite.org: Result Codes) */
const problems: Partial<Record<SqliteProblem, StorageProblem>> = {full: 'full', closed: 'read-only'};

/** How often a write is tried after one has failed. */
const everyMs = 10_000;

type Options = {clock: Clock; write: () => void; onChange: (problem: StorageProblem | undefined) => void};

/**
Reports once that nothing can be stored, and once that it works again, instead of each failure. `write` throws what SQLite
throws.
*/
export function openStorage({clock, write, onChange}: Options): Storage {
	let current: StorageProblem | undefined;
	let stop = () => {};
	const note = (problem: StorageProblem | undefined) => {
		if (problem === current) return;
		current = problem;
		stop();
		stop = problem === undefined ? () => {} : repeat(clock, () => everyMs, check);
		onChange(problem);
	};
	const problemOf = (error: unknown) => problems[sqliteProblem(error) ?? 'other'];
	const check = () => {
		try {
			write();
			note(undefined);
		} catch (error) {
			const problem = problemOf(error);
			if (problem === undefined) throw error;
			note(problem);
		}
	};
	return {
		refusalOf: error => {
			const problem = problemOf(error);
			if (problem === undefined) return undefined;
			note(problem);
			return problem === 'full'
				? new Refusal('general.storage_full', refusalMessages.storageFull, {cause: error})
				: new Refusal('general.read_only', refusalMessages.readOnly, {cause: error});
		},
		check,
		problem: () => current,
		close: () => stop(),
	};
}
