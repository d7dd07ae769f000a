import {abortRest, pauseOrResume} from './control-job.ts';
import type {Services} from '../kernel/state/services.ts';
import type {Job} from '../../contract/models/job.ts';
import {canAbort, canContinue, formOf, jobRepairCommands} from './job-repair-commands.ts';
import {jobToOpen, unsentSteps} from './job-report.ts';
import {isOpen} from './jobs-state.ts';
import type {State} from '../state.ts';
import type {Targets} from '../kernel/state/targets.ts';
import {isRunning, type Watch} from '../watch/watches.ts';
import {endWatch} from '../watch/run-watch.ts';
import {allWork, currentWork, openJobs, placeOfWork, type Work} from './jobs-view.ts';
import {moveCommands} from '../kernel/screens/move-commands.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import {gateStep, gateSteps} from './gates.ts';
import type {Message} from '../../messages/text.ts';
import {jobMessages} from '../../messages/jobs.ts';

const inJobs = ['jobs'] as const;

const move =
	(by: number) =>
	({store}: Services) => {
		const state = store.getState();
		const all = allWork(state);
		const at = Math.max(0, Math.min(all.length - 1, placeOfWork(state) + by));
		store.dispatch({type: 'dialog/jobsMoved', workId: all[at]?.id, top: 0});
	};

/** Number of rows that one key scrolls. */
const pageRows = 8;

const scroll =
	(by: number) =>
	({store}: Services) => {
		const {dialog, ...state} = store.getState();
		if (dialog?.kind !== 'jobs') return;
		const work = currentWork({...state, dialog});
		const rows = work?.kind === 'watch' ? rowsOfWatch(work.watch) : 0;
		const top = Math.max(0, Math.min(rows - 1, dialog.top + by));
		store.dispatch({type: 'dialog/jobsMoved', workId: work?.id, top, gate: dialog.gate});
	};

/** Chooses the server at whose gate the keys decide, in the order of the rows. */
const chooseGate =
	(by: 1 | -1) =>
	({store}: Services) => {
		const {dialog, ...state} = store.getState();
		const work = currentWork({...state, dialog});
		if (dialog?.kind !== 'jobs' || work?.kind !== 'job') return;
		const all = gateSteps(work.job);
		const now = gateStep(work.job, dialog.gate);
		const from = now ? all.indexOf(now) : by === 1 ? -1 : all.length;
		const gate = all[(from + by + all.length) % all.length]?.serverId;
		store.dispatch({type: 'dialog/jobsMoved', workId: work.id, top: 0, gate});
	};

function noGates(state: State, targets: Targets): Message | undefined {
	const job = jobOf(state, targets);
	return job && gateSteps(job).length > 0 ? undefined : jobMessages.noneWaits;
}

/** Returns the maximum number of rows to scroll. */
const rowsOfWatch = ({targets}: Watch): number =>
	targets.reduce((sum, {now}) => sum + 2 + (now?.text.split('\n').length ?? 1), 0);

const workOf = (state: State, {work}: Targets): Work | undefined =>
	work === undefined ? undefined : allWork(state).find(({id}) => id === work);

function jobOf(state: State, targets: Targets): Job | undefined {
	const work = workOf(state, targets);
	return work?.kind === 'job' ? work.job : undefined;
}

function pauseBlocked(state: State, targets: Targets): Message | undefined {
	const work = workOf(state, targets);
	if (!work) return jobMessages.none;
	if (work.kind === 'watch') return isRunning(work.watch) ? undefined : jobMessages.watchOver;
	return isOpen(work.job) || canContinue(work.job) ? undefined : jobMessages.jobOver;
}

function endBlocked(state: State, targets: Targets): string | undefined {
	const work = workOf(state, targets);
	if (!work) return jobMessages.none;
	if (work.kind === 'watch') return isRunning(work.watch) ? undefined : jobMessages.watchOver;
	return canAbort(work.job) ? undefined : jobMessages.jobOver;
}

function end(services: Services, targets: Targets): void {
	const work = workOf(services.store.getState(), targets);
	if (work?.kind === 'watch') endWatch(services, work.id, jobMessages.endedByUser);
	else if (work) abortRest(services, work.job);
}

export const jobCommands: readonly KeyCommand[] = [
	{
		id: 'jobs.open',
		keys: ['o'],
		scopes: ['everywhere'],
		group: 'go',
		run: services => {
			const state = services.store.getState();
			// The line about a job names this key.
			openJobs(services, (jobToOpen(state) ?? allWork(state)[0])?.id);
		},
	},
	...moveCommands(
		{id: 'jobs', scope: 'jobs', more: {pageDown: [' ']}},
		{
			down: move(1),
			up: move(-1),
			pageDown: scroll(pageRows),
			pageUp: scroll(-pageRows),
		},
	),
	{
		id: 'jobs.nextGate',
		keys: ['tab', 'right'],
		scopes: inJobs,
		blocked: noGates,
		run: chooseGate(1),
	},
	{
		id: 'jobs.previousGate',
		keys: ['shift+tab', 'left'],
		scopes: inJobs,
		blocked: noGates,
		run: chooseGate(-1),
	},
	{
		id: 'jobs.pause',
		keys: ['p'],
		scopes: inJobs,
		blocked: pauseBlocked,
		run: (services, targets) => {
			const work = workOf(services.store.getState(), targets);
			if (work?.kind === 'watch') {
				const isPaused = !work.watch.isPaused;
				services.store.dispatch({type: 'watches/paused', watchId: work.id, isPaused});
				return undefined;
			}
			const job = work?.job;
			if (job && !isOpen(job)) return formOf(job, unsentSteps(job));
			if (job) pauseOrResume(services, job);
			return undefined;
		},
	},
	{
		id: 'jobs.abort',
		keys: ['A'],
		scopes: inJobs,
		blocked: endBlocked,
		run: end,
	},
	...jobRepairCommands(jobOf),
	{
		id: 'jobs.leave',
		keys: ['esc', 'q', 'o', 'enter'],
		scopes: inJobs,
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];
