import type {Typed} from '../../actions/action.ts';
import type {FieldId} from '../kernel/dialogs/dialog-id.ts';
import {problemIn} from '../../actions/field.ts';
import {fieldIdsOf, formFor, shownFieldIds} from '../kernel/dialogs/form.ts';
import {notify} from '../kernel/state/notify.ts';
import type {KeyCommand, Program} from '../kernel/state/program.ts';
import type {State} from '../state.ts';
import {emptyField, fieldOf, offeredField} from '../kernel/text/text-field.ts';
import {
	advanceDialog,
	change,
	fillField,
	fillOffer,
	leaveTyped,
	openOf,
	press,
	stopsNow,
} from './open-dialog.ts';
import {choicesOf} from './dialog.ts';
import {dialogMessages} from '../../messages/dialogs.ts';

/** Returns the field of the open dialog to edit externally: the focused document, else the first one. */
function documentOf({dialog}: State): FieldId | undefined {
	if (dialog?.kind !== 'form' || dialog.step !== 'edit') return undefined;
	const {kinds, field} = dialog;
	const isDocument = (name: FieldId) => kinds[name] === 'document';
	if (field !== undefined && isDocument(field)) return field;
	return (Object.keys(kinds) as FieldId[]).find(isDocument);
}

/**
Opens the document in the editor. The saved text comes back even if it is invalid, so that it can be
corrected.
*/
async function editDocument(services: Program): Promise<void> {
	const {store, frontEnd, dialogs} = services;
	const {dialog} = store.getState();
	const name = documentOf(store.getState());
	if (name === undefined || dialog?.kind !== 'form') return;
	const open = openOf(services);
	if (!open) return;
	const {compose, spread} = open.form.fields[name] ?? {};
	const composed = compose?.(open.typed, open.about) ?? {text: dialog.typed[name]?.text ?? ''};
	if ('problems' in composed) {
		const field = fieldIdsOf(open.form).find(id => composed.problems[id] !== undefined);
		change(services, {problems: composed.problems, field});
		return;
	}
	const edited = await frontEnd.edit(composed.text);
	const now = store.getState().dialog;
	if (now?.kind !== 'form' || now.openedAt !== dialog.openedAt) return;
	if ('problem' in edited) {
		notify(services, 'warning', edited.problem);
		return;
	}
	const text = edited.text.trimEnd();
	const {[name]: _, ...others} = now.problems;
	const field = formFor(dialogs, now)?.fields[name];
	const problem = field && problemIn(field, text);
	const spreadTexts = problem === undefined ? (spread?.(text, open.about) ?? {}) : {};
	change(services, {
		field: name,
		typed: {...now.typed, ...textFields(spreadTexts), [name]: fieldOf(text)},
		problems: problem === undefined ? others : {...others, [name]: problem},
	});
}

const textFields = (typed: Typed) =>
	Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, fieldOf(text)]));

/** Inserts an empty line into a list of lines, above the focused one. The last line is lost only if it is empty. */
function insertLine(services: Program): void {
	const open = openOf(services);
	const at = open?.dialog.field;
	const list = at && open?.form.fields[at]?.list;
	if (!open) return;
	if (at === undefined || list === undefined) {
		notify(services, 'info', dialogMessages.noList, {about: 'view'});
		return;
	}
	const {form, dialog} = open;
	const lines = fieldIdsOf(form).filter(name => form.fields[name]?.list === list);
	const from = lines.indexOf(at);
	const free = lines.findIndex(
		(name, index) => index >= from && (dialog.typed[name]?.text ?? '').trim() === '',
	);
	if (free === -1) {
		notify(services, 'warning', dialogMessages.listFull(lines.length));
		return;
	}
	const moved = lines
		.slice(from, free)
		.map((name, index) => [lines[from + index + 1], dialog.typed[name]] as const);
	change(services, {
		typed: {...dialog.typed, ...Object.fromEntries(moved), [at]: emptyField},
		problems: {},
	});
}

const inDialog = ['dialog'] as const;

/** Moves to the next field or the next stop of the review. The fields come before the first stop. */
const step = (by: number) => (services: Program) => {
	const open = openOf(services);
	if (!open || open.dialog.step === 'sending') return;
	const {dialog, form} = open;
	const names = shownFieldIds(form, open.typed);
	if (dialog.step === 'edit') {
		const at = dialog.field === undefined ? -1 : names.indexOf(dialog.field);
		change(services, {field: names[(at + by + names.length) % names.length], page: 0});
		return;
	}
	const stops = stopsNow(services);
	const next = stops.indexOf(dialog.button) + by;
	if (next < 0 && names.length > 0)
		change(services, {step: 'edit', field: names.at(-1), failure: undefined, page: 0});
	else change(services, {button: stops[(next + stops.length) % stops.length] ?? 'nothing'});
};

/** Left and right move among the choices or presets of a field, or among the stops of a review. */
const sideways = (by: number) => (services: Program) => {
	const open = openOf(services);
	if (!open) return;
	const {dialog, form, about} = open;
	const {field: name} = dialog;
	const field = name && form.fields[name];
	const choices = field ? (field.presets ?? choicesOf(field, about).map(({value}) => value)) : [];
	if (dialog.step !== 'edit' || !field || choices.length === 0) {
		step(by)(services);
		return;
	}
	const at = choices.indexOf(dialog.typed[name]?.text ?? '');
	const next = choices[(at + by + choices.length) % choices.length];
	if (next === undefined) return;
	fillField(services, dialog, name, (field.presets ? offeredField : fieldOf)(next));
};

/** No dialog has more pages than this. */
const maxPages = 9;

/** Fields are read up from the focused one, a review from its top. */
const scroll = (by: 1 | -1) => (services: Program) => {
	const open = openOf(services);
	if (!open) return;
	const {step, page} = open.dialog;
	change(services, {page: Math.max(0, Math.min(maxPages, page + (step === 'edit' ? -by : by)))});
};

export const dialogCommands: readonly KeyCommand[] = [
	{
		id: 'dialog.enter',
		keys: ['enter'],
		scopes: inDialog,
		run: services => {
			const {dialog} = services.store.getState();
			if (dialog?.kind !== 'form') return;
			if (dialog.step === 'edit') void advanceDialog(services);
			else void press(services);
		},
	},
	{
		id: 'dialog.next',
		keys: ['tab', 'down'],
		scopes: inDialog,
		run: step(1),
	},
	{
		id: 'dialog.previous',
		keys: ['shift+tab', 'up'],
		scopes: inDialog,
		run: step(-1),
	},
	{
		id: 'dialog.right',
		keys: ['right', ' '],
		scopes: inDialog,
		run: sideways(1),
	},
	{
		id: 'dialog.left',
		keys: ['left'],
		scopes: inDialog,
		run: sideways(-1),
	},
	{
		id: 'dialog.offer',
		keys: ['ctrl+r'],
		scopes: inDialog,
		run: fillOffer,
	},
	{
		id: 'dialog.insert',
		keys: ['ctrl+o'],
		scopes: inDialog,
		run: insertLine,
	},
	{
		id: 'dialog.pageUp',
		keys: ['pageup'],
		scopes: inDialog,
		run: scroll(-1),
	},
	{
		id: 'dialog.pageDown',
		keys: ['pagedown'],
		scopes: inDialog,
		run: scroll(1),
	},
	{
		id: 'dialog.edit',
		keys: ['ctrl+x'],
		scopes: inDialog,
		blocked: state => (documentOf(state) ? undefined : dialogMessages.noDocument),
		run: services => void editDocument(services),
	},
	{
		id: 'dialog.leave',
		keys: ['esc'],
		scopes: inDialog,
		run: leaveTyped,
	},
];
