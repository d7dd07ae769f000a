import {reportView} from '../../app/kernel/dialogs/report-view.ts';
import {useSelect, useTui} from '../hooks.ts';
import {FramedRows} from '../parts/frame.tsx';

/** A report in a box over the panes. */
export function ReportDialog() {
	const {keymap} = useTui().services;
	const dialog = useSelect(state => state.dialog);
	const size = useSelect(state => state.view.size);
	if (dialog?.kind !== 'report') return null;
	const {rect, title, note, rows} = reportView(dialog, size, keymap);
	return <FramedRows rect={rect} title={title} note={note} rows={rows} />;
}
