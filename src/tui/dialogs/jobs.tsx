import {jobsView} from '../../app/jobs/jobs-view.ts';
import {useTui, useSelect, useShown} from '../hooks.ts';
import {FramedRows} from '../parts/frame.tsx';

/** The background jobs, in a box over the panes. */
export function Jobs() {
	const {theme, services} = useTui();
	const jobs = useSelect(state => state.jobs);
	const watches = useSelect(state => state.watches);
	const dialog = useSelect(state => state.dialog);
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	const scheduled = useSelect(state => state.scheduled);
	const now = useShown(second => second);
	const state = {jobs, watches, dialog, fleet, view, scheduled};
	const {title, note, width, rows} = jobsView(state, services, {now, cursor: theme.glyphs.cursor});
	const height = rows.length + 2;
	const rect = {
		x: Math.floor((view.size.columns - width) / 2),
		y: Math.max(0, Math.floor((view.size.rows - height) / 2)),
		width,
		height,
	};
	return <FramedRows rect={rect} title={title} note={note} rows={rows} />;
}
