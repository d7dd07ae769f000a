import {
	aboutOf,
	checkForm,
	newDialog,
	openForm,
	stopsOf,
	typedIn,
	verbBlocked,
	type OpenForm,
} from './dialog.ts';
import {dialogMessages} from '../../messages/dialogs.ts';
import {isHeld} from '../../actions/risk.ts';
import type {Plan} from '../../actions/plan.ts';
import {FieldProblem} from '../../actions/field.ts';
import {fieldIdsOf, formFor, type Checked, type Form} from '../kernel/form.ts';
import type {FormRequest} from '../kernel/dialog-id.ts';
import {nextStepOf, requestOf} from './next-step.ts';
import {notify} from '../kernel/notify.ts';
import type {Program} from '../kernel/program.ts';
import type {FormDialog} from '../kernel/dialog-state.ts';
import {fieldOf} from '../kernel/text-field.ts';
import {guardTyping} from '../kernel/typing-guard.ts';
import {completeField} from './complete-field.ts';
import {startUndoWindow} from './undo-window.ts';
import {readPickedFile, readServers} from './prepare-action.ts';
import {factsIn, isUnseen} from './review-facts.ts';
import {notifyFailure, sendAction} from './send-action.ts';

/** Opens a dialog that is bound to its targets by id. */
export function openFormDialog(
	services: Program,
	{form: formId, serverIds, subject, typed = {}}: FormRequest,
): void {
	const {store, clock, dialogs} = services;
	const form = formFor(dialogs, {form: formId, serverIds});
	if (!form) return;
	const target = {serverIds, subject};
	const dialog = newDialog(form, serverIds, aboutOf(target, store.getState(), services, clock.now()));
	const initialFields = Object.entries(typed).map(([name, text]) => [name, fieldOf(text)]);
	store.dispatch({
		type: 'dialog/opened',
		dialog: {...dialog, typed: {...dialog.typed, ...Object.fromEntries(initialFields)}},
	});
	if (dialog.field === undefined) startReview(services);
}

export const openOf = (services: Program): OpenForm | undefined =>
	openForm(services.store.getState(), services, services.clock.now());

/**
Moves from the fields to the review, or to the first field with a problem. Resolves when all reads and local
work for that are done.
*/
export async function advanceDialog(services: Program): Promise<void> {
	const open = openOf(services);
	if (!open) return;
	const checked = checkForm(open);
	if ('problems' in checked) {
		const first = fieldIdsOf(open.form).find(name => checked.problems[name] !== undefined);
		// Problems outside the fields are shown in the review, which then cannot be sent.
		if (first === undefined) startReview(services);
		else change(services, {problems: checked.problems, field: first});
		return;
	}
	if ('local' in checked) await doHere(services, open, checked.local);
	else if (open.form.file) await prepareReview(services, open);
	else startReview(services);
}

/** Reads the file that the form needs first; a dialog closed in the meantime stays closed. */
async function prepareReview(services: Program, {form, dialog, typed}: OpenForm): Promise<void> {
	const prepared = form.file && (await readPickedFile(services, form.file, typed));
	const now = services.store.getState().dialog;
	if (!prepared || now?.kind !== 'form' || now.openedAt !== dialog.openedAt || now.step !== 'edit') return;
	if ('problems' in prepared) {
		change(services, {problems: prepared.problems});
		return;
	}
	change(services, {file: prepared.file});
	startReview(services);
}

/** Runs a local action immediately. If it fails, the dialog opens again with the reason. */
async function doHere(
	services: Program,
	{dialog, form}: OpenForm,
	{run}: Extract<Checked, {local: unknown}>['local'],
): Promise<void> {
	const {clock, store} = services;
	store.dispatch({type: 'dialog/closed'});
	try {
		await run(services);
	} catch (error) {
		if (!(error instanceof FieldProblem)) throw error;
		const field = fieldIdsOf(form).at(-1);
		const problems = field === undefined ? {} : {[field]: error.text};
		const again = {...dialog, field, problems, openedAt: clock.now()};
		if (store.getState().dialog) notify(services, 'failure', error.text);
		else store.dispatch({type: 'dialog/opened', dialog: again});
	}
}

/** Opens the review, and reads the servers again because players may have joined since the last poll. */
function startReview(services: Program): void {
	const {store} = services;
	change(services, {
		step: 'review',
		problems: {},
		failure: undefined,
		fresh: undefined,
		seen: undefined,
		changes: undefined,
		button: 'nothing',
	});
	focusFirstStop(services);
	guardTyping(services, {drops: 'enter'});
	const {dialog} = store.getState();
	if (dialog?.kind === 'form' && dialog.serverIds.length > 0) void readAgain(services, dialog);
}

async function readAgain(services: Program, {openedAt, serverId, serverIds}: FormDialog): Promise<void> {
	const fresh = await readServers(services, serverIds);
	const {dialog} = services.store.getState();
	if (dialog?.kind !== 'form' || dialog.openedAt !== openedAt || dialog.serverId !== serverId) return;
	change(services, {fresh});
	focusFirstStop(services);
}

/** Focuses the confirmation field if there is one, else the button that does nothing. */
function focusFirstStop(services: Program): void {
	const {dialog} = services.store.getState();
	if (dialog?.kind === 'form' && dialog.step === 'review' && dialog.button !== 'verb') {
		change(services, {button: stopsNow(services)[0] ?? 'nothing'});
	}
}

/** Returns the stops of the review as it is now. */
export function stopsNow(services: Program): FormDialog['button'][] {
	const open = openOf(services);
	return stopsOf(open && planOf(open), open !== undefined && nextStepOf(open.dialog) !== undefined);
}

/** Closes the dialog. For an action that was never sent, says so. */
export function leaveDialog(services: Program): void {
	const open = openOf(services);
	services.store.dispatch({type: 'dialog/closed'});
	if (!open || open.form.isLocal || open.dialog.wasSent) return;
	notify(services, 'info', dialogMessages.nothingSent(open.form.title(open.about)), {claim: 'nothingSent'});
}

/** Presses the focused button. */
export async function press(services: Program): Promise<void> {
	const {store} = services;
	const open = openOf(services);
	if (!open) return;
	const {dialog, form} = open;
	if (dialog.button === 'nothing') {
		leaveDialog(services);
		return;
	}
	if (dialog.button === 'offer') {
		takeOffer(services, dialog);
		return;
	}
	const checked = checkForm(open);
	const blocked = verbBlocked(open, checked);
	if (isUnseen(dialog) && blocked === dialogMessages.changed) {
		seeChanges(services, open);
		return;
	}
	if (blocked !== undefined || !('plan' in checked)) {
		notify(services, 'warning', blocked ?? dialogMessages.cannotBeSent);
		return;
	}
	const {plan} = checked;
	if (dialog.button === 'confirm') {
		change(services, {button: 'verb'});
		return;
	}
	if (isHeld(plan.risk)) {
		store.dispatch({type: 'dialog/closed'});
		startUndoWindow(services, form.title(open.about), () => send(services, dialog, form, plan));
		return;
	}
	change(services, {step: 'sending', wasSent: true, failure: undefined});
	await send(services, dialog, form, plan);
}

/** The press on a locked button says that the change was seen; another one, after a pause, presses the button. */
function seeChanges(services: Program, {dialog, about}: OpenForm): void {
	const {lines = []} = dialog.changes ?? {};
	change(services, {seen: factsIn(about), changes: {lines, isSeen: true}});
	guardTyping(services, {drops: 'enter'});
	notify(services, 'warning', dialogMessages.changedSeen(lines.join('; ')), {passing: true});
}

/**
Sends the request. A failure is shown in the dialog with the typed values; a closed dialog opens again unless
the user is typing elsewhere.
*/
async function send(services: Program, dialog: FormDialog, form: Form, plan: Plan): Promise<void> {
	const {store, clock} = services;
	const failure = await sendAction(services, plan, dialog.serverIds);
	const {dialog: now, view} = store.getState();
	const isStillOpen = now?.kind === 'form' && now.openedAt === dialog.openedAt && now.step === 'sending';
	const back = {step: 'review', wasSent: true, failure, button: 'nothing'} as const;
	if (!failure) {
		if (isStillOpen) store.dispatch({type: 'dialog/closed'});
	} else if (isStillOpen) change(services, back);
	else if (!now && !view.input && !view.filter.editing)
		store.dispatch({type: 'dialog/opened', dialog: {...dialog, openedAt: clock.now(), ...back}});
	else notifyFailure(services, form.verb, failure);
}

/** Opens the dialog of the action that a refusal offers; it asks for everything that it always asks for. */
function takeOffer(services: Program, dialog: FormDialog): void {
	const step = nextStepOf(dialog);
	if (!step) return;
	openFormDialog(services, requestOf(step, {...dialog, typed: typedIn(dialog)}, services.dialogs));
	if (dialog.form === step.form) void advanceDialog(services);
}

function planOf(open: OpenForm): Plan | undefined {
	const checked = checkForm(open);
	return 'plan' in checked ? checked.plan : undefined;
}

/** Fills the focused field with the next of its suggestions. */
export function fillOffer(services: Program): void {
	const open = openOf(services);
	const name = open?.dialog.field;
	if (!open || name === undefined || open.dialog.step !== 'edit') return;
	if (open.form.fields[name]?.isPath) {
		void completeField(services, open.dialog);
		return;
	}
	const offers = open.form.fields[name]?.offers?.(open.about, open.typed) ?? [];
	if (offers.length === 0) {
		notify(services, 'info', dialogMessages.nothingOffered, {about: 'view'});
		return;
	}
	const at = offers.indexOf(open.dialog.typed[name]?.text ?? '');
	const text = offers[(at + 1) % offers.length] ?? '';
	change(services, {typed: {...open.dialog.typed, [name]: fieldOf(text)}});
}

export function change({store}: Program, change: Partial<FormDialog>): void {
	store.dispatch({type: 'dialog/changed', change});
}
