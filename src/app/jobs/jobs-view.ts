import type {Job, JobStep, StepStatus} from '../../contract/models/job.ts';
import type {State} from '../state.ts';
import {isRunning, type Watch} from '../watch/watches.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import {timeLeft} from '../../lib/time/time-left.ts';
import {widestOf} from '../../lib/text/table-layout.ts';
import {fit, widthOf, wrap} from '../../lib/text/width.ts';
import {jobMessages, jobTexts, jobTitle} from '../../messages/jobs.ts';
import {suspensionMessages} from '../../messages/watch.ts';
import {jobsDialogMessages} from '../../messages/dialogs.ts';
import {key, type Message} from '../../messages/text.ts';
import {serverName} from '../../actions/names.ts';
import {scheduledActionOf, scheduledSentence} from '../servers/scheduled-actions.ts';
import {renderWithKeys} from '../kernel/keys/keymap.ts';
import type {Services} from '../kernel/state/services.ts';
import {type Span, type Tone, widthOfSpans} from '../kernel/text/spans.ts';
import {windowTop} from '../kernel/screens/window-top.ts';
import {watchHead, watchRows} from '../watch/watch-rows.ts';
import {usefulKeys} from './job-repair-commands.ts';
import type {KnownToRepair} from './repair-job.ts';
import {needsAttention, progressOf, summaryOf} from './job-report.ts';
import {commandLineOfRest} from './control-job.ts';
import {barOf} from '../kernel/text/bar.ts';
import {gateProgress, gateStep, gateSteps} from './gates.ts';
import {countOver, isOpen, isOver, nextStep} from './jobs-state.ts';

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

/** Returns the place of the current row of the jobs dialog; -1 if it is none. Newer jobs do not take its place. */
export function placeOfWork({dialog, ...state}: Pick<State, 'jobs' | 'watches' | 'dialog'>): number {
	if (dialog?.kind !== 'jobs') return -1;
	const {workId} = dialog;
	return workId === undefined ? 0 : allWork(state).findIndex(({id}) => id === workId);
}

/** Returns the current row of the jobs dialog. */
export const currentWork = (state: Pick<State, 'jobs' | 'watches' | 'dialog'>): Work | undefined =>
	allWork(state)[placeOfWork(state)];

/** Opens the dialog at this job or watch. */
export const openJobs = ({store, clock}: Services, workId: string | undefined): void =>
	store.dispatch({type: 'dialog/opened', dialog: {kind: 'jobs', openedAt: clock.now(), workId, top: 0}});

export type JobsView = {
	title: string;
	note: string;
	/** Columns, including the frame. */
	width: number;
	rows: readonly (readonly Span[])[];
};

const widest = 110;
/** Maximum rows of the list above the details of the current job. */
const maxJobRows = 5;

/** Returns the jobs and watches, newest first, then as many servers of the current one as fit. */
export function jobsView(
	{
		jobs,
		watches,
		dialog,
		fleet,
		view,
		scheduled,
	}: Pick<State, 'jobs' | 'watches' | 'dialog' | 'fleet' | 'view' | 'scheduled'>,
	{settings, keymap}: Pick<Services, 'settings' | 'keymap'>,
	{now, cursor}: {now: number; cursor: string},
): JobsView {
	const render: Render = text => renderWithKeys(text, keymap);
	const {columns, rows} = view.size;
	const {top, gate} = dialog?.kind === 'jobs' ? dialog : {top: 0};
	const all = allWork({jobs, watches});
	const at = placeOfWork({jobs, watches, dialog});
	const work = all[at];
	const rest = work?.kind === 'job' ? commandLineOfRest(settings, fleet.servers, work.job) : undefined;
	const width = Math.min(columns, widest);
	const first = windowTop(0, at, maxJobRows, all.length);
	const heads = all.slice(first, first + maxJobRows).flatMap((work, index): Span[][] => {
		const sign = first + index === at ? cursor : ' ';
		return work.kind === 'job'
			? wrapSpans(headOf(work.job, progressOf({fleet}, work.job), {sign, now}), width - 4, 2)
			: [watchHead(work.watch, sign, now)];
	});
	const faint = (text: Message) =>
		wrap(render(text), width - 4).map((row): Span[] => [{text: row, tone: 'faint'}]);
	const due = dueActions({fleet, scheduled}, now, view.time === 'utc').flatMap(faint);
	const room = Math.max(1, rows - 4);
	const body = work
		? bodyOf(work, {
				known: {fleet, view},
				render,
				now,
				rest,
				rows,
				heads: heads.length + due.length,
				width,
				top,
				room,
				gate,
				cursor,
			})
		: [];
	const none = [...due, ...(due.length > 0 ? [[]] : []), ...faint(jobsDialogMessages.none)];
	const hints = [...(work ? hintsOf(work, {fleet, scheduled, jobs}, gate) : []), key('jobs.leave')].map(
		render,
	);
	const hintRows = wrapHints(hints, width - 4);
	const title = jobsDialogMessages.title(all.length);
	// The frame has room for a row of them beside its title.
	const isNote = hintRows.length <= 1 && widthOf(hintRows.join('') + title) <= width - 8;
	const list = (all.length === 0 ? none : [...heads, ...due, [], ...body]).slice(
		0,
		isNote ? room : Math.max(1, room - hintRows.length),
	);
	return {
		title,
		note: isNote ? hintRows.join('') : '',
		width,
		rows: isNote ? list : [...list, ...hintRows.map((text): Span[] => [{text, tone: 'faint'}])],
	};
}

type Render = (text: Message) => string;

/** Maximum rows for acts that are due; all are in the dashboard. */
const maxDue = 3;

/** Returns the stops and restarts that are scheduled, which are no jobs, in sentences: the next ones first. */
function dueActions(
	{fleet, scheduled}: Pick<State, 'fleet' | 'scheduled'>,
	now: number,
	isUtc: boolean,
): Message[] {
	const all = [...new Set([...scheduled.tasks.keys(), ...scheduled.own.keys()])]
		.flatMap(id => {
			const action = scheduledActionOf(scheduled, id);
			return action && fleet.servers.has(id) ? [{id, action}] : [];
		})
		.sort((one, other) => one.action.at - other.action.at);
	return [
		...all
			.slice(0, maxDue)
			.map(({id, action}) =>
				jobsDialogMessages.due(serverName(fleet, id), scheduledSentence(action, now, isUtc)),
			),
		...(all.length > maxDue ? [jobsDialogMessages.moreDue(all.length - maxDue)] : []),
	];
}

/** Puts the spans into as many rows as they need; rows below the first are indented. */
function wrapSpans(spans: readonly Span[], width: number, indent: number): Span[][] {
	const rows: Span[][] = [[]];
	const below: Span = {text: ' '.repeat(indent), tone: 'plain'};
	for (const span of spans) {
		const row = rows.at(-1) ?? [];
		if (widthOfSpans(row) + widthOf(span.text.trimEnd()) <= width) row.push(span);
		else if (widthOf(span.text) <= width - indent)
			rows.push([below, {...span, text: span.text.replace(/^[, ]+/, '')}]);
		else {
			const [first = '', ...rest] = wrap(span.text, Math.max(1, width - Math.max(indent, widthOfSpans(row))));
			row.push({...span, text: first});
			for (const text of wrap(rest.join(' '), width - indent))
				if (text !== '') rows.push([below, {...span, text}]);
		}
	}
	return rows;
}

function hintsOf(work: Work, state: KnownToRepair, gate: string | undefined): readonly Message[] {
	if (work.kind === 'watch') return jobsDialogMessages.watchKeys(isRunning(work.watch), work.watch.isPaused);
	return usefulKeys(state, work.job, gate).map(({id, word}) => jobsDialogMessages.keyFor(id, word));
}

/** Puts as many hints into each row as fit, and never half of one. */
function wrapHints(hints: readonly string[], width: number): string[] {
	const rows: string[] = [];
	for (const hint of hints) {
		const longer = rows.length === 0 ? hint : `${rows.at(-1)}  ${hint}`;
		if (rows.length === 0 || widthOf(longer) > width) rows.push(hint);
		else rows[rows.length - 1] = longer;
	}
	return rows;
}

type Look = {
	known: Pick<State, 'fleet' | 'view'>;
	render: Render;
	now: number;
	/** Command line for the servers to which the job has sent nothing. */
	rest: string | undefined;
	rows: number;
	heads: number;
	width: number;
	top: number;
	room: number;
	/** The chosen server at its gate, and the sign before its name. */
	gate: string | undefined;
	cursor: string;
};

function bodyOf(
	work: Work,
	{known, render, now, rest, rows, heads, width, top, room, gate, cursor}: Look,
): Span[][] {
	if (work.kind === 'job') {
		const restRows = rest === undefined ? [] : wrap(jobsDialogMessages.rest(rest), width - 4);
		const place = Math.max(3, rows - heads - 7 - restRows.length);
		const steps = stepLines({job: work.job, known, render, now, room: place, width, gate, cursor});
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
	cut: 'failure',
};

/** The bar has the servers that are over; after it, the server whose turn is next while the job may still go on. */
function headOf(job: Job, progress: string, {sign, now}: {sign: string; now: number}): Span[] {
	const next = isOpen(job) ? nextStep(job) : undefined;
	const part = countOver(job) / Math.max(1, job.steps.length);
	const leftMs = job.status === 'running' ? timeLeft(part, now - job.startedAt) : undefined;
	return [
		{text: `${sign} ${jobTitle(job)}  `, tone: 'title'},
		{text: `${jobMessages.statuses[job.status]} `, tone: words[job.status]},
		{text: `${barOf(part)} `, tone: 'plain'},
		{text: jobsDialogMessages.started(progress, now - job.startedAt, leftMs), tone: 'faint'},
		...(next ? [{text: jobsDialogMessages.next(next.name), tone: 'faint'} as const] : []),
	];
}

const tones: Record<StepStatus, Tone> = {
	waiting: 'faint',
	sending: 'changing',
	gate: 'changing',
	done: 'online',
	failed: 'offline',
	unknown: 'unknown',
	skipped: 'faint',
};

type Steps = {
	job: Job;
	known: Pick<State, 'fleet' | 'view'>;
	render: Render;
	now: number;
	room: number;
	width: number;
	gate: string | undefined;
	cursor: string;
};

/**
Returns a line per server. If not all fit, servers in progress come first, then failed ones. If several wait for their
gates, the one that the keys decide about is highlighted.
*/
function stepLines({job, known, render, now, room, width, gate, cursor}: Steps): Span[][] {
	const rank = ({status}: JobStep) =>
		isOver({status}) ? (status === 'done' ? 3 : 1) : status === 'waiting' ? 2 : 0;
	const most = Math.max(1, room);
	const chosen = gateSteps(job).length > 1 ? gateStep(job, gate) : undefined;
	const all = job.steps.length > most ? job.steps.toSorted((a, b) => rank(a) - rank(b)) : job.steps;
	const top = chosen && job.steps.length > most ? Math.max(0, all.indexOf(chosen) - most + 2) : 0;
	const steps = job.steps.length > most ? all.slice(top, top + most - 1) : all;
	const left = job.steps.length - steps.length;
	const warning = warningOf(job, known);
	const names = Math.min(maxName, widestOf(steps.map(({name}) => name)));
	return [
		...(warning === undefined ? [] : wrapSpans([{text: render(warning), tone: 'warning'}], width - 4, 0)),
		...linesOfSteps(
			steps.map(step => {
				const sign = gateSteps(job).length > 1 ? `${step === chosen ? cursor : ' '} ` : '';
				return stepLine(step, known, {job, now, names, width, sign, isChosen: step === chosen});
			}),
			{width: width - 4, indent: names + 1, most},
		),
		...(left > 0 ? [[{text: jobsDialogMessages.moreSteps(left), tone: 'faint'} as const]] : []),
	];
}

/** Texts continue below their line if there is room for all of them. */
function linesOfSteps(
	lines: readonly Span[][],
	{width, indent, most}: {width: number; indent: number; most: number},
): readonly Span[][] {
	const wrapped = lines.flatMap(line => wrapSpans(line, width, indent));
	return wrapped.length <= most ? wrapped : lines;
}

/** Returns why a job waits, or the requests that it did not send. */
function warningOf(job: Job, known: Pick<State, 'fleet' | 'view'>): Message | undefined {
	const stopper = job.steps.find(({serverId}) => serverId === job.stoppedBy);
	if (job.status === 'paused' && job.suspendedMs !== undefined)
		return jobsDialogMessages.waits(suspensionMessages.was(job.suspendedMs));
	if (job.status === 'paused' && stopper)
		return jobsDialogMessages.waits(jobTexts.problemOf(stopper.name, jobTexts.step(stopper, job)));
	return needsAttention(known, job) ? summaryOf(known, job, known.view.time === 'utc') : undefined;
}

const maxName = 24;
/** The width of a screen with room for a bar beside its label. */
const widthWithBar = 100;

type StepRoom = {job: Job; now: number; names: number; width: number; sign: string; isChosen: boolean};

function stepLine(
	step: JobStep,
	{fleet}: Pick<State, 'fleet'>,
	{job, now, names, width, sign, isChosen}: StepRoom,
): Span[] {
	const {status, name, at, serverId} = step;
	const state = fleet.servers.get(serverId)?.state;
	const gate = gateProgress({fleet}, step, now);
	const isBad = status === 'failed' || status === 'unknown';
	const since = isOver(step) || status === 'waiting' ? '' : ` ${formatDuration(now - at)}`;
	const present = isBad && state !== undefined ? jobsDialogMessages.stateNow(state) : '';
	return [
		{text: `${sign}${fit(name, names, 'middle')} `, tone: isChosen ? 'titleFocused' : 'plain'},
		{text: `${fit(status, 8)} `, tone: tones[status]},
		gate
			? {
					text: jobTexts.gate(
						gate,
						'short',
						width < widthWithBar ? '' : ` ${barOf(gate.elapsedMs / gate.withinMs)}`,
					),
					tone: gate.isFailing ? 'warning' : 'faint',
				}
			: {text: `${jobTexts.step(step, job)}${since}${present}`, tone: 'faint'},
	];
}
