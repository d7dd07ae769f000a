import {memoize} from '../../../lib/lists/memoize.ts';
import {fit, widthOf, wrap} from '../../../lib/text/width.ts';
import {reportViewMessages} from '../../../messages/handover.ts';
import {type Keymap, renderWithKeys} from '../keys/keymap.ts';
import {labelWidth, type Report} from '../text/report.ts';
import type {ReportDialog} from './dialog-state.ts';
import type {Rect} from '../screens/layout.ts';
import type {Span} from '../text/spans.ts';
import type {ViewState} from '../state/view-state.ts';

export type ReportView = {
	rect: Rect;
	title: string;
	/** The key hints in the frame. */
	note: string;
	rows: readonly (readonly Span[])[];
	/** The number of rows on a page. */
	page: number;
	/** The first row of the last page. */
	lastTop: number;
};

const maxWidth = 130;
/** The width of the key hints and the frame beside the title. */
const titleMargin = 40;

/** Returns the visible rows of a report and its box. */
export function reportView(
	{report, top}: ReportDialog,
	{columns, rows}: ViewState['size'],
	keymap: Keymap,
): ReportView {
	const width = Math.min(columns, maxWidth);
	const inner = width - 4;
	const isNarrow = report !== undefined && widthOf(report.title) + titleMargin > width;
	const lines: Span[][] = report
		? [...(isNarrow ? titleLines(report, inner) : []), ...reportLines(report, inner)]
		: [[{text: reportViewMessages.reading, tone: 'faint'}]];
	const page = Math.max(1, Math.min(lines.length, rows - 4));
	const lastTop = lines.length - page;
	const from = Math.min(top, lastTop);
	const hidden = lines.length - page;
	const position = hidden > 0 ? reportViewMessages.position(from + page, lines.length) : '';
	const height = page + 2;
	return {
		rect: {
			x: Math.floor((columns - width) / 2),
			y: Math.max(0, Math.floor((rows - height) / 2)),
			width,
			height,
		},
		title: report ? (isNarrow ? report.name : report.title) : reportViewMessages.reading,
		note: renderWithKeys(reportViewMessages.keys(position), keymap),
		rows: lines.slice(from, from + page),
		page,
		lastTop,
	};
}

/** Returns the title as rows, for a box that is too narrow for it. */
const titleLines = ({title}: Report, width: number): Span[][] =>
	wrap(title, width).map((text): Span[] => [{text, tone: 'title'}]);

/** Returns the rows of a report, wrapped to `width` columns under their labels. */
const reportLines = memoize(({rows, footer}: Report, width: number): Span[][] => {
	const room = Math.max(10, width - labelWidth);
	const hanging = (text: string, indent: number): Span[][] =>
		wrap(text, Math.max(8, room - indent)).map((line, index) => [
			{text: ' '.repeat(labelWidth + indent + (index === 0 || indent > 0 ? 0 : 2)), tone: 'plain'},
			{text: line, tone: indent > 0 ? 'faint' : 'plain'},
		]);
	return [
		...rows.flatMap(({label, text, below, tone}): Span[][] => {
			const [[, first = {text: '', tone: 'plain' as const}] = [], ...others] = hanging(text, 0);
			return [
				[{text: fit(label, labelWidth), tone}, first],
				...others,
				...below.flatMap(line => hanging(line, 2)),
			];
		}),
		...(footer === undefined
			? []
			: [[], ...wrap(footer, width).map((text): Span[] => [{text, tone: 'faint'}])]),
	];
});
