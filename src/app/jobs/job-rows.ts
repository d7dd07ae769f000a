import type {Job} from './jobs-state.ts';
import type {State} from '../state.ts';
import type {Watch} from '../watch/watches.ts';

/** What goes on by itself: an act on several servers, or a command that is run again and again. */
export type Work = {kind: 'job'; id: string; job: Job} | {kind: 'watch'; id: string; watch: Watch};

/** All of it, the newest first. */
export function allWork({jobs, watches}: Pick<State, 'jobs' | 'watches'>): Work[] {
	const startedAtOf = (work: Work) => (work.kind === 'job' ? work.job.startedAt : work.watch.startedAt);
	return [
		...jobs.map((job): Work => ({kind: 'job', id: job.id, job})),
		...watches.map((watch): Work => ({kind: 'watch', id: watch.id, watch})),
	]
		.toReversed()
		.sort((a, b) => startedAtOf(b) - startedAtOf(a));
}

/** What is under the cursor while the jobs are shown. */
export function currentWork(state: Pick<State, 'jobs' | 'watches' | 'dialog'>): Work | undefined {
	return state.dialog?.kind === 'jobs' ? allWork(state)[state.dialog.at] : undefined;
}
