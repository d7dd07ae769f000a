import type {Job, JobStep} from '../../contract/models/job.ts';
import {printableLine} from '../../lib/text/text.ts';

/** Returns a stored job whose program ended before it: a request that was about to be sent may have run. */
export function cutShort(job: Job): Job {
	const steps = job.steps.map((step): JobStep => {
		const {name, status} = step;
		const isOpen = status === 'sending' || status === 'gate';
		return {
			...step,
			name: printableLine(name),
			retry: undefined,
			...(isOpen && {status: 'unknown', problem: {kind: 'cut'}}),
		};
	});
	const isOver = steps.every(({status}) => status === 'done' || status === 'skipped');
	return {...job, status: isOver ? 'done' : 'cut', stoppedBy: undefined, steps};
}
