import {selectedJob} from '../../core/commands/jobs.ts';
import {commandLine, targetWords} from '../../core/forms/same-as.ts';
import {isOpen, isOver, jobProgress, type Job, type JobStep, type StepStatus} from '../../core/state/jobs.ts';
import {spanText} from '../../lib/ago.ts';
import {fit} from '../../lib/width.ts';
import {useDeck, useSelect, useShown} from '../hooks.ts';
import {Frame, Framed} from '../parts/frame.tsx';
import {fitSpans, Line} from '../parts/line.tsx';
import type {Span, Token} from '../theme/tokens.ts';

const widest = 110;

/** What is under way on several servers, the newest first, with each server of the job under the cursor. */
export function Jobs() {
	const {paced, theme} = useDeck();
	const jobs = useSelect(state => state.jobs);
	const dialog = useSelect(state => state.dialog);
	const {columns, rows} = useSelect(state => state.view.size);
	const now = useShown(second => second);
	const at = dialog?.kind === 'jobs' ? dialog.at : 0;
	const job = selectedJob(paced.getState());
	const width = Math.min(columns, widest);
	const heads = jobs
		.toReversed()
		.slice(0, 5)
		.map((given, index): Span[] => headOf(given, index === at ? theme.glyphs.cursor : ' ', now));
	const lines: Span[][] =
		jobs.length === 0
			? [[{text: 'No jobs: mark servers with Space, then S, X, R or B.', tone: 'faint'}]]
			: [...heads, [], ...(job ? stepLines(job, now, Math.max(3, rows - heads.length - 8)) : [])];
	const shown = lines.slice(0, Math.max(1, rows - 4));
	const height = shown.length + 2;
	const rect = {
		x: Math.floor((columns - width) / 2),
		y: Math.max(0, Math.floor((rows - height) / 2)),
		width,
		height,
	};
	return (
		<Frame rect={rect} title={`Jobs ${jobs.length}`} note={job ? notes(job) : 'Esc'}>
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

const notes = (job: Job): string => {
	if (isOpen(job)) return `p ${job.status === 'paused' ? 'go on' : 'pause'}  A abort the rest  Esc`;
	return job.act === 'stop' ? 'S start the same set  Esc' : 'Esc';
};

const words: Record<Job['status'], Token> = {
	running: 'changing',
	paused: 'warning',
	aborted: 'failure',
	done: 'done',
};

const headOf = (job: Job, cursor: string, now: number): Span[] => [
	{text: `${cursor} ${job.title}  `, tone: 'title'},
	{text: `${job.status}  `, tone: words[job.status]},
	{text: `${jobProgress(job)}  begun ${spanText(now - job.startedAt)} ago`, tone: 'faint'},
];

const tones: Record<StepStatus, Token> = {
	waiting: 'faint',
	acting: 'changing',
	gate: 'changing',
	done: 'online',
	failed: 'offline',
	unknown: 'unknown',
	skipped: 'faint',
};

/** What is under way and what failed first, where not all have room. */
function stepLines(job: Job, now: number, room: number): Span[][] {
	const rank = ({status}: JobStep) =>
		isOver({status}) ? (status === 'done' ? 3 : 1) : status === 'waiting' ? 2 : 0;
	const most = Math.max(1, room);
	const steps =
		job.steps.length > most ? job.steps.toSorted((a, b) => rank(a) - rank(b)).slice(0, most - 1) : job.steps;
	const left = job.steps.length - steps.length;
	const rest = job.steps
		.filter(({status}) => status === 'waiting' || status === 'skipped')
		.map(({name}) => name);
	return [
		...(job.reason === undefined ? [] : [[{text: job.reason, tone: 'warning'} as const]]),
		...steps.map((step): Span[] => [
			{text: `${fit(step.name, 24, 'middle')} `, tone: 'plain'},
			{text: `${fit(step.status, 8)} `, tone: tones[step.status]},
			{
				text: `${step.text}${isOver(step) || step.status === 'waiting' ? '' : ` ${spanText(now - step.at)}`}`,
				tone: 'faint',
			},
		]),
		...(left > 0 ? [[{text: `and ${left} more`, tone: 'faint'} as const]] : []),
		...(rest.length > 0
			? [
					[],
					[
						{
							text: `The rest as a command: ${commandLine([...job.restAs.slice(1), ...targetWords(rest)])}`,
							tone: 'faint',
						} as const,
					],
				]
			: []),
	];
}
