import {goToEntry, moveInTimeline, openBlocked} from './open-entry.ts';
import {abortRest, pauseOrGoOn} from '../jobs/run-rolling.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {isOpen, isOver, type Job} from '../jobs/jobs-state.ts';
import type {State} from '../state.ts';
import {emptyField} from '../kernel/text-field.ts';
import {kindsInOrder} from './timeline-filter.ts';
import {timelineView} from './timeline-view.ts';
import type {Command} from '../kernel/command.ts';

const inTimeline = ['timeline'] as const;
const inFilter = ['timelineFilter'] as const;

const move = (to: Parameters<typeof moveInTimeline>[1]) => (services: Services) =>
	moveInTimeline(services, to);

/** The job of the entry under the cursor, else the newest that is under way. */
function jobInView(state: State): Job | undefined {
	const {selected, jobs} = timelineView(state);
	const subject = selected?.subject;
	const own = subject?.what === 'job' || subject?.what === 'step' ? subject.job : undefined;
	return own && isOpen(own) ? own : jobs[0];
}

const noJob = (state: State) =>
	state.jobs.some(isOpen) ? undefined : 'No job is under way: there is nothing to pause or abort.';

const onJob = (act: (services: Services, job: Job) => void) => (services: Services) => {
	const job = jobInView(services.store.getState());
	if (job) act(services, job);
};

const filter = (editing: boolean, field = emptyField) => ({
	type: 'timeline/changed' as const,
	change: {filter: {field, editing}, cursor: undefined},
});

export const timelineCommands: readonly Command[] = [
	{
		id: 'timeline.down',
		keys: ['j', 'down', 'n'],
		scopes: inTimeline,
		title: 'later',
		help: 'Goes to the next entry; on the newest one it follows what comes.',
		run: move(at => at + 1),
	},
	{
		id: 'timeline.up',
		keys: ['k', 'up', 'N'],
		scopes: inTimeline,
		title: 'earlier',
		help: 'Goes to the entry before.',
		run: move(at => at - 1),
	},
	{
		id: 'timeline.pageDown',
		keys: ['pagedown'],
		scopes: inTimeline,
		title: 'page down',
		help: 'Goes one page down.',
		run: move((at, _, page) => at + page),
	},
	{
		id: 'timeline.pageUp',
		keys: ['pageup'],
		scopes: inTimeline,
		title: 'page up',
		help: 'Goes one page up.',
		run: move((at, _, page) => at - page),
	},
	{
		id: 'timeline.first',
		keys: ['g', 'home'],
		scopes: inTimeline,
		title: 'oldest',
		help: 'Goes to the oldest entry.',
		run: move(() => 0),
	},
	{
		id: 'timeline.last',
		keys: ['G', 'end'],
		scopes: inTimeline,
		title: 'follow',
		help: 'Goes to the newest entry and follows.',
		hint: true,
		blocked: state => (state.timeline.cursor ? undefined : 'It follows already.'),
		run: move((_, total) => total),
	},
	{
		id: 'timeline.enter',
		keys: ['enter'],
		scopes: inTimeline,
		title: 'go there',
		help: 'Goes to what the entry is about: the console of its server, the run, the job.',
		hint: true,
		blocked: state => openBlocked(state, timelineView(state).selected),
		run: services => {
			const {selected} = timelineView(services.store.getState());
			if (selected) goToEntry(services, selected);
		},
	},
	{
		id: 'timeline.filter',
		keys: ['/'],
		scopes: inTimeline,
		title: 'filter',
		help: 'Filters the timeline: words, /pattern/, !inverse, kind:state, server:ark, by:other.',
		hint: true,
		run: ({store}) => store.dispatch(filter(true)),
	},
	{
		id: 'timeline.kinds',
		keys: ['f'],
		scopes: inTimeline,
		title: 'kinds',
		help: 'Shows only changes of state, acts, commands, my own, those of others, runs or gaps; then all again.',
		hint: true,
		run: services => {
			const {kinds} = services.store.getState().timeline;
			const next = kindsInOrder[(kindsInOrder.indexOf(kinds) + 1) % kindsInOrder.length] ?? 'all';
			services.store.dispatch({type: 'timeline/changed', change: {kinds: next, cursor: undefined}});
			notify(services, 'info', `Timeline: ${next}.`);
		},
	},
	{
		id: 'timeline.pause',
		keys: ['p'],
		scopes: inTimeline,
		title: 'pause job',
		help: 'Pauses the job under the cursor, else the newest that is under way, before its next server; or lets it go on.',
		blocked: noJob,
		run: onJob((services, job) => {
			pauseOrGoOn(services, job);
			notify(services, 'info', `${job.title}: ${job.status === 'paused' ? 'goes on' : 'paused'}.`);
		}),
	},
	{
		id: 'timeline.abort',
		keys: ['A'],
		scopes: inTimeline,
		title: 'abort the rest',
		help: 'Aborts the rest of that job: nothing more is sent; what was sent goes on.',
		blocked: noJob,
		run: onJob((services, job) => {
			const left = job.steps.filter(step => !isOver(step) && step.status === 'waiting').length;
			abortRest(services, job);
			notify(services, 'warning', `${job.title}: aborted, ${left} not sent. What was sent goes on.`);
		}),
	},
	{
		id: 'timelineFilter.keep',
		keys: ['enter'],
		scopes: inFilter,
		title: 'keep',
		help: 'Keeps the filter and returns to the timeline.',
		hint: true,
		run: ({store}) => store.dispatch(filter(false, store.getState().timeline.filter.field)),
	},
	{
		id: 'timelineFilter.clear',
		keys: ['esc'],
		scopes: inFilter,
		title: 'clear',
		help: 'Clears the filter of the timeline.',
		hint: true,
		run: ({store}) => store.dispatch(filter(false)),
	},
];
