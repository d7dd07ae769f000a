import {actions} from '../../actions/index.ts';
import {broadcastToSeveral} from '../../actions/broadcast.ts';
import {rollingRestart, rollingStart, rollingStop} from '../../actions/rolling.ts';
import {exportForm, exportTimelineForm} from '../export/export-dialog.ts';
import {formOf, type Form} from './form.ts';
import type {FormId} from '../kernel/dialog-id.ts';
import {markForm} from '../timeline/bookmark-dialog.ts';
import {transcriptForm} from '../export/transcript-dialog.ts';

/** Every dialog that asks something. */
export const forms: ReadonlyMap<FormId, Form> = new Map(
	[
		...actions.map(action => formOf(action)),
		formOf(rollingStart, 'start-many'),
		formOf(rollingStop, 'stop-many'),
		formOf(rollingRestart, 'restart-many'),
		formOf(broadcastToSeveral, 'broadcast-many'),
		exportForm,
		exportTimelineForm,
		markForm,
		transcriptForm,
	].map(form => [form.id, form]),
);
