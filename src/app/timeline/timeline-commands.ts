import {goToEntry, moveInTimeline, openBlocked} from './open-entry.ts';
import {jobTitle} from '../../messages/jobs.ts';
import {abortRest, pauseOrResume} from '../jobs/control-job.ts';
import {moveCommands, scrollRuns} from '../kernel/screens/move-commands.ts';
import {rememberFilter} from '../kernel/screens/filter-history.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import type {Job} from '../../contract/models/job.ts';
import {isOpen, isOver} from '../jobs/jobs-state.ts';
import type {State} from '../state.ts';
import {emptyField} from '../kernel/text/text-field.ts';
import {timelineKinds} from './timeline-state.ts';
import {timelineView} from './timeline-view.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import {timelineMessages} from '../../messages/timeline.ts';

const inTimeline = ['timeline'] as const;
const inFilter = ['timelineFilter'] as const;

const moveRuns = scrollRuns(to => services => moveInTimeline(services, to));

/** Returns the job of the current entry, else the newest one in progress. */
function jobInView(state: State): Job | undefined {
	const {current, jobs} = timelineView(state);
	const subject = current?.subject;
	const own = subject?.what === 'job' || subject?.what === 'step' ? subject.job : undefined;
	return own && isOpen(own) ? own : jobs[0];
}

const noJob = (state: State) => (state.jobs.some(isOpen) ? undefined : timelineMessages.noJob);

const onJob = (action: (services: Services, job: Job) => void) => (services: Services) => {
	const job = jobInView(services.store.getState());
	if (job) action(services, job);
};

const filter = (editing: boolean, field = emptyField) => ({
	type: 'timeline/changed' as const,
	change: {filter: {field, editing}, cursor: undefined},
});

export const timelineCommands: readonly KeyCommand[] = [
	...moveCommands(
		{id: 'timeline', scope: 'timeline', group: 'move', more: {down: ['n'], up: ['N']}},
		{
			...moveRuns,
			last: {
				hint: true,
				blocked: state => (state.timeline.cursor ? undefined : timelineMessages.followsAlready),
				run: moveRuns.last,
			},
		},
	),
	{
		id: 'timeline.enter',
		keys: ['enter'],
		scopes: inTimeline,
		group: 'go',
		hint: true,
		blocked: state => openBlocked(state, timelineView(state).current),
		run: services => {
			const {current} = timelineView(services.store.getState());
			if (current) goToEntry(services, current);
		},
	},
	{
		id: 'timeline.filter',
		keys: ['/'],
		scopes: inTimeline,
		group: 'view',
		hint: true,
		run: ({store}) => store.dispatch(filter(true)),
	},
	{
		id: 'timeline.kinds',
		keys: ['f'],
		scopes: inTimeline,
		group: 'view',
		hint: true,
		run: services => {
			const {kinds} = services.store.getState().timeline;
			const next = timelineKinds[(timelineKinds.indexOf(kinds) + 1) % timelineKinds.length] ?? 'all';
			services.store.dispatch({type: 'timeline/changed', change: {kinds: next, cursor: undefined}});
			notify(services, 'info', timelineMessages.shownKinds(next));
		},
	},
	{
		id: 'timeline.pause',
		keys: ['p'],
		scopes: inTimeline,
		group: 'act',
		blocked: noJob,
		run: onJob((services, job) => {
			pauseOrResume(services, job);
			notify(services, 'info', timelineMessages.jobPaused(jobTitle(job), job.status !== 'paused'));
		}),
	},
	{
		id: 'timeline.abort',
		keys: ['A'],
		scopes: inTimeline,
		group: 'act',
		blocked: noJob,
		run: onJob((services, job) => {
			const left = job.steps.filter(step => !isOver(step) && step.status === 'waiting').length;
			abortRest(services, job);
			notify(services, 'warning', timelineMessages.jobAborted(jobTitle(job), left));
		}),
	},
	{
		id: 'timelineFilter.accept',
		keys: ['enter'],
		scopes: inFilter,
		hint: true,
		run: services => {
			const {store} = services;
			const {field} = store.getState().timeline.filter;
			rememberFilter(services, 'timeline', field.text);
			store.dispatch(filter(false, field));
		},
	},
	{
		id: 'timelineFilter.clear',
		keys: ['esc'],
		scopes: inFilter,
		hint: true,
		run: ({store}) => store.dispatch(filter(false)),
	},
];
