import {clockText} from '../../lib/ago.ts';
import {cut, widthOf, wrap} from '../../lib/width.ts';
import {serverCount} from '../input/target-words.ts';
import type {ManyRun} from '../state/many.ts';
import type {TimeMode} from '../state/view.ts';
import type {CompareLine, Comparison} from './compare.ts';
import {summaryOf, type Group} from './groups.ts';

/** What a piece of a row means; the theme gives it a look. */
export type ResultTone =
	| 'time'
	| 'me'
	| 'command'
	| 'response'
	| 'timeout'
	| 'failure'
	| 'pending'
	| 'faint'
	| 'done'
	| 'warning'
	| 'selected'
	| 'title'
	| 'changed';

/** One row; `group` is that of the group whose first row it is. */
export type ResultRow = {
	key: string;
	segments: readonly {text: string; tone: ResultTone}[];
	group?: string;
};

/** Rows of an answer that are shown of a group that is not under the cursor. */
const mostElsewhere = 3;
/** And of the one that is; the rest stands in its console. */
const mostUnderCursor = 200;

/** `03:14:00 5 servers me > GetGameLog   4 same, 1 differs` */
export function headRows(run: ManyRun, groups: readonly Group[], mode: TimeMode, width: number): ResultRow[] {
	const count = serverCount(run.members.length);
	const time = `${clockText(run.at, mode === 'utc')} `;
	const summary = summaryOf(groups);
	const before = `${time}${count}  me > `;
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

/** How many, who, what is special about them, and what they said. */
export function groupRows(group: Group, chosen: boolean, cursor: string, width: number): ResultRow[] {
	const names = group.members.map(({name}) => name).join(', ');
	const word = group.kind === 'answered' ? (group.isBase ? 'most' : '') : group.word;
	const before = `${chosen ? cursor : ' '} ${String(group.members.length).padStart(2)}  `;
	const room = Math.max(8, width - widthOf(before) - (word === '' ? 0 : widthOf(word) + 2));
	const [first = '', ...more] = chosen ? wrap(names, room) : [cut(names, room)];
	const tone = chosen ? 'selected' : 'title';
	const head: ResultRow = {
		key: `${group.key} head`,
		group: group.key,
		segments: [
			{text: before, tone},
			{text: first, tone},
			...(word === '' ? [] : [{text: `  ${word}`, tone: wordTones[group.kind]}]),
		],
	};
	const indent = ' '.repeat(widthOf(before));
	const rest = more.map((text, index): ResultRow => ({
		key: `${group.key} name ${index}`,
		segments: [{text: indent + text, tone}],
	}));
	return [head, ...rest, ...bodyRows(group, chosen, width)];
}

const wordTones: Record<Group['kind'], ResultTone> = {answered: 'faint', problem: 'timeout', open: 'pending'};

/** What ARK says where a command has no output of its own. */
const silentAnswer = /^Server received, But no response!!\s*$/i;

function bodyRows({key, kind, text}: Group, chosen: boolean, width: number): ResultRow[] {
	if (kind === 'open' || (kind === 'problem' && text === '')) return [];
	const shown = text.trim() === '' ? '(no output)' : silentAnswer.test(text) ? '(done, no output)' : text;
	const most = chosen ? mostUnderCursor : mostElsewhere;
	// No more lines are wrapped than can be shown.
	const lines = shown.split('\n');
	const rows = wrap(lines.slice(0, most).join('\n'), Math.max(8, width - indented.length));
	const left = Math.max(rows.length - most, 0) + Math.max(lines.length - most, 0);
	const tone: ResultTone = kind === 'problem' ? 'failure' : shown === text ? 'response' : 'faint';
	const body = rows.slice(0, most).map((row, index): ResultRow => ({
		key: `${key} ${index}`,
		segments: [{text: indented + row, tone}],
	}));
	const hint = chosen ? 'more rows, Enter goes to the console' : 'more rows';
	return left > 0
		? [...body, {key: `${key} more`, segments: [{text: `${indented}… ${left} ${hint}`, tone: 'faint'}]}]
		: body;
}

const indented = ' '.repeat(6);

const signs: Record<CompareLine['kind'], {sign: string; tone: ResultTone}> = {
	same: {sign: '  ', tone: 'response'},
	removed: {sign: '- ', tone: 'failure'},
	added: {sign: '+ ', tone: 'done'},
	skipped: {sign: '… ', tone: 'faint'},
	note: {sign: '  ', tone: 'warning'},
};

/** The largest group as `-`, the other one as `+`, with a sign before each line that differs. */
export function compareRows({base, other, lines}: Comparison, width: number): ResultRow[] {
	const headOf = (sign: string, {members}: Group, tone: ResultTone): ResultRow => ({
		key: `head ${sign}`,
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
				key: `line ${index} ${part}`,
				segments: [
					{text: `  ${part === 0 ? sign : '  '}`, tone},
					{text: row, tone},
				],
			}));
		}),
	];
}
