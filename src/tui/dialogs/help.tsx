import {columnGap, helpView, type HelpCell, type HelpView} from '../../app/help-view.ts';
import {fitSpans, type Span} from '../../app/kernel/text/spans.ts';
import {fit} from '../../lib/text/width.ts';
import {useTui, useSelect} from '../hooks.ts';
import {FramedRows} from '../parts/frame.tsx';

/** The keys of the current pane, in a box over the panes. */
export function Help() {
	const {services, throttled} = useTui();
	useSelect(state => state);
	const view = helpView(throttled.getState(), services);
	const {rect, title, note, doubt, height} = view;
	const rows = [
		...doubt.map((text): Span[] => [{text, tone: 'warning'}]),
		...Array.from({length: height}, (_, row) => rowOf(view, row)),
	];
	return <FramedRows rect={rect} title={title} note={note} rows={rows} />;
}

const rowOf = ({columns, keyWidth, columnWidth}: HelpView, row: number): Span[] =>
	columns.flatMap((column, place): Span[] => [
		...(place === 0 ? [] : [{text: ' '.repeat(columnGap), tone: 'plain'} as const]),
		...fitSpans(spansOf(column[row], keyWidth), columnWidth),
	]);

function spansOf(cell: HelpCell | undefined, keyWidth: number): Span[] {
	if (!cell) return [];
	const {kind, keys, label} = cell;
	if (kind === 'heading') return [{text: label, tone: 'title'}];
	const isBlocked = kind === 'blocked';
	return [
		{text: `${fit(keys, keyWidth)} `, tone: isBlocked ? 'faint' : kind === 'sign' ? 'title' : 'hintKey'},
		{text: label, tone: isBlocked ? 'faint' : 'plain'},
	];
}
