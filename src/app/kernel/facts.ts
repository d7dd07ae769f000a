import {largest} from '../../lib/long-lists.ts';
import {fit, widthOf, wrap} from '../../lib/width.ts';
import type {Services} from './services.ts';
import type {State} from '../state.ts';
import type {CellTone} from './cells.ts';
import type {ScreenView} from './screen-view.ts';
import {renderMessage, type Message} from '../../messages/text.ts';

/** One row of details. `label` is padded to the width of its column. */
export type FactRow = {label: string; text: string; tone: CellTone};

/** Returns the details of the current row, wrapped to `width` columns. */
export function factRows(
	{screen, current, viewState}: ScreenView,
	state: State,
	width: number,
	now: number,
	{settings, frontEnd}: Pick<Services, 'settings' | 'frontEnd'>,
): FactRow[] {
	if (!current) return [];
	const facts = screen.details(state, current.id, {now, settings, revealed: viewState.revealed});
	const render = (text: Message) => renderMessage(text, frontEnd.segments);
	const rendered = facts.map(({label, text, ...tone}) => ({
		label: render(label),
		text: render(text),
		...tone,
	}));
	return layOut(rendered, width);
}

type RenderedFact = {label: string; text: string; tone?: CellTone};

/** Puts texts beside their labels. A label that is wider than its column takes the room it needs. */
function layOut(facts: readonly RenderedFact[], width: number): FactRow[] {
	const most = Math.max(10, Math.min(14, Math.floor(width / 4)));
	const indent = Math.min(most, largest([0, ...facts.map(({label}) => widthOf(label))])) + 1;
	const room = Math.max(8, width - indent - 1);
	return facts.flatMap(({label, text, tone = 'plain'}) => {
		const over = widthOf(label) + 1 - indent;
		if (over > 0 && widthOf(text) <= room - over) return [{label: `${label} `, text, tone}];
		const rows = wrap(text, room).map((row, index): FactRow => ({
			label: fit(index === 0 && over <= 0 ? label : '', indent),
			text: row,
			tone,
		}));
		return over > 0 ? [{label, text: '', tone}, ...rows] : rows;
	});
}
