import {changedLines, fewerLines, type ChangedLine} from '../../core/watch/changes.ts';
import {everyText, watchState} from '../../core/watch/words.ts';
import {isRunning, type Watch, type WatchTarget} from '../../core/state/watches.ts';
import {spanText} from '../../lib/ago.ts';
import {cut} from '../../lib/width.ts';
import type {Span} from '../theme/tokens.ts';

/** Its row in the list of what goes on. */
export const watchHead = (watch: Watch, cursor: string, now: number): Span[] => [
	{text: `${cursor} Watch ${cut(watch.command, 30)} ${everyText(watch)}  `, tone: 'title'},
	isRunning(watch) ? {text: 'running  ', tone: 'changing'} : {text: 'over  ', tone: 'done'},
	{text: `changes ${watch.changes}  begun ${spanText(now - watch.startedAt)} ago`, tone: 'faint'},
];

/** What each server says, the newest against the time before: a `*` before each line with something new in it. */
export function watchRows(watch: Watch, now: number, width: number): Span[][] {
	const names = watch.targets.length > 1 ? `${watch.targets.length} servers` : watch.targets[0]?.name;
	return [
		[{text: cut(`on ${names ?? 'no server'}: ${watchState(watch, now)}`, width), tone: 'faint'}],
		...watch.targets.flatMap(target => targetRows(target, now)),
	];
}

function targetRows(target: WatchTarget, now: number): Span[][] {
	const {name, changedAt, now: result} = target;
	const age = result ? `  ${spanText(now - result.at)} ago` : '';
	const changed = changedAt === undefined ? '' : `  changed ${spanText(now - changedAt)} ago`;
	const head: Span[] = [
		{text: name, tone: 'title'},
		{text: age, tone: 'faint'},
		{text: changed, tone: 'warning'},
	];
	if (!result) return [head, [{text: '  not asked yet, or waiting for its answer', tone: 'pending'}]];
	if (result.kind === 'problem') return [head, [{text: `  ${result.text}`, tone: 'timeout'}]];
	const fewer = fewerLines(target.lastSaid, result.text);
	return [
		head,
		...linesOf(target.lastSaid, result.text).map(lineSpans),
		...(fewer > 0 ? [[{text: `* ${fewer} lines fewer than before`, tone: 'warning'} as const]] : []),
	];
}

function lineSpans({pieces, isNew}: ChangedLine): Span[] {
	return [
		{text: isNew ? '* ' : '  ', tone: 'warning'},
		...pieces.map((piece): Span => ({text: piece.text, tone: piece.isNew ? 'changed' : 'response'})),
	];
}

/** Painted every second, compared once. */
const known = new Map<string, {before: string | undefined; lines: readonly ChangedLine[]}>();
const mostKnown = 100;

function linesOf(before: string | undefined, now: string): readonly ChangedLine[] {
	const found = known.get(now);
	if (found && found.before === before) return found.lines;
	const text = now === '' ? '(no output)' : now;
	const lines = changedLines(before, text);
	if (known.size >= mostKnown) known.clear();
	known.set(now, {before, lines});
	return lines;
}
