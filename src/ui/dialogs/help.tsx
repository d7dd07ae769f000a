import {helpRows, type HelpRow} from '../../core/commands/index.ts';
import type {Rect} from '../../core/layout.ts';
import type {Size} from '../../core/state/view.ts';
import {fit, widthOf, wrap} from '../../lib/width.ts';
import {useDeck, useSelect} from '../hooks.ts';
import {Frame, Framed} from '../parts/frame.tsx';
import {fitSpans, Line} from '../parts/line.tsx';
import type {Span} from '../theme/tokens.ts';

const widest = 100;

/** Every key of the program, with the reason beside those that cannot work now; made from the commands themselves. */
export function Help() {
	const {services, paced} = useDeck();
	const size = useSelect(state => state.view.size);
	const dialog = useSelect(state => state.dialog);
	const rect = helpRect(size);
	const inner = rect.width - 4;
	const room = rect.height - 2;
	const rows = helpRows(paced.getState(), services.settings).flatMap(row => spansOf(row, inner));
	const top = Math.min(dialog?.kind === 'help' ? dialog.top : 0, Math.max(0, rows.length - room));
	const below = Math.max(0, rows.length - top - room);
	const shown = Array.from({length: room}, (_, place) => rows[top + place] ?? []);
	return (
		<Frame rect={rect} title="Keys" note={below > 0 ? `${below} more, j goes down` : 'Esc closes'}>
			{shown.map((spans, place) => (
				<Framed key={`${top + place}`} width={rect.width}>
					<Line spans={fitSpans(spans, inner)} />
				</Framed>
			))}
		</Frame>
	);
}

function helpRect({columns, rows}: Size): Rect {
	const width = Math.min(columns, widest);
	const height = Math.max(3, rows - 2);
	return {x: Math.floor((columns - width) / 2), y: 1, width, height};
}

function spansOf(row: HelpRow, inner: number): Span[][] {
	if (row.kind === 'heading') return [[], [{text: row.text, tone: 'title'}]];
	const indent = Math.min(22, Math.floor(inner / 3));
	const keys = row.keys;
	const isLong = widthOf(keys) > indent - 1;
	const text = row.blocked === undefined ? row.help : `${row.help} Now: ${row.blocked}`;
	const lines = wrap(text, Math.max(8, inner - indent)).map((line, index): Span[] => [
		{text: fit(index === 0 && !isLong ? keys : '', indent), tone: 'hintKey'},
		{text: line, tone: row.blocked === undefined ? 'plain' : 'faint'},
	]);
	return isLong ? [[{text: keys, tone: 'hintKey'}], ...lines] : lines;
}
