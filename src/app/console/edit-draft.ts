import {draft, openLine} from './open-line.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {fieldOf} from '../kernel/text-field.ts';
import {linesOf, reviewPaste} from './paste.ts';

/** Handles Ctrl-X: replaces the input with the text saved in the editor. Several lines are reviewed like a paste. */
export async function editDraft(services: Services): Promise<void> {
	const {frontEnd, store} = services;
	const line = openLine(store.getState());
	if (!line) return;
	const edited = await frontEnd.edit(line.field.text);
	if ('problem' in edited) {
		notify(services, 'warning', edited.problem);
		return;
	}
	const lines = linesOf(edited.text);
	if (lines.length > 1) reviewPaste(services, line.serverId, lines);
	else draft(services, line.serverId, fieldOf(lines[0] ?? ''));
}
