import {change, fillOffer, advanceDialog, leaveDialog, openOf, press, stopsNow} from './open-dialog.ts';
import {documentOf, editDocument} from './edit-document.ts';
import {choicesOf} from './dialog.ts';
import {dialogCommandMessages, dialogMessages} from '../../messages/dialogs.ts';
import {fieldIdsOf} from '../kernel/form.ts';
import type {Program} from '../kernel/program.ts';
import {fieldOf, offeredField} from '../kernel/text-field.ts';
import type {Command} from '../kernel/command.ts';

const inDialog = ['dialog'] as const;

/** Moves to the next field or the next stop of the review. The fields come before the first stop. */
const step = (by: number) => (services: Program) => {
	const open = openOf(services);
	if (!open || open.dialog.step === 'sending') return;
	const {dialog, form} = open;
	const names = fieldIdsOf(form);
	if (dialog.step === 'edit') {
		const at = dialog.field === undefined ? -1 : names.indexOf(dialog.field);
		change(services, {field: names[(at + by + names.length) % names.length], back: 0});
		return;
	}
	const stops = stopsNow(services);
	const next = stops.indexOf(dialog.button) + by;
	if (next < 0 && names.length > 0)
		change(services, {step: 'edit', field: names.at(-1), failure: undefined, back: 0});
	else change(services, {button: stops[(next + stops.length) % stops.length] ?? 'nothing', back: 0});
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
	const {[name]: _, ...problems} = dialog.problems;
	change(services, {
		typed: {...dialog.typed, [name]: (field.presets ? offeredField : fieldOf)(next)},
		problems,
	});
};

/** No dialog has more pages than this. */
const maxPages = 9;

const scroll = (by: number) => (services: Program) => {
	const open = openOf(services);
	if (open) change(services, {back: Math.max(0, Math.min(maxPages, open.dialog.back + by))});
};

export const dialogCommands: readonly Command[] = [
	{
		id: 'dialog.enter',
		keys: ['enter'],
		scopes: inDialog,
		...dialogCommandMessages.enter,
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
		...dialogCommandMessages.next,
		run: step(1),
	},
	{
		id: 'dialog.previous',
		keys: ['shift+tab', 'up'],
		scopes: inDialog,
		...dialogCommandMessages.previous,
		run: step(-1),
	},
	{
		id: 'dialog.right',
		keys: ['right', ' '],
		scopes: inDialog,
		...dialogCommandMessages.right,
		run: sideways(1),
	},
	{
		id: 'dialog.left',
		keys: ['left'],
		scopes: inDialog,
		...dialogCommandMessages.left,
		run: sideways(-1),
	},
	{
		id: 'dialog.offer',
		keys: ['ctrl+r'],
		scopes: inDialog,
		...dialogCommandMessages.offer,
		run: fillOffer,
	},
	{
		id: 'dialog.pageUp',
		keys: ['pageup'],
		scopes: inDialog,
		...dialogCommandMessages.pageUp,
		run: scroll(1),
	},
	{
		id: 'dialog.pageDown',
		keys: ['pagedown'],
		scopes: inDialog,
		...dialogCommandMessages.pageDown,
		run: scroll(-1),
	},
	{
		id: 'dialog.edit',
		keys: ['ctrl+x'],
		scopes: inDialog,
		...dialogCommandMessages.edit,
		blocked: state => (documentOf(state) ? undefined : dialogMessages.noDocument),
		run: services => void editDocument(services),
	},
	{
		id: 'dialog.leave',
		keys: ['esc'],
		scopes: inDialog,
		...dialogCommandMessages.leave,
		run: leaveDialog,
	},
];
