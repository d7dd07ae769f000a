import type {Job} from '../../actions/job.ts';
import type {State} from '../state.ts';
import type {Watch} from '../watch/watches.ts';

/** A background operation: an action on several servers, or a periodically repeated command. */
export type Work = {kind: 'job'; id: string; job: Job} | {kind: 'watch'; id: string; watch: Watch};

/** Returns all background operations, newest first. */
export function allWork({jobs, watches}: Pick<State, 'jobs' | 'watches'>): Work[] {
	const startedAtOf = (work: Work) => (work.kind === 'job' ? work.job.startedAt : work.watch.startedAt);
	return [
		...jobs.map((job): Work => ({kind: 'job', id: job.id, job})),
		...watches.map((watch): Work => ({kind: 'watch', id: watch.id, watch})),
	]
		.toReversed()
		.sort((a, b) => startedAtOf(b) - startedAtOf(a));
}

/** Returns the current row of the jobs dialog. */
export function currentWork(state: Pick<State, 'jobs' | 'watches' | 'dialog'>): Work | undefined {
	return state.dialog?.kind === 'jobs' ? allWork(state)[state.dialog.at] : undefined;
}
