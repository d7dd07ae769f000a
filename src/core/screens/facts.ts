import {fit, widthOf, wrap} from '../../lib/width.ts';
import type {Settings} from '../services.ts';
import type {State} from '../state/index.ts';
import type {CellTone, Fact} from './list-screen.ts';
import type {ScreenView} from './view.ts';

/** One row of details; `label` is as wide as its column. */
export type FactRow = {label: string; text: string; tone: CellTone};

/** The details of the selected row, wrapped to a width. */
export function factRows(
	{screen, selected}: ScreenView,
	state: State,
	width: number,
	now: number,
	settings: Settings,
): FactRow[] {
	if (!selected) return [];
	return layOut(screen.details(state, selected.id, now, settings), width);
}

/** Texts stand beside their labels, and under each other where they are long. */
function layOut(facts: readonly Fact[], width: number): FactRow[] {
	const longest = Math.max(0, ...facts.map(({label}) => widthOf(label)));
	const indent = Math.min(longest + 1, Math.max(6, Math.floor(width / 3)));
	const room = Math.max(8, width - indent - 1);
	return facts.flatMap(({label, text, tone = 'plain'}) => {
		const isLong = widthOf(label) > indent - 1;
		const rows = wrap(text, room).map((row, index): FactRow => ({
			label: fit(index === 0 && !isLong ? label : '', indent),
			text: row,
			tone,
		}));
		return isLong ? [{label, text: '', tone}, ...rows] : rows;
	});
}
