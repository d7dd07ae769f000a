import {actions} from '../../actions/index.ts';
import {broadcastToSeveral} from '../../actions/broadcast.ts';
import {rollingRestart, rollingStart, rollingStop} from '../../actions/rolling.ts';
import {exportForm, exportTimelineForm} from './export.ts';
import {formOf, type Form} from './form.ts';
import type {FormId} from './form-id.ts';
import {markForm} from './mark.ts';
import {transcriptForm} from './transcript.ts';

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
