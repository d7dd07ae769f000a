import {toneOf, type Activity, activityText} from '../../actions/activity.ts';
import type {AutomationRun} from '../../contract/models/automation.ts';
import {clockText, formatElapsed} from '../../lib/time/ago.ts';
import {plural} from '../../lib/text/plural.ts';
import {durationMs, reasonOf} from '../automations/run.ts';
import type {Tone} from '../kernel/text/spans.ts';
import {type CommandLine, latencyText} from '../console/record/lines.ts';
import {elsewhereWords, statusTones, statusWords} from '../console/record/outcome.ts';
import {nameOf, serverName} from '../../actions/names.ts';
import {phaseOf} from '../../contract/states.ts';
import {automationName, type AutomationsState} from '../automations/automations-state.ts';
import type {State} from '../state.ts';
import type {OtherAction} from './timeline-state.ts';
import {jobProgress} from '../jobs/jobs-state.ts';
import type {Entry} from './entry.ts';
import {consoleMessages} from '../../messages/console.ts';
import {jobMessages, jobTexts, jobTitle} from '../../messages/jobs.ts';
import {briefFailure} from '../kernel/state/failure.ts';
import {timelineMessages} from '../../messages/timeline.ts';

/** The text of an entry in one line, its source or subject in a word, and the outcome of a command or run. */
export type Description = {who: string; text: string; outcome?: string; tone: Tone};

/** Returns text and outcome together. */
export const wholeText = ({text, outcome}: Pick<Description, 'text' | 'outcome'>): string =>
	outcome === undefined ? text : `${text}   ${outcome}`;

/** Returns the current name of an entry's server, or its last one. */
export const serverOf = ({fleet}: Pick<State, 'fleet'>, {serverId, subject}: Entry): string | undefined => {
	if (serverId === undefined) return undefined;
	const server = fleet.servers.get(serverId);
	if (server) return nameOf(server);
	if (subject.what === 'past') return subject.past.server;
	return (subject.what === 'action' ? subject.action.server : undefined) ?? serverName(fleet, serverId);
};

/** `isUtc`: times in the text are in UTC. */
export function describeEntry({subject}: Entry, list: AutomationsState['list'], isUtc: boolean): Description {
	switch (subject.what) {
		case 'line': {
			const {line} = subject;
			if (line.kind === 'command') return describeCommand(line);
			return describeActivity(line.activity);
		}
		case 'bookmark':
			return describeBookmark(subject.bookmark.note);
		case 'action':
			return describeActivity(subject.action.activity, subject.action.elsewhere);
		case 'past': {
			const {past} = subject;
			if (past.kind === 'bookmark') return describeBookmark(past.text);
			if (past.kind === 'note') return describeActivity(past.activity);
			const {to} = past;
			const until = to === undefined ? '' : timelineMessages.events.until(clockText(to, isUtc));
			return {who: 'gap', text: timelineMessages.events.noFeed(until), tone: 'gap'};
		}
		case 'crashes': {
			const {count, from, last} = subject.run;
			const text = timelineMessages.events.crashes(count, formatElapsed(last - from));
			return {who: 'state', text, tone: 'failure'};
		}
		case 'gap': {
			const {gap, isEnd} = subject;
			if (!isEnd) return {who: 'gap', text: timelineMessages.events.feedLost, tone: 'gap'};
			const after =
				gap.to === undefined ? '' : timelineMessages.events.after(formatElapsed(gap.to - gap.from));
			return {who: 'gap', text: timelineMessages.events.feedBack(after, gap.filled), tone: 'gap'};
		}
		case 'job': {
			const {job, isEnd} = subject;
			if (!isEnd) return {who: 'job', text: timelineMessages.events.jobStarted(jobTitle(job)), tone: 'me'};
			const isBad = job.steps.some(({status}) => status === 'failed' || status === 'unknown');
			return {
				who: 'job',
				text: `${jobTitle(job)}: ${jobMessages.statuses[job.status]}, ${jobProgress(job)}`,
				tone: isBad || job.status === 'aborted' ? 'failure' : 'me',
			};
		}
		case 'step': {
			const {job, step} = subject;
			const isBad = step.status === 'failed' || step.status === 'unknown';
			return {
				who: 'job',
				text: `${jobTexts.action(job.action)}: ${jobTexts.step(step, job)}`,
				tone: isBad ? 'failure' : 'me',
			};
		}
		case 'run':
			return describeRun(subject.run, subject.isEnd, list);
		case 'streak': {
			const {count, from, last, latest} = subject.streak;
			const {status, reason, tone} = endOf(latest);
			return {
				who: 'run',
				text: automationName(subject.streak, list),
				outcome: timelineMessages.events.runsEnded(count, status, formatElapsed(last - from), reason),
				tone,
			};
		}
	}
}

function describeActivity(activity: Activity, elsewhere?: OtherAction['elsewhere']): Description {
	const tone = toneOf(activity);
	const where = elsewhere === undefined ? '' : ` (${elsewhereWords[elsewhere]})`;
	const text = activityText(withoutPlayerId(activity)) + where;
	if (activity.type === 'team') return {who: 'team', text, tone: 'other'};
	if (activity.type === 'nodeChange') {
		return {who: 'node', text, tone: phaseOf(activity.to) === 'offline' ? 'offline' : 'note'};
	}
	if (activity.type === 'stateChange') {
		// The console of the server says how it was seen.
		const {from, to} = activity;
		return {who: 'state', text: activityText({...activity, seenBy: undefined}), tone: stateTone(from, to)};
	}
	if (tone === 'state') return {who: 'state', text, tone: 'note'};
	return {who: 'action', text, tone: tone === 'failure' ? 'failure' : 'me'};
}

/** The ID of a player would push out what was done; the console has it. */
function withoutPlayerId(activity: Activity): Activity {
	if (activity.type !== 'action') return activity;
	const {name} = activity.input;
	return name === undefined || !('playerId' in activity.input)
		? activity
		: {...activity, input: {...activity.input, playerId: name}};
}

/** What is down is the loudest, but for what someone stopped. */
function stateTone(from: string | undefined, to: string | undefined): Tone {
	const phase = phaseOf(to);
	if (phase === 'offline') return from === 'STOPPING' ? 'note' : 'offline';
	return phase === 'changing' && to !== 'RESTARTING' ? 'note' : phase;
}

const describeBookmark = (note: string): Description => ({
	who: 'bookmark',
	text: note === '' ? '-'.repeat(12) : note,
	tone: 'gap',
});

function describeCommand(line: CommandLine): Description {
	const outcome = outcomeOf(line);
	const command = line.command.replaceAll('\n', ' ');
	return {
		who: line.origin,
		text: command,
		...(outcome.text !== '' && {outcome: outcome.text}),
		tone: outcome.tone ?? quietTones[line.origin],
	};
}

/** Commands are routine: those of others have no color. */
const quietTones = {me: 'me', probe: 'faint', other: 'plain'} as const;

/** Returns the outcome of a command, without its answer. */
function outcomeOf(line: CommandLine): {text: string; tone?: Tone} {
	const {status, failure, latencyMs, elsewhere, by} = line;
	if (elsewhere) return {text: elsewhereWords[elsewhere]};
	if (status === 'answered' && by !== undefined) return {text: consoleMessages.entry.by(by)};
	if (status === 'answered') return {text: latencyMs === undefined ? '' : latencyText(latencyMs)};
	if (status === 'late') return {text: timelineMessages.events.lateAnswer, tone: 'late'};
	const why =
		status === 'failed' ? `: ${failure ? briefFailure(failure) : timelineMessages.events.unknownReason}` : '';
	return {text: statusWords(status, line) + why, tone: statusTones[status]};
}

function describeRun(run: AutomationRun, isEnd: boolean, list: AutomationsState['list']): Description {
	const name = automationName(run, list);
	if (!isEnd) {
		const count = run.targetIds === undefined ? undefined : Object.keys(run.targetIds).length;
		const targets = count === undefined ? '' : `, ${plural(count, 'target')}`;
		return {who: 'run', text: timelineMessages.events.runStarted(name, targets), tone: 'faint'};
	}
	const took = durationMs(run, 0);
	const {status, reason, tone} = endOf(run);
	const after = took === undefined ? '' : timelineMessages.events.after(formatElapsed(took));
	return {
		who: 'run',
		text: name,
		// Rows are short, and the run has its duration.
		outcome: `${status}${reason === undefined ? after : `: ${reason}`}`,
		tone,
	};
}

function endOf(run: AutomationRun): {status: string; reason: string | undefined; tone: Tone} {
	const {status = 'ended'} = run;
	return status === 'SUCCEEDED'
		? {status, reason: undefined, tone: 'faint'}
		: {status, reason: reasonOf(run), tone: 'failure'};
}
