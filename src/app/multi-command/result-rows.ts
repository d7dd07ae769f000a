import {clockText} from '../../lib/ago.ts';
import {plural} from '../../lib/plural.ts';
import {cut, widthOf, wrap} from '../../lib/width.ts';
import type {MultiCommand} from './results-state.ts';
import type {TimeMode} from '../kernel/view-state.ts';
import type {CompareLine, Comparison} from './compare.ts';
import {bodyRows} from './body-rows.ts';
import {summaryOf, type Group} from './groups.ts';
import type {ResultRow} from './result-row.ts';
import type {Tone} from '../kernel/spans.ts';
import {resultMessages} from '../../messages/results.ts';

/** The most rows of an answer shown for the highlighted group; the rest is in its console. */
const maxUnderCursor = 200;
/** The size of the results pane; on a low screen, other groups get one row each. */
export type Room = {width: number; height: number};

/** While answers are searched, every group is shown as far as this. */
const maxSearched = 1000;

/** `cursor` is the sign of the highlighted group; `base` is the largest group. */
type Place = Room & {cursor: string | undefined; base: Group | undefined; searched: boolean};

/** Renders the header: `03:14:00 5 servers me > GetGameLog   4 same, 1 differs`. */
export function headRows(
	run: MultiCommand,
	groups: readonly Group[],
	mode: TimeMode,
	width: number,
): ResultRow[] {
	const count = plural(run.members.length, 'server');
	const time = `${clockText(run.at, mode === 'utc')} `;
	const summary = summaryOf(groups);
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
	return isWide ? [first] : [first, {key: 'summary', segments: [{text: ` ${summary}`, tone: 'title'}]}];
}

/** Renders a group: the number and names of its servers, what is special about them, and their answer. */
export function groupRows(group: Group, {cursor, base, width, height, searched}: Place): ResultRow[] {
	const chosen = cursor !== undefined;
	const names = group.members.map(({name}) => name).join(', ');
	const word = group.kind === 'answered' ? (group.isBase ? 'most' : '') : group.word;
	const before = `${cursor ?? ' '} ${String(group.members.length).padStart(2)}  `;
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
		],
	};
	const indent = ' '.repeat(widthOf(before));
	const rest = more.map((text, index): ResultRow => ({
		key: `${group.key}:name:${index}`,
		segments: [{text: indent + text, tone}],
	}));
	const maxRows = searched ? maxSearched : chosen ? maxUnderCursor : height < 16 ? 1 : 3;
	return [head, ...rest, ...bodyRows(group, {base, maxRows, chosen: chosen || searched, width})];
}

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
			return wrap(text, Math.max(8, width - 4)).map((row, part): ResultRow => ({
				key: `line:${index}:${part}`,
				segments: [
					{text: `  ${part === 0 ? sign : '  '}`, tone},
					{text: row, tone},
				],
			}));
		}),
	];
}
