import {type AnswerChanges, type ChangedLine, compareAnswers} from './compare-answers.ts';
import {clockText, formatDuration, type TextStyle} from '../../lib/time/ago.ts';
import {cut} from '../../lib/text/width.ts';
import {isRunning, type Watch, type WatchesState, type WatchTarget} from './watches.ts';
import {watchRunMessages} from '../../messages/watch.ts';
import type {Span} from '../kernel/text/spans.ts';
import {jobsDialogMessages, watchRowMessages} from '../../messages/dialogs.ts';

/**
Formats the watches, such as `watch "ListPlayers" every 30s on 2  changes 3  last 03:13:50`; a narrow screen
shows the most important parts. Returns undefined without watches.
*/
export function watchSign(watches: WatchesState, width: number, utc: boolean): string | undefined {
	const running = watches.filter(isRunning);
	const newest = running.at(-1);
	if (!newest) return undefined;
	const others = running.length > 1 ? ` +${running.length - 1}` : '';
	if (width < 60) return watchRunMessages.label.narrow(others, newest.changes);
	const command = `"${cut(newest.command, width < 110 ? 12 : 24)}"`;
	if (width < 110) return watchRunMessages.label.medium(command, newest.changes, others);
	const head = watchRunMessages.label.head(command, everyText(newest), newest.targets.length);
	const last = newest.lastAt === undefined ? '' : watchRunMessages.label.last(clockText(newest.lastAt, utc));
	return watchRunMessages.label.wide(head, newest.changes, last, others);
}

const everyText = ({everyMs}: Pick<Watch, 'everyMs'>): string =>
	watchRunMessages.every(Math.round(everyMs / 1000));

/** Describes the state of a watch: its next run and limits, or why it ended. */
export function watchState(
	{over, calls, budget, endsAt, stopWhen, nextAt, isPaused}: Watch,
	now: number,
	style: TextStyle = 'short',
): string {
	if (over) return watchRunMessages.overSince(formatDuration(now - over.at, style), over.reason);
	const next = isPaused
		? watchRunMessages.paused
		: nextAt === undefined
			? watchRunMessages.asking
			: watchRunMessages.nextIn(formatDuration(Math.max(0, nextAt - now), style));
	const pattern = stopWhen === undefined ? '' : watchRunMessages.orPattern(stopWhen);
	return watchRunMessages.progress(
		next,
		formatDuration(Math.max(0, endsAt - now), style),
		pattern,
		calls,
		budget,
	);
}

/** Returns the row of a watch in the list of jobs. */
export const watchHead = (watch: Watch, cursor: string, now: number): Span[] => [
	{text: `${cursor} ${watchRowMessages.title(cut(watch.command, 30), everyText(watch))}  `, tone: 'title'},
	watch.over
		? {text: 'ended  ', tone: 'done'}
		: watch.isPaused
			? {text: 'paused  ', tone: 'warning'}
			: {text: 'running  ', tone: 'changing'},
	{
		text: jobsDialogMessages.started(watchRowMessages.changes(watch.changes), now - watch.startedAt),
		tone: 'faint',
	},
];

/**
Returns the newest answer of each server compared with the previous one: a `*` precedes each line with new
text. If not all lines fit, unchanged ones are folded.
*/
export function watchRows(watch: Watch, now: number, width: number, height: number): Span[][] {
	const full = rowsOf(watch, now, width, false);
	return full.length > height ? rowsOf(watch, now, width, true) : full;
}

function rowsOf(watch: Watch, now: number, width: number, folded: boolean): Span[][] {
	const {targets} = watch;
	const on = watchRowMessages.on(targets.length, targets[0]?.name, watchState(watch, now));
	return [
		[{text: cut(on, width), tone: 'faint'}],
		...targets.flatMap(target => targetRows(watch, target, now, folded)),
	];
}

function targetRows({command}: Watch, target: WatchTarget, now: number, folded: boolean): Span[][] {
	const {name, changedAt, now: result} = target;
	const age = result ? `  ${watchRowMessages.ago(now - result.at)}` : '';
	const changed = changedAt === undefined ? '' : `  ${watchRowMessages.changedAgo(now - changedAt)}`;
	const head: Span[] = [
		{text: name, tone: 'title'},
		{text: age, tone: 'faint'},
		{text: changed, tone: 'warning'},
	];
	if (!result) return [head, [{text: `  ${watchRowMessages.noAnswerYet}`, tone: 'pending'}]];
	if (result.kind === 'problem') return [head, [{text: `  ${result.text}`, tone: 'timeout'}]];
	const {lines, moves} = changesOf(command, target, result.text);
	return [
		head,
		...(moves === '' ? [] : [[{text: `* ${moves}`, tone: 'warning'} as const]]),
		...(folded ? foldedLines : allLines)(lines),
	];
}

const allLines = (lines: readonly ChangedLine[]): Span[][] => lines.map(lineSpans);

/** Unchanged lines kept around a change. */
const around = 1;

/** Folds long unchanged stretches into a count; an answer without changes stays as it is. */
function foldedLines(lines: readonly ChangedLine[]): Span[][] {
	if (!lines.some(({isNew}) => isNew)) return allLines(lines);
	const isNear = (at: number) =>
		lines.slice(Math.max(0, at - around), at + around + 1).some(({isNew}) => isNew);
	const rows: Span[][] = [];
	let skipped = 0;
	const addSkipped = () => {
		if (skipped > 0) rows.push([{text: `  ${watchRowMessages.unchangedLines(skipped)}`, tone: 'faint'}]);
		skipped = 0;
	};
	for (const [at, line] of lines.entries()) {
		if (!isNear(at)) skipped++;
		else {
			addSkipped();
			rows.push(lineSpans(line));
		}
	}
	addSkipped();
	return rows;
}

function lineSpans({pieces, isNew}: ChangedLine): Span[] {
	return [
		{text: isNew ? '* ' : '  ', tone: 'warning'},
		...pieces.map((piece): Span => ({text: piece.text, tone: piece.isNew ? 'changed' : 'response'})),
	];
}

/** Cached, because the rows are painted every second. */
const compared = new WeakMap<WatchTarget, AnswerChanges>();

function changesOf(command: string, target: WatchTarget, now: string): AnswerChanges {
	const known = compared.get(target);
	if (known) return known;
	const {gameType, lastSaid} = target;
	const changes = compareAnswers({command, gameType}, lastSaid, now === '' ? watchRowMessages.noOutput : now);
	compared.set(target, changes);
	return changes;
}
