import {actions} from '../../actions/index.ts';
import {exportForm, exportTimelineForm} from '../export/export-dialog.ts';
import {formOf, type Form} from '../kernel/form.ts';
import type {FormId, FormRequest} from '../kernel/dialog-id.ts';
import {bookmarkForm} from '../timeline/bookmark-dialog.ts';
import {transcriptForm} from '../export/transcript-dialog.ts';

/** Every dialog that asks something. */
export const forms: ReadonlyMap<FormId, Form> = new Map(
	[...actions.map(formOf), exportForm, exportTimelineForm, bookmarkForm, transcriptForm].map(form => [
		form.id,
		form,
	]),
);

/** The dialog that asks about so many servers. */
export function formFor({form: id, serverIds}: Pick<FormRequest, 'form' | 'serverIds'>): Form | undefined {
	const form = forms.get(id);
	if (!form || serverIds.length > 1) return form;
	const fields = Object.entries(form.fields).filter(([, {forSeveral}]) => !forSeveral);
	return {...form, fields: Object.fromEntries(fields)};
}
