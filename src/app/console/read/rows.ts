import {hasSectionSigns, plainText} from '../../../games/section-signs.ts';
import {coloredTexts} from '../../../lib/text/section-signs.ts';
import {cut, fit, fitRight, widthOf, wrap} from '../../../lib/text/width.ts';
import type {Message} from '../../../messages/text.ts';
import type {Tone} from '../../kernel/text/spans.ts';
import {elsewhereWords, noAnswer, statusTones, statusWords} from '../record/outcome.ts';
import {
	type CommandLine,
	latencyText,
	type Line,
	type NoteLine,
	type OutputLine,
	outputText,
	secondsText,
} from '../record/lines.ts';
import {readAsTable} from '../tables/read-answer-table.ts';
import {tableRows} from '../tables/answer-table.ts';
import {consoleMessages} from '../../../messages/console.ts';
import {toneOf, activityText} from '../../../actions/activity.ts';
import {clockText, formatDuration} from '../../../lib/time/ago.ts';
import type {Gap} from '../../kernel/state/feed-state.ts';
import type {TimeMode} from '../../kernel/state/view-state.ts';
import {failureMessages} from '../../../messages/errors.ts';

/** `color`: as in `Span`. */
export type Segment = {text: Message; tone: Tone; color?: string | undefined};

/** Settings shared by the rows of a console: widths, and how answers are shown. */
export type Columns = {
	width: number;
	time: number;
	indent: number;
	raw: boolean;
	gameType: string | undefined;
};

/** Renders a text below its command, wrapped to the available width. */
const paragraph = (text: string, tone: Tone, columns: Columns) =>
	indentRows(wrap(text, Math.max(8, columns.width - columns.indent)), tone, columns);

function indentRows(rows: readonly Message[], tone: Tone, {indent}: Columns): Segment[][] {
	const space: Segment = {text: ' '.repeat(indent), tone: 'faint'};
	return rows.map(text => [space, {text, tone}]);
}

/** ARK's answer to a command without output. */
const silentAnswer = /^Server received, But no response!!$/i;

function answerRows(line: CommandLine, columns: Columns): Segment[][] {
	const {response} = line;
	if (response === undefined) return paragraph(`(${noAnswer})`, 'faint', columns);
	if (columns.raw) return paragraph(response, 'response', columns);
	const text = plainText(columns.gameType, response).trimEnd().replace(/^\n+/, '');
	if (text === '' || silentAnswer.test(text.trim()))
		return paragraph(consoleMessages.answer.none, 'faint', columns);
	return asTable(line, columns) ?? colored(paragraph(text, 'response', columns), response, columns);
}

/** Colors the rows of a text, each of which begins with a segment that is not of it, as its formatting codes say. */
export function colored(
	rows: Segment[][],
	source: string,
	{gameType}: Pick<Columns, 'gameType'>,
): Segment[][] {
	if (!source.includes('\xA7') || !hasSectionSigns(gameType)) return rows;
	const pieces = coloredTexts(source);
	const text = pieces.map(piece => piece.text).join('');
	const colors = pieces.flatMap(({text: {length}, color}) => Array.from({length}, () => color));
	let at = 0;
	/** Rows lack the characters at which the text was wrapped, and have spaces in place of tabs. */
	const colorOf = (character: string): string | undefined => {
		if (character === ' ' && text[at] === '\t') return colors[at];
		const found = text.indexOf(character, at);
		if (found !== -1 && found - at <= maxDropped) at = found + 1;
		return colors[Math.max(0, at - 1)];
	};
	return rows.map(([first, ...rest]) => [
		...(first ? [first] : []),
		...rest.flatMap(segment =>
			typeof segment.text === 'string' ? inColors(segment, segment.text, colorOf) : [segment],
		),
	]);
}

/** More characters are never dropped where a row ends. */
const maxDropped = 64;

function inColors(
	{tone}: Segment,
	text: string,
	colorOf: (character: string) => string | undefined,
): Segment[] {
	const parts: {text: string; tone: Tone; color?: string | undefined}[] = [];
	for (const character of text.split('')) {
		const color = colorOf(character);
		const last = parts.at(-1);
		if (last && last.color === color) last.text += character;
		else parts.push({text: character, tone, ...(color !== undefined && {color})});
	}
	return parts.length === 0 ? [{text, tone}] : parts;
}

/** The key is unknown here, so room is reserved for one of the usual width. */
const rawHint: Message = consoleMessages.answer.rawHint;
const rawHintWidth = 32;

function hiddenColumnRows(text: string, columns: Columns): Segment[][] {
	const rows = paragraph(consoleMessages.answer.hiddenColumns(text), 'faint', columns);
	const last = rows.at(-1) ?? [];
	const taken = last.reduce((sum, {text}) => sum + (typeof text === 'string' ? widthOf(text) : 0), 0);
	return taken + rawHintWidth <= columns.width
		? [...rows.slice(0, -1), [...last, {text: rawHint, tone: 'faint'}]]
		: [...rows, ...indentRows([rawHint], 'faint', columns)];
}

/** Renders lists of players and the like as a table, if every line could be parsed and the columns fit. */
function asTable({command, response}: CommandLine, columns: Columns): Segment[][] | undefined {
	const table = readAsTable(columns.gameType, command, response);
	const rows = table && tableRows(table, Math.max(8, columns.width - columns.indent));
	return rows?.flatMap(({kind, text}) =>
		kind === 'hidden'
			? hiddenColumnRows(text, columns)
			: paragraph(text.trimEnd(), kind === 'head' ? 'faint' : 'response', columns),
	);
}

/** One row of the screen. Its texts together are never wider than the console. */
export type Row = {
	key: string;
	/** The entry or rule it belongs to. */
	block: string;
	segments: readonly Segment[];
};

const originWidth = 6;

/**
Returns the columns of a console. Answers are aligned with their command in a wide console; elsewhere they get its width.
*/
export function columnsFor(
	width: number,
	mode: TimeMode,
	{raw, gameType}: {raw: boolean; gameType: string | undefined},
): Columns {
	const time = mode === 'utc' ? 9 : 8;
	const indent = time + 1 + originWidth + 2;
	return {width, time, indent: width >= 100 ? indent : 2, raw, gameType};
}

/** Cached rows of an entry, without the time on the first one, which may depend on now. */
const cachedRows = new WeakMap<Line, {columns: Columns; rows: readonly Segment[][]}>();

export function rowsOf(line: Line, columns: Columns): readonly Segment[][] {
	const known = cachedRows.get(line);
	if (known && isSame(known.columns, columns)) return known.rows;
	const rows = makeRows(line, columns);
	cachedRows.set(line, {columns, rows});
	return rows;
}

function makeRows(line: Line, columns: Columns): Segment[][] {
	switch (line.kind) {
		case 'note':
			return noteRows(line, columns);
		case 'command':
			return commandRows(line, columns);
		case 'output':
			return outputRows(line, columns);
	}
}

const isSame = (one: Columns, other: Columns) =>
	one === other ||
	(one.width === other.width &&
		one.time === other.time &&
		one.raw === other.raw &&
		one.gameType === other.gameType);

/** Returns the time shown before the first row of an entry. */
export function timeSegment(at: number, mode: TimeMode, {time}: Columns, now: number): Segment {
	const text =
		mode === 'relative'
			? fitRight(consoleMessages.timeAgo(formatDuration(now - at)), time)
			: clockText(at, mode === 'utc');
	return {text: `${text} `, tone: 'time'};
}

/** Renders a gap: `-- gap 03:12:31-03:12:49 no feed; 3 back-filled ----`. */
export function gapRow(gap: Gap, mode: TimeMode, {width}: Columns, silent: number | undefined): Segment[] {
	const clock = (at: number) => clockText(at, mode === 'utc');
	return ruleRow(consoleMessages.gap.rule(gapText(gap, silent, clock)), width, 'gap');
}

function gapText(
	{from, to, filled, closed, reason}: Gap,
	silent: number | undefined,
	clock: (at: number) => string,
): string {
	const stored = consoleMessages.gap.stored(filled);
	if (to !== undefined) return consoleMessages.gap.closed(clock(from), clock(to), stored, closed);
	const since = consoleMessages.gap.since(clock(from));
	const facts = reason === undefined ? stored : consoleMessages.gap.because(stored, reason);
	return silent === undefined
		? consoleMessages.gap.withPolls(since, facts)
		: consoleMessages.gap.silent(since, clock(silent), facts);
}

export function ruleRow(text: string, width: number, tone: Tone, filler = '-'): Segment[] {
	const short = cut(text, width);
	const left = Math.max(0, width - widthOf(short));
	return [{text: short + filler.repeat(left).slice(0, left), tone}];
}

function noteRows({activity}: NoteLine, columns: Columns): Segment[][] {
	const {width, time} = columns;
	const meaning: Tone = toneOf(activity) === 'failure' ? 'failure' : 'note';
	const room = width - time - 1 - originWidth - 2;
	const [first = '', ...rest] = wrap(activityText(activity), Math.max(8, room));
	return [
		[
			{text: fit('*', originWidth + 2), tone: meaning},
			{text: first, tone: meaning},
		],
		...rest.flatMap(row => indentRows([row], meaning, columns)),
	];
}

const outputTones = {output: 'output', chat: 'response', omitted: 'gap'} as const;

/** Renders `game  | text` or `chat  | text`. */
function outputRows(line: OutputLine, columns: Columns): Segment[][] {
	const {width, time} = columns;
	const {kind} = line.printed;
	const tone = outputTones[kind];
	const room = Math.max(8, width - time - 1 - originWidth - 2);
	const source = outputText(line);
	const [first = '', ...rest] = wrap(columns.raw ? source : plainText(columns.gameType, source), room);
	const rows = [
		[
			{text: `${fit(consoleMessages.output.names[kind], originWidth)}| `, tone: 'faint' as const},
			{text: first, tone},
		],
		...indentRows(rest, tone, columns),
	];
	return columns.raw ? rows : colored(rows, source, columns);
}

function commandRows(line: CommandLine, columns: Columns): Segment[][] {
	const {width, time} = columns;
	const own: Tone = line.origin === 'probe' ? 'faint' : line.origin;
	// Commands of others are not as loud as one's own, and not louder than an error.
	const commandTone: Tone = line.origin === 'me' ? 'command' : 'response';
	const room = Math.max(8, width - time - 1 - originWidth - 2);
	const status = statusOf(line);
	const [first = '', ...rest] = wrap(line.command.replaceAll('\n', ' '), room);
	const head: Segment[] = [
		{text: fit(line.origin, originWidth), tone: own},
		{text: '> ', tone: own},
		{text: first, tone: commandTone},
	];
	const fits = rest.length === 0 && widthOf(first) + 2 + widthOf(status?.text ?? '') <= room;
	if (status && fits) {
		head.push({text: ' '.repeat(room - widthOf(first) - widthOf(status.text)), tone: 'faint'}, status);
	}
	return [
		head,
		...indentRows(rest, commandTone, columns),
		...(status && !fits ? paragraph(status.text, status.tone, columns) : []),
		...outcomeRows(line, columns),
	];
}

/** Returns the status at the end of a command's row. */
function statusOf(line: CommandLine): {text: string; tone: Tone} | undefined {
	const text = statusText(line);
	return text === undefined ? undefined : {text, tone: statusTones[line.status]};
}

function statusText(line: CommandLine): string | undefined {
	const texts = [outcomeText(line), line.endedBySilence && consoleMessages.entry.endedBySilence];
	return texts.filter(Boolean).join(', ') || undefined;
}

function outcomeText(line: CommandLine): string | undefined {
	const {status, failure, latencyMs, matched, elsewhere, by} = line;
	if (elsewhere) return elsewhereWords[elsewhere];
	if (status === 'answered') {
		if (latencyMs === undefined) return by === undefined ? undefined : consoleMessages.entry.by(by);
		return consoleMessages.entry.latency(latencyText(latencyMs), matched);
	}
	if (status !== 'late') return statusWords(status, line);
	// The answer arrived, so the timeout no longer applies. Without a failure, we had stopped waiting.
	return failure === undefined ? consoleMessages.entry.stoppedWaiting : consoleMessages.entry.noAnswerAtFirst;
}

function outcomeRows(line: CommandLine, columns: Columns): Segment[][] {
	switch (line.status) {
		case 'queued':
		case 'recalled':
		case 'pending':
		case 'sent':
		case 'abandoned':
			return [];
		case 'answered':
			return answerRows(line, columns);
		case 'late': {
			const after =
				line.latencyMs === undefined ? '' : consoleMessages.entry.afterSent(secondsText(line.latencyMs));
			return [
				...paragraph(consoleMessages.entry.late(after, line.matched), 'late', columns),
				...answerRows(line, columns),
			];
		}
		case 'timeout':
		case 'failed':
			return [...failureRows(line, columns), ...rowsBelow(line, columns)];
	}
}

function rowsBelow(line: CommandLine, columns: Columns): Segment[][] {
	const {strayOutput, partial} = line.failure ?? {};
	if (partial !== undefined)
		return [...paragraph(failureMessages.partial, 'faint', columns), ...answerRows(line, columns)];
	return strayOutput === undefined ? [] : answerRows(line, columns);
}

function failureRows({failure, status}: CommandLine, columns: Columns): Segment[][] {
	if (!failure) return [];
	const {title, hint, key} = failure;
	return [
		...paragraph(
			`${title}${key === undefined ? '' : ` [${key}]`}`,
			status === 'failed' ? 'failure' : 'timeout',
			columns,
		),
		...(hint === undefined ? [] : paragraph(hint, 'faint', columns)),
	];
}
