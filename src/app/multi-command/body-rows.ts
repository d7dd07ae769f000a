import {memoize} from '../../lib/memoize.ts';
import {wrap} from '../../lib/width.ts';
import type {Outcome} from '../console/outcome.ts';
import type {Group} from './groups.ts';
import type {ResultRow} from './result-row.ts';
import type {Tone} from '../kernel/spans.ts';
import {consoleMessages} from '../../messages/console.ts';
import {resultMessages} from '../../messages/results.ts';

/** `base` is the largest group; `maxRows` is the number of rows available. */
export type Body = {base: Group | undefined; maxRows: number; chosen: boolean; width: number};

type BodyLine = {text: string; isOwn: boolean};

/**
Renders the answer of a group, with a `+` before lines that the largest group does not have. If there is not enough
room, only those lines are shown, because they matter most; the highlighted group is shown from the beginning.
*/
export function bodyRows(group: Group, {base, maxRows, chosen, width}: Body): ResultRow[] {
	const {key, kind, outcome, text} = group;
	if (kind === 'open' || (kind === 'problem' && text === '')) return [];
	const all = linesOf(outcome, wordsFor(text), base && base !== group ? base.text : undefined);
	const own = all.filter(({isOwn}) => isOwn);
	const lines = !chosen && all.length > maxRows && own.length > 0 ? own : all;
	// Wraps no more lines than can be shown.
	const rows = lines.slice(0, maxRows).flatMap(({text: line, isOwn}) =>
		wrap(line, Math.max(8, width - indent)).map((row, part) => ({
			text: (part === 0 && isOwn ? '    + ' : '      ') + row,
			isOwn,
		})),
	);
	const tone: Tone = kind === 'problem' ? 'failure' : wordsFor(text) === text ? 'response' : 'faint';
	const body = rows.slice(0, maxRows).map((row, index): ResultRow => ({
		key: `${key} ${index}`,
		segments: [{text: row.text, tone: row.isOwn ? 'command' : tone}],
	}));
	const left = all.length - Math.min(lines.length, maxRows) + Math.max(0, rows.length - maxRows);
	return left > 0 ? withRest(body, {key, left, maxRows, chosen}) : body;
}

const indent = 6;

function withRest(
	body: readonly ResultRow[],
	{key: group, left, maxRows, chosen}: {key: string; left: number; maxRows: number; chosen: boolean},
): ResultRow[] {
	// On a low screen, the omitted lines do not get a row of their own.
	const [first] = body;
	if (maxRows === 1 && first) {
		return [
			{key: first.key, segments: [...first.segments, {text: resultMessages.moreInRow(left), tone: 'faint'}]},
		];
	}
	return [
		...body,
		{key: `${group}:more`, segments: [{text: resultMessages.moreRows(left, chosen), tone: 'faint'}]},
	];
}

/** ARK's answer to a command without output. */
const silentAnswer = /^Server received, But no response!!\s*$/i;

function wordsFor(text: string): string {
	if (text.trim() === '') return consoleMessages.answer.none;
	return silentAnswer.test(text) ? consoleMessages.answer.done : text;
}

/**
Long answers are split once, not for each frame. The outcome is a parameter because it identifies the cached result.
*/
const linesOf = memoize((_outcome: Outcome, text: string, base: string | undefined): readonly BodyLine[] => {
	const usual = new Set(base?.split('\n'));
	const lines = text.split('\n').map((line): BodyLine => ({
		text: line,
		isOwn: base !== undefined && line.trim() !== '' && !usual.has(line),
	}));
	// If no line is shared, signs before every line would mean nothing.
	const shares = lines.some(({text: line, isOwn}) => !isOwn && line.trim() !== '');
	return shares ? lines : lines.map(line => ({...line, isOwn: false}));
});
