import type {Tone} from '../kernel/text/spans.ts';
import {largest} from '../../lib/lists/long-lists.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {cut, widthOf, wrap} from '../../lib/text/width.ts';
import {colored, type Segment} from '../console/read/rows.ts';
import {plainText} from '../../games/section-signs.ts';
import {endOf} from '../console/record/lines.ts';
import type {Outcome} from '../console/record/outcome.ts';
import {readAsTable} from '../console/tables/read-answer-table.ts';
import {type Table, tableRows} from '../console/tables/answer-table.ts';
import {type Group, type Listed, summaryOf} from './groups.ts';
import {consoleMessages} from '../../messages/console.ts';
import {resultMessages} from '../../messages/results.ts';
import {progressMessages} from '../../messages/cli.ts';
import {clockText} from '../../lib/time/ago.ts';
import {timeLeft} from '../../lib/time/time-left.ts';
import {plural} from '../../lib/text/plural.ts';
import type {MultiCommand} from './results-state.ts';
import type {TimeMode} from '../kernel/state/view-state.ts';
import type {CompareLine, Comparison} from './compare.ts';

/** One row. `group` is the key of the group that starts on it. */
export type ResultRow = {
	key: string;
	segments: readonly Segment[];
	group?: string;
};

/**
`base` is the largest group; `maxRows` is the number of rows available. `command`: by which answers are read as tables;
undefined if they are shown line by line.
*/
export type Body = {
	base: Group | undefined;
	maxRows: number;
	chosen: boolean;
	width: number;
	command: string | undefined;
};

type BodyLine = {text: string; isOwn: boolean};

/**
Renders the answer of a group, with a `+` before lines that the largest group does not have. If there is not enough
room, only those lines are shown, because they matter most; the highlighted group is shown from the beginning.
*/
function bodyRows(group: Group, body: Body): ResultRow[] {
	const {kind, text} = group;
	if (kind === 'open' || (kind === 'problem' && text === '')) return [];
	return tableBody(group, body) ?? lineBody(group, body);
}

function lineBody(group: Group, {base, maxRows, chosen, width}: Body): ResultRow[] {
	const {key, kind, outcome, text, gameType} = group;
	const all = linesOf(outcome, wordsFor(text), base && base !== group ? base.text : undefined);
	const own = all.filter(({isOwn}) => isOwn);
	const lines = !chosen && all.length > maxRows && own.length > 0 ? own : all;
	// Wraps no more lines than can be shown.
	const usual: Tone = kind === 'problem' ? 'failure' : wordsFor(text) === text ? 'response' : 'faint';
	const rows = lines.slice(0, maxRows).flatMap(({text: line, isOwn}) => {
		const tone = isOwn ? 'command' : usual;
		const plain = wrap(plainText(gameType, line), Math.max(8, width - indent));
		const parts = plain.map((row, part): Segment[] => [
			{text: part === 0 && isOwn ? '    + ' : '      ', tone},
			{text: row, tone},
		]);
		return colored(parts, line, {gameType});
	});
	const body = rows
		.slice(0, maxRows)
		.map((segments, index): ResultRow => ({key: `${key} ${index}`, segments}));
	const left = all.length - Math.min(lines.length, maxRows) + Math.max(0, rows.length - maxRows);
	return left > 0 ? withRest(body, {key, left, maxRows, chosen}) : body;
}

const indent = 6;

/** Renders a list of players as the console does; of a group that is not highlighted, only the names. */
function tableBody(group: Group, {maxRows, chosen, width, command}: Body): ResultRow[] | undefined {
	const table = tableOf(group, command);
	if (!table) return undefined;
	const {key} = group;
	const room = Math.max(8, width - indent);
	const rowOf = (text: string, tone: Tone, index: number): ResultRow => ({
		key: `${key} ${index}`,
		segments: [
			{text: ' '.repeat(indent), tone},
			{text, tone},
		],
	});
	if (!chosen) {
		if (isBeside(group, maxRows)) return [];
		const rows = wrap(resultMessages.listed(namesIn(table)), room);
		return [...rows.slice(0, maxRows - 1), cut(rows.slice(maxRows - 1).join(' '), room)]
			.filter(row => row !== '')
			.map((row, index) => rowOf(row, 'response', index));
	}
	const rows = tableRows(table, room)?.map(({kind, text}, index) =>
		kind === 'hidden'
			? rowOf(consoleMessages.answer.hiddenColumns(text), 'faint', index)
			: rowOf(text.trimEnd(), kind === 'head' ? 'faint' : 'response', index),
	);
	if (!rows) return undefined;
	const left = rows.length - maxRows;
	return left > 0 ? withRest(rows.slice(0, maxRows), {key, left, maxRows, chosen}) : rows;
}

/** On a low screen, a single server has its list in its own row. */
const isBeside = ({members}: Group, maxRows: number): boolean => maxRows === 1 && members.length === 1;

const tableOf = ({outcome, gameType}: Group, command: string | undefined): Table | undefined =>
	command === undefined || gameType === undefined ? undefined : tableIn(outcome, gameType, command);

const tableIn = memoize((outcome: Outcome, gameType: string, command: string): Table | undefined =>
	outcome.kind === 'answered' ? readAsTable(gameType, command, outcome.text) : undefined,
);

function namesIn({columns, rows}: Table): string[] {
	const place = columns.findIndex(({shrinks}) => shrinks);
	return rows.map(row => row[place] ?? '');
}

/** Returns how many players the tables list, and on how many servers; undefined without a table. */
function listedIn(groups: readonly Group[], command: string | undefined): Listed | undefined {
	const listed = groups.flatMap(group => {
		const count = tableOf(group, command)?.rows.length;
		return count === undefined ? [] : {count: count * group.members.length, servers: group.members.length};
	});
	const sum = (part: (one: Listed) => number) => listed.reduce((total, one) => total + part(one), 0);
	return listed.length === 0
		? undefined
		: {count: sum(({count}) => count), servers: sum(({servers}) => servers)};
}

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
	return text.trim() === '' || silentAnswer.test(text) ? consoleMessages.answer.none : text;
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

/** The most rows of an answer shown for the highlighted group; the rest is in its console. */
const maxUnderCursor = 200;
/** The size of the results pane; on a low screen, other groups get one row each. */
export type Room = {width: number; height: number};

/** While answers are searched, every group is shown as far as this. */
const maxSearched = 1000;

/** `cursor` is the sign of the highlighted group; `base` is the largest group. */
type Place = Room &
	Pick<Body, 'base' | 'command'> & {
		cursor: string | undefined;
		searched: boolean;
	};

/**
Renders the header: `03:14:00 5 servers me > GetGameLog   4 same, 1 differs`. `command`: as for a body.
*/
export function headRows(
	run: MultiCommand,
	groups: readonly Group[],
	{mode, width, command}: {mode: TimeMode; width: number; command: string | undefined},
): ResultRow[] {
	const count = plural(run.members.length, 'server');
	const time = `${clockText(run.at, mode === 'utc')} `;
	const summary = [summaryOf(groups, listedIn(groups, command)), ...paceOf(run)].join(', ');
	const before = resultMessages.header(time, count);
	const room = width - widthOf(before);
	const isWide = widthOf(run.command) + 3 + widthOf(summary) <= room;
	const first: ResultRow = {
		key: 'head',
		segments: [
			{text: time, tone: 'time'},
			{text: `${count}  `, tone: 'title'},
			{text: 'me > ', tone: 'me'},
			{text: cut(run.command, Math.max(4, room)), tone: 'command'},
			...(isWide ? [{text: `   ${summary}`, tone: 'title'} as const] : []),
		],
	};
	// Rows end after a comma: a number stays beside its word.
	const whole = summary.replaceAll(/(?<!,) /g, '\u00a0');
	const below = isWide ? [] : wrap(whole, width - 1).map(text => text.replaceAll('\u00a0', ' '));
	return [
		first,
		...below.map((text, index): ResultRow => {
			return {key: `summary-${index}`, segments: [{text: ` ${text}`, tone: 'title'}]};
		}),
	];
}

/** Returns the rate of a run and the time left, at the pace until its last outcome; empty if they are unknown. */
function paceOf({at, members}: MultiCommand): string[] {
	const ended = members.flatMap(({final}) => final ?? []);
	const elapsedMs = largest([at, ...ended.flatMap(line => endOf(line) ?? [])]) - at;
	const leftMs = timeLeft(ended.length / members.length, elapsedMs);
	if (leftMs === undefined) return [];
	return [progressMessages.rate(ended.length, elapsedMs), progressMessages.left(leftMs)];
}

/** Renders a group: the number and names of its servers, their differences, and their answer. */
export function groupRows(
	group: Group,
	{cursor, base, width, height, searched, command}: Place,
): ResultRow[] {
	const chosen = cursor !== undefined;
	const names = group.members.map(({name}) => name).join(', ');
	const isMost = group.isBase && tableOf(group, command) === undefined;
	const word = group.kind === 'answered' ? (isMost ? 'most' : '') : group.word;
	const before = `${cursor ?? ' '} ${String(group.members.length).padStart(2)}  `;
	const maxRows = searched ? maxSearched : chosen ? maxUnderCursor : height < 16 ? 1 : 3;
	const table = !chosen && isBeside(group, maxRows) ? tableOf(group, command) : undefined;
	const room = Math.max(8, width - widthOf(before) - (word === '' ? 0 : widthOf(word) + 2));
	const [first = '', ...more] = chosen ? wrap(names, room) : [cut(names, room)];
	const tone = chosen ? 'titleFocused' : 'title';
	const head: ResultRow = {
		key: `${group.key}:head`,
		group: group.key,
		segments: [
			{text: before, tone},
			{text: first, tone},
			...(word === '' ? [] : [{text: `  ${word}`, tone: wordTones[group.kind]}]),
			...(table ? [besideName(table, room - widthOf(first))] : []),
		],
	};
	const indent = ' '.repeat(widthOf(before));
	const rest = more.map((text, index): ResultRow => ({
		key: `${group.key}:name:${index}`,
		segments: [{text: indent + text, tone}],
	}));
	return [head, ...rest, ...bodyRows(group, {base, maxRows, chosen: chosen || searched, width, command})];
}

const besideName = (table: Table, room: number): Segment => ({
	text: cut(`  ${resultMessages.listed(namesIn(table))}`, Math.max(0, room)),
	tone: 'response',
});

const wordTones: Record<Group['kind'], Tone> = {answered: 'faint', problem: 'timeout', open: 'pending'};

const signs: Record<CompareLine['kind'], {sign: string; tone: Tone}> = {
	same: {sign: '  ', tone: 'response'},
	removed: {sign: '- ', tone: 'failure'},
	added: {sign: '+ ', tone: 'done'},
	skipped: {sign: '… ', tone: 'faint'},
	note: {sign: '  ', tone: 'warning'},
};

/** Renders a comparison: the largest group as `-`, the other one as `+`, with a sign before each line that differs. */
export function compareRows({base, other, lines}: Comparison, width: number): ResultRow[] {
	const headOf = (sign: string, {members}: Group, tone: Tone): ResultRow => ({
		key: `head:${sign}`,
		segments: [
			{text: `${sign} ${String(members.length).padStart(2)}  `, tone},
			{text: cut(members.map(({name}) => name).join(', '), Math.max(8, width - 6)), tone},
		],
	});
	return [
		headOf('-', base, 'failure'),
		headOf('+', other, 'done'),
		...lines.flatMap(({kind, text}, index) => {
			const {sign, tone} = signs[kind];
			return wrap(plainText(other.gameType, text), Math.max(8, width - 4)).map((row, part): ResultRow => ({
				key: `line:${index}:${part}`,
				segments: [
					{text: `  ${part === 0 ? sign : '  '}`, tone},
					{text: row, tone},
				],
			}));
		}),
	];
}
