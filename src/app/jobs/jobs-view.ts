import {formatDuration} from '../../lib/ago.ts';
import {fit, wrap} from '../../lib/width.ts';
import {jobsDialogMessages} from '../../messages/tui-dialogs.ts';
import {key, type Message} from '../../messages/text.ts';
import {renderWithKeys} from '../kernel/keymap/keymap.ts';
import type {Services} from '../kernel/services.ts';
import type {Span, Tone} from '../kernel/spans.ts';
import {windowTop} from '../kernel/window-top.ts';
import type {State} from '../state.ts';
import {watchHead, watchRows} from '../watch/watch-rows.ts';
import {isRunning} from '../watch/watches.ts';
import {allWork, type Work} from './job-rows.ts';
import {isOpen, isOver, jobProgress, type Job, type JobStep, type StepStatus} from './jobs-state.ts';
import {commandLineOfRest} from './run-rolling.ts';

export type JobsView = {
	title: string;
	note: string;
	/** In columns, including the frame. */
	width: number;
	rows: readonly (readonly Span[])[];
};

const widest = 110;
/** Rows of the list above the details of the current one. */
const maxJobRows = 5;

/** Returns the jobs and watches, newest first, then the servers of the current one as far as they fit. */
export function jobsView(
	{jobs, watches, dialog, fleet, view}: Pick<State, 'jobs' | 'watches' | 'dialog' | 'fleet' | 'view'>,
	{settings, keymap}: Pick<Services, 'settings' | 'keymap'>,
	{now, cursor}: {now: number; cursor: string},
): JobsView {
	const render: Render = text => renderWithKeys(text, keymap);
	const {columns, rows} = view.size;
	const {at, top} = dialog?.kind === 'jobs' ? dialog : {at: 0, top: 0};
	const all = allWork({jobs, watches});
	const work = all[at];
	const rest = work?.kind === 'job' ? commandLineOfRest(settings, fleet.servers, work.job) : undefined;
	const width = Math.min(columns, widest);
	const first = windowTop(0, at, maxJobRows, all.length);
	const heads = all.slice(first, first + maxJobRows).map((work, index): Span[] => {
		const sign = first + index === at ? cursor : ' ';
		return work.kind === 'job' ? headOf(work.job, sign, now) : watchHead(work.watch, sign, now);
	});
	const room = Math.max(1, rows - 4);
	const body = work ? bodyOf(work, {render, now, rest, rows, heads: heads.length, width, top, room}) : [];
	const none = wrap(render(jobsDialogMessages.none), width - 4).map((text): Span[] => [
		{text, tone: 'faint'},
	]);
	return {
		title: jobsDialogMessages.title(all.length),
		note: render(work ? notes(work) : key('jobs.leave')),
		width,
		rows: (all.length === 0 ? none : [...heads, [], ...body]).slice(0, room),
	};
}

type Render = (text: Message) => string;

const notes = (work: Work): Message => {
	if (work.kind === 'watch') return jobsDialogMessages.watchKeys(isRunning(work.watch));
	const {job} = work;
	if (isOpen(job)) return jobsDialogMessages.openJobKeys(job.status === 'paused');
	return job.action === 'stop' ? jobsDialogMessages.stoppedJobKeys : key('jobs.leave');
};

type Look = {
	render: Render;
	now: number;
	/** Command line for the servers to which the job has sent nothing. */
	rest: string | undefined;
	rows: number;
	heads: number;
	width: number;
	top: number;
	room: number;
};

function bodyOf(work: Work, {render, now, rest, rows, heads, width, top, room}: Look): Span[][] {
	if (work.kind === 'job') {
		const restRows = rest === undefined ? [] : wrap(jobsDialogMessages.rest(rest), width - 4);
		const steps = stepLines(work.job, render, now, Math.max(3, rows - heads - 7 - restRows.length));
		const restLines = restRows.map((text): Span[] => [{text, tone: 'faint'}]);
		return restLines.length === 0 ? steps : [...steps, [], ...restLines];
	}
	const height = Math.max(1, room - heads - 1);
	const all = watchRows(work.watch, now, width - 4, height);
	const from = Math.max(0, Math.min(top, all.length - height));
	const below = all.length - from - height;
	if (below <= 0) return all.slice(from);
	const more: Span = {text: render(jobsDialogMessages.rowsBelow(below + 1)), tone: 'warning'};
	return [...all.slice(from, from + height - 1), [more]];
}

const words: Record<Job['status'], Tone> = {
	running: 'changing',
	paused: 'warning',
	aborted: 'failure',
	done: 'done',
};

const headOf = (job: Job, cursor: string, now: number): Span[] => [
	{text: `${cursor} ${job.title}  `, tone: 'title'},
	{text: `${job.status}  `, tone: words[job.status]},
	{text: jobsDialogMessages.started(jobProgress(job), now - job.startedAt), tone: 'faint'},
];

const tones: Record<StepStatus, Tone> = {
	waiting: 'faint',
	acting: 'changing',
	gate: 'changing',
	done: 'online',
	failed: 'offline',
	unknown: 'unknown',
	skipped: 'faint',
};

/** If not all rows fit, servers in progress come first, then failed ones. */
function stepLines(job: Job, render: Render, now: number, room: number): Span[][] {
	const rank = ({status}: JobStep) =>
		isOver({status}) ? (status === 'done' ? 3 : 1) : status === 'waiting' ? 2 : 0;
	const most = Math.max(1, room);
	const steps =
		job.steps.length > most ? job.steps.toSorted((a, b) => rank(a) - rank(b)).slice(0, most - 1) : job.steps;
	const left = job.steps.length - steps.length;
	return [
		...(job.reason === undefined
			? []
			: [[{text: render(jobsDialogMessages.waits(job.reason)), tone: 'warning'} as const]]),
		...steps.map((step): Span[] => [
			{text: `${fit(step.name, 24, 'middle')} `, tone: 'plain'},
			{text: `${fit(step.status, 8)} `, tone: tones[step.status]},
			{
				text: `${step.text}${isOver(step) || step.status === 'waiting' ? '' : ` ${formatDuration(now - step.at)}`}`,
				tone: 'faint',
			},
		]),
		...(left > 0 ? [[{text: jobsDialogMessages.moreSteps(left), tone: 'faint'} as const]] : []),
	];
}
