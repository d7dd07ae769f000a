import {clockText} from '../../../lib/time/ago.ts';
import {memoize} from '../../../lib/lists/memoize.ts';
import type {Gap} from '../../kernel/state/feed-state.ts';
import type {Bookmark} from '../../timeline/bookmarks.ts';
import type {TimeMode} from '../../kernel/state/view-state.ts';
import {indexOfId, type Line, lineAt, type Lines, placeAfter} from '../record/lines.ts';
import {type Columns, gapRow, type Row, rowsOf, ruleRow, type Segment, timeSegment} from './rows.ts';
import {consoleMessages} from '../../../messages/console.ts';

/** A row between two entries that is not an entry itself. */
export type Rule = {
	key: string;
	what: RuleWhat;
	order: number;
	/** The index of the entry that it precedes. */
	before: number;
};

type RuleWhat =
	| {kind: 'gap'; gap: Gap}
	| {kind: 'bookmark'; bookmark: Bookmark}
	| {kind: 'unread'}
	| {kind: 'missing'}
	| {kind: 'dropped'; count: number; gaps: number; hasUnread: boolean; output: number};

type RuleSources = {
	gaps: readonly Gap[];
	bookmarks: readonly Bookmark[];
	/** The `order` after which nothing was read. */
	unread: number | undefined;
	/** The number of dropped entries, and the `order` of the newest of them. */
	dropped: number;
	droppedTo: number;
	/** The number of dropped lines of output. */
	droppedOutputs: number;
	/** The `order` of the entry before which commands are missing. */
	missing: number | undefined;
	/** How far our clock, which dates gaps and bookmarks, is ahead of the clock of the entries. */
	skewMs: number;
};

/** Returns all rules of a console in order. Each precedes the first entry that is not older. */
export const rulesOf = memoize(
	(
		lines: Lines,
		gaps: readonly Gap[],
		bookmarks: readonly Bookmark[],
		unread: number | undefined,
		dropped: number,
		droppedTo: number,
		droppedOutputs: number,
		missing: number | undefined,
		skewMs: number,
	): readonly Rule[] =>
		placeRules(lines, {gaps, bookmarks, unread, dropped, droppedTo, droppedOutputs, missing, skewMs}),
);

function placeRules(
	lines: Lines,
	{gaps, bookmarks, unread, dropped, droppedTo, droppedOutputs, missing, skewMs}: RuleSources,
): Rule[] {
	const at = (order: number, key: string, what: RuleWhat): Rule => ({
		key,
		what,
		order,
		before: placeAfter(lines, order - 0.5),
	});
	// A gap that ended before the oldest kept entry was dropped with the entries around it.
	const left = gaps.filter(({to = Infinity}) => to - skewMs > droppedTo);
	const rules = [
		...left.map(gap => at(gap.from - skewMs, `gap:${gap.from}`, {kind: 'gap', gap})),
		...bookmarks.map(bookmark =>
			at(bookmark.at - skewMs, `bookmark:${bookmark.id}`, {kind: 'bookmark', bookmark}),
		),
		...(missing === undefined || missing <= droppedTo ? [] : [at(missing, 'missing', {kind: 'missing'})]),
	];
	const firstUnread = unread === undefined ? lines.length : placeAfter(lines, unread);
	// Without entries on both sides there is nothing to separate.
	if (unread !== undefined && firstUnread < lines.length && firstUnread > 0) {
		rules.push({key: 'unread', what: {kind: 'unread'}, order: unread, before: firstUnread});
	}
	rules.sort((one, other) => one.before - other.before || one.order - other.order);
	if (dropped + droppedOutputs === 0) return rules;
	const gone = {
		count: dropped,
		gaps: gaps.length - left.length,
		hasUnread: unread !== undefined && unread < droppedTo,
		output: droppedOutputs,
	};
	return [{key: 'dropped', what: {kind: 'dropped', ...gone}, order: -Infinity, before: 0}, ...rules];
}

/** Whether `{` and `}` go to a rule. */
export const isLandmark = ({what}: Rule): boolean => what.kind !== 'dropped' || what.hasUnread;

/** Describes the dropped entries, and whether any were unread. */
function droppedText({count, gaps, hasUnread, output}: Extract<RuleWhat, {kind: 'dropped'}>): string {
	return consoleMessages.dropped(count, gaps, hasUnread, output);
}

/** Renders a rule. `silent` is the time since which not even polls bring anything. */
function ruleSegments({what}: Rule, columns: Columns, mode: TimeMode, silent: number | undefined): Segment[] {
	switch (what.kind) {
		case 'gap':
			return gapRow(what.gap, mode, columns, silent);
		case 'dropped':
			return ruleRow(`-- ${droppedText(what)} `, columns.width, what.hasUnread ? 'unread' : 'faint');
		case 'bookmark': {
			const note = what.bookmark.note === '' ? '' : ` "${what.bookmark.note}"`;
			const text = consoleMessages.bookmarkRule(clockText(what.bookmark.at, mode === 'utc'), note);
			return ruleRow(text, columns.width, 'bookmark', '=');
		}
		case 'missing':
			return ruleRow(consoleMessages.gap.missing, columns.width, 'gap');
		case 'unread':
			return ruleRow('- - unread ', columns.width, 'unread', '- ');
	}
}

/** Everything a console can show, from the first row to the last. Only visible blocks are rendered to rows. */
export type Document = {
	lines: Lines;
	rules: readonly Rule[];
	columns: Columns;
	mode: TimeMode;
	now: number;
	/** The time on the service's clock at `now`; ages of its timestamps are counted from there. */
	service: number;
	/** Since when not even polls bring anything, epoch ms. */
	silent: number | undefined;
	unfolded: ReadonlySet<string>;
	/** An answer with more rows than this is folded. */
	foldFrom: number;
	/** The number of rows shown of one that is folded. */
	foldTo: number;
};

/** An entry or a rule, with its position among all blocks. */
export type Block =
	| {kind: 'line'; place: number; index: number; key: string; line: Line}
	| {kind: 'rule'; place: number; key: string; rule: Rule};

/** A row, as the position of its block and the index within the block. */
export type Spot = {place: number; row: number};

export const blockCount = ({lines, rules}: Document): number => lines.length + rules.length;

/** Returns the block at a position. A rule comes before the entry with its index. */
export function blockAt({lines, rules}: Document, place: number): Block | undefined {
	let from = 0;
	let to = rules.length;
	while (from < to) {
		const middle = (from + to) >>> 1;
		if ((rules[middle]?.before ?? 0) + middle < place) from = middle + 1;
		else to = middle;
	}
	const rule = rules[from];
	if (rule && rule.before + from === place) return {kind: 'rule', place, key: rule.key, rule};
	const index = place - from;
	const line = index < 0 ? undefined : lineAt(lines, index);
	return line && {kind: 'line', place, index, key: line.id, line};
}

/** Returns the position of the entry with this index. */
export function placeOfLine({rules}: Document, index: number): number {
	let before = 0;
	while (before < rules.length && (rules[before]?.before ?? 0) <= index) before++;
	return index + before;
}

/**
Returns the current position of an entry or rule. If it is gone, `isIt` is false and the position is that of its
successor.
*/
export function placeOf(document: Document, key: string, order: number): {place: number; isIt: boolean} {
	const {lines, rules} = document;
	const rule = rules.findIndex(one => one.key === key);
	if (rule !== -1) return {place: (rules[rule]?.before ?? 0) + rule, isIt: true};
	const after = placeAfter(lines, order);
	for (let index = after - 1; index >= 0; index--) {
		const line = lineAt(lines, index);
		if (!line || line.order !== order) break;
		if (line.id === key) return {place: placeOfLine(document, index), isIt: true};
	}
	const index = indexOfId(lines, key);
	if (index !== -1) return {place: placeOfLine(document, index), isIt: true};
	const next = placeAfter(lines, order - 0.5);
	return {place: Math.min(placeOfLine(document, next), Math.max(0, blockCount(document) - 1)), isIt: false};
}

/** Renders the rows of a block, with the time of an entry on its first row. */
export function rowsOfBlock(document: Document, block: Block): Row[] {
	const {columns, mode, now, service, silent} = document;
	if (block.kind === 'rule') {
		return [{key: block.key, block: block.key, segments: ruleSegments(block.rule, columns, mode, silent)}];
	}
	const {line} = block;
	const isOfService =
		line.kind === 'output'
			? line.isDated
			: line.kind === 'command' && line.sentAt === undefined && line.timestamp !== undefined;
	const time = timeSegment(line.at, mode, columns, isOfService ? service : now);
	return foldedRows(document, line).map((segments, index) => ({
		key: `${line.id} ${index}`,
		block: line.id,
		segments: index === 0 ? [time, ...segments] : segments,
	}));
}

export function heightOf(document: Document, block: Block): number {
	return block.kind === 'rule' ? 1 : foldedRows(document, block.line).length;
}

/** Whether an entry has more rows than are shown while it is folded. */
export const isLong = ({columns, foldFrom}: Document, line: Line): boolean =>
	rowsOf(line, columns).length > foldFrom;

function foldedRows(document: Document, line: Line): readonly (readonly Segment[])[] {
	const {columns, unfolded, foldTo} = document;
	const rows = rowsOf(line, columns);
	if (!isLong(document, line) || unfolded.has(line.id)) return rows;
	const more = consoleMessages.moreRows(rows.length - foldTo);
	const indent: Segment = {text: ' '.repeat(columns.indent), tone: 'faint'};
	return [...rows.slice(0, foldTo), [indent, {text: more, tone: 'pending'}]];
}
