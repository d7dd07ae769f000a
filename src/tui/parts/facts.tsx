import {fitSpans} from '../../app/kernel/spans.ts';
import type {FactRow} from '../../app/kernel/facts.ts';
import {Line} from './line.tsx';
import {paneMessages} from '../../messages/tui-panes.ts';

type Props = {rows: readonly FactRow[]; top: number; width: number; height: number};

/** Labels and values, as far as they fit; the last row says how many are below. */
export function Facts({rows, top, width, height}: Props) {
	const from = Math.max(0, Math.min(top, rows.length - height));
	const below = rows.length - from - height;
	const seen = rows.slice(from, from + height - (below > 0 ? 1 : 0));
	return (
		<>
			{seen.map(({label, text, tone}, index) => (
				<Line
					// Rows have no identity but their position.
					key={`fact:${from + index}`}
					spans={fitSpans(
						[
							{text: ` ${label}`, tone: 'label'},
							{text, tone},
						],
						width,
					)}
				/>
			))}
			{below > 0 && (
				<Line
					key="below"
					spans={fitSpans([{text: ` ${paneMessages.rowsBelow(below + 1)}`, tone: 'faint'}], width)}
				/>
			)}
		</>
	);
}
