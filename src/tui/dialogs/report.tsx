import {reportView} from '../../app/kernel/dialogs/report-view.ts';
import {fitSpans, type Span} from '../../app/kernel/text/spans.ts';
import {useSelect, useTui} from '../hooks.ts';
import {Frame, Framed} from '../parts/frame.tsx';
import {Line} from '../parts/line.tsx';

/** A report in a box over the panes. */
export function ReportDialog() {
	const {keymap} = useTui().services;
	const dialog = useSelect(state => state.dialog);
	const size = useSelect(state => state.view.size);
	if (dialog?.kind !== 'report') return null;
	const {rect, title, note, rows} = reportView(dialog, size, keymap);
	return (
		<Frame rect={rect} title={title} note={note}>
			{rows.map((spans, place) => (
				<Framed key={rowKey(spans, place)} width={rect.width}>
					<Line spans={fitSpans(spans, rect.width - 4)} />
				</Framed>
			))}
		</Frame>
	);
}

/** Keys rows by position, because only their content changes. */
const rowKey = (spans: readonly Span[], place: number) => `${place} ${spans[0]?.text ?? ''}`;
