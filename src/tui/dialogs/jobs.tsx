import {fitSpans, type Span, type Tone} from '../../app/kernel/spans.ts';
import {renderWithKeys} from '../../app/kernel/keymap/keymap.ts';
import {commandLineOfRest} from '../../app/jobs/run-rolling.ts';
import {
	isOpen,
	isOver,
	jobProgress,
	type Job,
	type JobStep,
	type StepStatus,
} from '../../app/jobs/jobs-state.ts';
import {formatDuration} from '../../lib/ago.ts';
import {isRunning} from '../../app/watch/watches.ts';
import {allWork, type Work} from '../../app/jobs/job-rows.ts';
import {fit, wrap} from '../../lib/width.ts';
import {useTui, useSelect, useShown} from '../hooks.ts';
import {Frame, Framed} from '../parts/frame.tsx';
import {Line} from '../parts/line.tsx';
import {windowTop} from '../panes/window-top.ts';
import {watchHead, watchRows} from '../../app/watch/watch-rows.ts';
import {key, type Message} from '../../messages/text.ts';
import {jobsDialogMessages} from '../../messages/tui-dialogs.ts';

const widest = 110;
/** Rows of the list above the one under the cursor. */
const mostHeads = 5;

/**
What is under way on several servers and what is watched, the newest first, with each server of the one under the
cursor.
*/
export function Jobs() {
	const {theme, services} = useTui();
	const render: Render = text => renderWithKeys(text, services.keymap);
	const jobs = useSelect(state => state.jobs);
	const watches = useSelect(state => state.watches);
	const dialog = useSelect(state => state.dialog);
	const fleet = useSelect(state => state.fleet);
	const {columns, rows} = useSelect(state => state.view.size);
	const now = useShown(second => second);
	const at = dialog?.kind === 'jobs' ? dialog.at : 0;
	const top = dialog?.kind === 'jobs' ? dialog.top : 0;
	const all = allWork({jobs, watches});
	const work = all[at];
	const rest =
		work?.kind === 'job' ? commandLineOfRest(services.settings, fleet.servers, work.job) : undefined;
	const width = Math.min(columns, widest);
	const first = windowTop(0, at, mostHeads, all.length);
	const heads = all.slice(first, first + mostHeads).map((given, index): Span[] => {
		const cursor = first + index === at ? theme.glyphs.cursor : ' ';
		return given.kind === 'job' ? headOf(given.job, cursor, now) : watchHead(given.watch, cursor, now);
	});
	const room = Math.max(1, rows - 4);
	const lines: Span[][] =
		all.length === 0
			? [[{text: render(jobsDialogMessages.none), tone: 'faint'}]]
			: [
					...heads,
					[],
					...(work ? bodyOf(work, {render, now, rest, rows, heads: heads.length, width, top, room}) : []),
				];
	const shown = lines.slice(0, room);
	const height = shown.length + 2;
	const rect = {
		x: Math.floor((columns - width) / 2),
		y: Math.max(0, Math.floor((rows - height) / 2)),
		width,
		height,
	};
	return (
		<Frame
			rect={rect}
			title={jobsDialogMessages.title(all.length)}
			note={render(work ? notes(work) : key('jobs.leave'))}
		>
			{shown.map((spans, place) => (
				<Framed key={rowKey(spans, place)} width={width}>
					<Line spans={fitSpans(spans, width - 4)} />
				</Framed>
			))}
		</Frame>
	);
}

/** Rows stay in their places; what stands in them changes. */
const rowKey = (spans: readonly Span[], place: number) => `${place} ${spans[0]?.text ?? ''}`;

type Render = (text: Message) => string;

const notes = (work: Work): Message => {
	if (work.kind === 'watch') return jobsDialogMessages.watchKeys(isRunning(work.watch));
	const {job} = work;
	if (isOpen(job)) return jobsDialogMessages.openJobKeys(job.status === 'paused');
	return job.act === 'stop' ? jobsDialogMessages.stoppedJobKeys : key('jobs.leave');
};

type Look = {
	render: Render;
	now: number;
	/** What a job has not sent, as a command. */
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
	{text: jobsDialogMessages.begun(jobProgress(job), now - job.startedAt), tone: 'faint'},
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

/** What is under way and what failed first, where not all have room. */
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
