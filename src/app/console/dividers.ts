import {clockText} from '../../lib/ago.ts';
import {memoize} from '../../lib/memoize.ts';
import type {Gap} from '../kernel/feed-state.ts';
import type {Bookmark} from '../timeline/bookmarks.ts';
import type {TimeMode} from '../kernel/view-state.ts';
import {placeAfter, type Lines} from './console-lines.ts';
import type {Columns, Segment} from './paragraph.ts';
import {gapRow, ruleRow} from './rows.ts';
import {consoleMessages} from '../../messages/console.ts';

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
export function ruleSegments(
	{what}: Rule,
	columns: Columns,
	mode: TimeMode,
	silent: number | undefined,
): Segment[] {
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
