import {openFormDialog} from '../actions/dialogs.ts';
import {abortRest, pauseOrGoOn} from '../actions/wave.ts';
import {startManyForm} from '../forms/wave.ts';
import type {Services} from '../services.ts';
import {isOpen, type Job} from '../state/jobs.ts';
import type {State} from '../state/index.ts';
import type {Command} from './command.ts';

const inJobs = ['jobs'] as const;

/** The job under the cursor; the newest stands first. */
export function selectedJob({dialog, jobs}: State): Job | undefined {
	return dialog?.kind === 'jobs' ? jobs.toReversed()[dialog.at] : undefined;
}

const move =
	(by: number) =>
	({store}: Services) => {
		const {dialog, jobs} = store.getState();
		if (dialog?.kind !== 'jobs') return;
		const at = Math.max(0, Math.min(jobs.length - 1, dialog.at + by));
		store.dispatch({type: 'dialog/jobsMoved', at});
	};

const onJob = (act: (services: Services, job: Job) => void) => (services: Services) => {
	const job = selectedJob(services.store.getState());
	if (job) act(services, job);
};

const over = (state: State) => {
	const job = selectedJob(state);
	if (!job) return 'There are no jobs.';
	return isOpen(job) ? undefined : 'This job is over.';
};

export const jobCommands: readonly Command[] = [
	{
		id: 'jobs.open',
		keys: ['o'],
		scopes: ['everywhere'],
		title: 'jobs',
		help: 'Shows what is under way on several servers, and how it went.',
		run: ({store, clock}) =>
			store.dispatch({type: 'dialog/opened', dialog: {kind: 'jobs', openedAt: clock.now(), at: 0}}),
	},
	{
		id: 'jobs.down',
		keys: ['j', 'down'],
		scopes: inJobs,
		title: 'older',
		help: 'Goes to an older job.',
		run: move(1),
	},
	{
		id: 'jobs.up',
		keys: ['k', 'up'],
		scopes: inJobs,
		title: 'newer',
		help: 'Goes to a newer job.',
		run: move(-1),
	},
	{
		id: 'jobs.pause',
		keys: ['p'],
		scopes: inJobs,
		title: 'pause',
		help: 'Pauses the job before its next server, or lets it go on.',
		blocked: over,
		run: onJob(pauseOrGoOn),
	},
	{
		id: 'jobs.abort',
		keys: ['A'],
		scopes: inJobs,
		title: 'abort the rest',
		help: 'Aborts the rest of the job: nothing more is sent; what was sent goes on.',
		blocked: over,
		run: onJob(abortRest),
	},
	{
		id: 'jobs.startSet',
		keys: ['S'],
		scopes: inJobs,
		title: 'start the same set',
		help: 'Opens the dialog that starts again the servers that this job stopped.',
		danger: true,
		blocked: state => {
			const job = selectedJob(state);
			if (job?.act !== 'stop') return 'Only what a job has stopped can be started as a set.';
			return stoppedBy(job).length === 0 ? 'It has stopped no server.' : undefined;
		},
		run: onJob((services, job) => openFormDialog(services, startManyForm, stoppedBy(job))),
	},
	{
		id: 'jobs.leave',
		keys: ['esc', 'q', 'o', 'enter'],
		scopes: inJobs,
		title: 'close',
		help: 'Closes the jobs; they go on.',
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];

const stoppedBy = ({steps}: Job): string[] =>
	steps.filter(({status}) => status === 'done').map(({serverId}) => serverId);
