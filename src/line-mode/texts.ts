import {withoutSectionSigns} from '../lib/text/section-signs.ts';
import type {GameServer} from '../contract/models/server.ts';
import {shownState} from '../app/servers/server-labels.ts';
import {type ChatEntry, isSentKind} from '../app/chat/chat-state.ts';
import {chatText, speakerOf} from '../app/chat/chat-screen.ts';
import {nameOf} from '../actions/names.ts';
import {crashedText, isAcknowledged} from '../app/servers/alerts.ts';
import {flappingServers} from '../app/servers/crashes.ts';
import {phasesById} from '../app/servers/fleet-values.ts';
import type {ShownPhase} from '../app/kernel/state/shown-phases.ts';
import type {FleetState} from '../app/servers/fleet.ts';
import {sinceText} from '../app/servers/shown-fleet.ts';
import {
	lineConsoleMessages,
	lineFleetMessages,
	lineMessages,
	lineWorkMessages,
} from '../messages/line-mode.ts';
import {consoleMessages} from '../messages/console.ts';
import {serverMessages} from '../messages/server-list.ts';
import {isTimeout} from '../contract/errors.ts';
import {linesBelow} from '../app/kernel/state/failure.ts';
import {elsewhereWords, isCut, noAnswer} from '../app/console/record/outcome.ts';
import type {CommandLine, OutputLine} from '../app/console/record/lines.ts';
import {suspensionMessages} from '../messages/watch.ts';
import type {Job, JobStep} from '../contract/models/job.ts';
import {needsAttention, progressOf, summaryOf} from '../app/jobs/job-report.ts';
import {gateProgress} from '../app/jobs/gates.ts';
import {isOver} from '../app/jobs/jobs-state.ts';
import {type GateProgress, jobMessages, jobTexts, jobTitle} from '../messages/jobs.ts';
import type {State} from '../app/state.ts';
import type {Watch} from '../app/watch/watches.ts';
import {watchState} from '../app/watch/watch-rows.ts';
import type {Work} from '../app/jobs/jobs-view.ts';

const phaseWords: Record<ShownPhase, string> = {
	stopped: 'STOPPED',
	hung: 'HUNG',
	online: 'UP',
	offline: 'DOWN',
	changing: 'BUSY',
	unknown: 'UNKNOWN',
};

export const phaseWord = (fleet: FleetState, id: string): string =>
	phaseWords[phasesById(fleet).get(id) ?? 'unknown'];

/** For example `DOWN ark-rag-1, OFFLINE, seen 12 minutes ago`. */
export const stateLine = (fleet: FleetState, server: GameServer, now: number): string =>
	`${phaseWord(fleet, server.id)} ${nameOf(server)}, ${stateFacts(fleet, server, now)}`;

/** For example `ark-rag-1, DOWN, OFFLINE, seen 12 minutes ago`. */
export const serverLine = (fleet: FleetState, server: GameServer, now: number): string =>
	`${nameOf(server)}, ${phaseWord(fleet, server.id)}, ${stateFacts(fleet, server, now)}`;

function stateFacts(fleet: FleetState, server: GameServer, now: number): string {
	const {state, expected} = shownState(fleet, server.id);
	const hope = expected ? lineFleetMessages.expected : '';
	const since = sinceText(fleet.since.get(server.id), now, 'spoken');
	const known = isAcknowledged(fleet, server.id) ? ', acknowledged' : '';
	const crashes = flappingServers(fleet.crashes).get(server.id);
	const falls = crashes ? `, ${crashedText(crashes)}` : '';
	// Omit the service's state if it is the same word.
	const word = state === phaseWord(fleet, server.id) ? '' : `${state ?? serverMessages.noState}${hope}, `;
	const why = [server.problem, server.consoleProblem]
		.map(text => (text === undefined ? '' : `, ${text.replace(/\.$/, '')}`))
		.join('');
	return `${word}${since === '' ? lineFleetMessages.sinceUnknown : since}${falls}${known}${why}`;
}

const maxNames = 8;

/** Joins names as `a, b and c`; a long list is truncated with the number of remaining names. */
export function namesWords(names: readonly string[]): string {
	const more = names.length - maxNames;
	const shown = more > 0 ? names.slice(0, maxNames) : names;
	const last = more > 0 ? lineFleetMessages.moreNames(more) : shown.at(-1);
	const others = more > 0 ? shown : shown.slice(0, -1);
	if (last === undefined) return '';
	return others.length === 0 ? last : lineFleetMessages.namesAnd(others.join(', '), last);
}

/** The printed text of a command: subject and status, the lines of its answer, and other lines. */
export type EntryText = {head: string; answer?: readonly string[]; besides?: readonly string[]};

/** Returns the lines of an entry. A one-line answer follows the heading; a longer one starts below it. */
export function linesOfEntry({head, answer, besides = []}: EntryText): readonly string[] {
	if (!answer) return [head, ...besides];
	const [only = '', ...others] = answer;
	return others.length === 0
		? [`${head}: ${only}`]
		: [lineMessages.headOfLines(head, answer.length), ...answer];
}

/** Returns the heading, with the number of lines of a longer answer. */
export const headOfEntry = ({head, answer}: EntryText): string =>
	answer && answer.length > 1 ? lineConsoleMessages.lineCount(head, answer.length) : head;

/**
Returns the outcome of a command with the server in the heading: `ANSWER ark-isl-1, 214 ms`. undefined while there
is nothing to report.
*/
export function outcomeText(line: CommandLine, server: string): EntryText | undefined {
	const {status, origin, latencyMs} = line;
	// The user who stopped it already knows.
	if (status === 'pending' || status === 'recalled' || status === 'abandoned') return undefined;
	return status === 'answered' && origin !== 'other'
		? answerText(lineConsoleMessages.answer(server, tookWords(latencyMs)), line)
		: entryText(line, server);
}

const tookWords = (ms: number | undefined) =>
	ms === undefined ? '' : lineConsoleMessages.took(Math.round(ms));

/** Returns the entry with its command, for printing later: `YOU ark-isl-1, ListPlayers, 214 ms`. */
export function entryText(line: CommandLine, server: string): EntryText {
	const {command, status, origin, latencyMs, elsewhere, by} = line;
	const about = `${server}, ${command}`;
	const where = elsewhere ? `, ${elsewhereWords[elsewhere]}` : '';
	switch (status) {
		case 'pending':
			return {head: lineConsoleMessages.waiting(about)};
		case 'recalled':
			return {head: lineConsoleMessages.recalled(about)};
		case 'abandoned':
			return {head: lineConsoleMessages.abandoned(about)};
		case 'queued':
			return {head: lineConsoleMessages.queued(about, line.ahead ?? 0)};
		case 'sent':
			return {head: lineConsoleMessages.sent(about)};
		case 'answered':
			return answerText(
				origin === 'other'
					? lineConsoleMessages.other(about, by)
					: lineConsoleMessages.you(about, tookWords(latencyMs), where),
				line,
			);
		case 'late': {
			const after = latencyMs === undefined ? '' : lineConsoleMessages.lateBy(latencyMs);
			const by = line.matched === 'id' ? lineConsoleMessages.matchedById : lineConsoleMessages.matchedByText;
			return answerText(lineConsoleMessages.lateAnswer(about, after, by), line);
		}
		case 'timeout':
		case 'failed':
			return failure(line, about);
	}
}

function failure({status, failure, timeoutMs}: CommandLine, about: string): EntryText {
	const isLate = failure !== undefined && isTimeout(failure);
	const after = timeoutMs === undefined ? '' : lineConsoleMessages.afterSeconds(timeoutMs / 1000);
	const [word, outcome] =
		status === 'failed'
			? ['FAILED', lineConsoleMessages.notDone]
			: isCut({failure})
				? [lineMessages.answerCut, lineConsoleMessages.incomplete]
				: isLate
					? ['TIMEOUT', lineConsoleMessages.noAnswer(after)]
					: [lineMessages.outcomeUnknown, lineConsoleMessages.mayHaveRun];
	const key = failure?.key === undefined ? '' : ` [${failure.key}]`;
	const words = failure ? `. ${failure.title}${key} ${failure.hint ?? ''}`.trimEnd() : '';
	const besides = failure ? linesBelow(failure) : [];
	return {head: `${word} ${about}, ${outcome}${words}`, besides};
}

function answerText(words: string, {response, endedBySilence}: CommandLine): EntryText {
	const head = [words, ...(endedBySilence ? [consoleMessages.entry.endedBySilence] : [])].join(', ');
	if (response === undefined) return {head, answer: [noAnswer]};
	const text = withoutSectionSigns(response).trimEnd().replace(/^\n+/, '');
	return {head, answer: text.trim() === '' ? [lineMessages.noOutput] : text.split('\n')};
}

/** Returns an answer to the user in time as its game wrote it; undefined for everything that needs a heading. */
export const plainAnswer = (line: CommandLine): readonly string[] | undefined =>
	line.status === 'answered' && line.origin === 'me' && !line.endedBySilence
		? answerText('', line).answer
		: undefined;

/** The same of unsolicited output: the lines of chat and of the game. */
export const plainPrinted = (line: OutputLine, server: string): string =>
	line.printed.kind === 'omitted' ? printedText(line, server) : withoutSectionSigns(line.printed.text);

/** Returns a line of unsolicited game output. */
export const printedText = ({printed}: OutputLine, server: string): string =>
	printed.kind === 'omitted'
		? lineConsoleMessages.omitted(server, printed.count)
		: lineConsoleMessages.printed(server, printed.kind, withoutSectionSigns(printed.text));

/** A line of chat, as announced and listed. */
export const chatLineText = (entry: ChatEntry): string =>
	lineConsoleMessages.chatLine(
		entry.server,
		isSentKind(entry.kind) ? speakerOf(entry) : entry.player,
		chatText(entry),
	);

/** Announces changes of jobs, one per line. */
export function announceJobs({jobs: before}: Pick<State, 'jobs'>, state: State): string[] {
	if (before === state.jobs) return [];
	return state.jobs.flatMap(job => {
		const old = before.find(({id}) => id === job.id);
		return old === job ? [] : [...stepLines(old, job), ...statusLines(old, job, state)];
	});
}

const stepWords: Record<JobStep['status'], string> = {
	waiting: 'waiting',
	sending: 'started',
	gate: 'sent',
	done: 'done',
	failed: 'FAILED',
	unknown: lineMessages.outcomeUnknown,
	skipped: lineWorkMessages.leftOut,
};

function stepLines(old: Job | undefined, job: Job): string[] {
	return job.steps.flatMap((step, index) => {
		if (step.status === 'waiting' || step.status === old?.steps[index]?.status) return [];
		const over = job.steps.filter(isOver).length;
		const place = isOver(step) ? lineWorkMessages.place(over, job.steps.length) : '';
		return [lineWorkMessages.step(jobTitle(job), stepWord(job, step), place)];
	});
}

function stepWord(job: Job, step: JobStep, gate?: GateProgress): string {
	const {name, status} = step;
	const text = gate ? jobTexts.gate(gate, 'spoken') : jobTexts.step(step, job);
	const more = text === '' || text === stepWords[status] ? '' : `, ${text}`;
	return `${name} ${stepWords[status]}${more}`;
}

function statusLines(old: Job | undefined, job: Job, known: State): string[] {
	const {status} = job;
	if (status === (old?.status ?? 'running')) return [];
	const next = status === 'paused' ? lineWorkMessages.pausedNext : '';
	const words = jobMessages.statuses[status];
	// A notice reports the end of a job without failures.
	const hasCome = status === 'aborted' || needsAttention(known, job);
	return [
		lineWorkMessages.status(jobTitle(job), words, reasonOf(job), next),
		...(hasCome ? [lineWorkMessages.summary(summaryOf(known, job, known.view.time === 'utc'))] : []),
	];
}

/** Returns why a job was paused. */
function reasonOf(job: Job): string | undefined {
	const {stoppedBy, steps, suspendedMs} = job;
	if (suspendedMs !== undefined) return suspensionMessages.was(suspendedMs);
	const step = steps.find(({serverId}) => serverId === stoppedBy);
	return step && jobTexts.problemOf(step.name, jobTexts.step(step, job));
}

/** What the lines of jobs depend on; `now` in epoch ms. */
type Known = Pick<State, 'fleet'> & {now: number};

/**
For example `JOB 2, Restart of 3 servers, running, 1/3 done`, `WATCH 1, ListPlayers every 30 seconds on ark-1, …`.
*/
export function workLine(known: Known, work: Work, number: number): string {
	if (work.kind === 'watch') {
		const {command, everyMs, targets, changes} = work.watch;
		const on = namesWords(targets.map(({name}) => name));
		return lineWorkMessages.watch(
			number,
			command,
			Math.round(everyMs / 1000),
			on,
			changes,
			watchText(work.watch, known.now),
		);
	}
	const {job} = work;
	const status = jobMessages.statuses[job.status];
	const reason = job.status === 'paused' ? reasonOf(job) : undefined;
	return lineWorkMessages.job(number, jobTitle(job), status, progressOf(known, job, 'spoken'), reason);
}

/** Returns the line of a job or watch, with the result of each server. */
export function workLines(known: Known, work: Work, number: number): string[] {
	const head = workLine(known, work, number);
	if (work.kind === 'job')
		return [
			head,
			...work.job.steps.map(step => stepWord(work.job, step, gateProgress(known, step, known.now))),
		];
	return [
		head,
		...work.watch.targets
			.map(({name, now: result}) => `${name}: ${result?.text ?? lineWorkMessages.noAnswerYet}`)
			.flatMap(text => text.split('\n')),
	];
}

const watchText = (watch: Watch, now: number) => watchState(watch, now, 'spoken');
