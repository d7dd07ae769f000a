import {changedLines, fewerLines, type ChangedLine} from './changes.ts';
import {everyText, watchState} from './watch-labels.ts';
import {isRunning, type Watch, type WatchTarget} from './watches.ts';
import {cut} from '../../lib/width.ts';
import type {Span} from '../kernel/spans.ts';
import {jobsDialogMessages, watchRowMessages} from '../../messages/tui-dialogs.ts';

/** Returns the row of a watch in the list of jobs. */
export const watchHead = (watch: Watch, cursor: string, now: number): Span[] => [
	{text: `${cursor} ${watchRowMessages.title(cut(watch.command, 30), everyText(watch))}  `, tone: 'title'},
	isRunning(watch) ? {text: 'running  ', tone: 'changing'} : {text: 'ended  ', tone: 'done'},
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
		...targets.flatMap(target => targetRows(target, now, folded)),
	];
}

function targetRows(target: WatchTarget, now: number, folded: boolean): Span[][] {
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
	const fewer = fewerLines(target.lastSaid, result.text);
	return [
		head,
		...(folded ? foldedLines : allLines)(linesOf(target, result.text)),
		...(fewer > 0 ? [[{text: `* ${watchRowMessages.fewerLines(fewer)}`, tone: 'warning'} as const]] : []),
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
const compared = new WeakMap<WatchTarget, readonly ChangedLine[]>();

function linesOf(target: WatchTarget, now: string): readonly ChangedLine[] {
	const known = compared.get(target);
	if (known) return known;
	const lines = changedLines(target.lastSaid, now === '' ? watchRowMessages.noOutput : now);
	compared.set(target, lines);
	return lines;
}
