import {ApiError} from '../../contract/errors.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {cleanServer} from '../clean.ts';
import {failureOf, type Failure} from '../failure.ts';
import {
	aboutOf,
	checkForm,
	newDialog,
	openForm,
	stopsOf,
	typedIn,
	verbBlocked,
	type OpenForm,
} from '../forms/dialog.ts';
import {isHeld} from '../../actions/risk.ts';
import type {Plan} from '../../actions/plan.ts';
import type {PickedFile, Subject} from '../../actions/context.ts';
import {FieldProblem} from '../../actions/field.ts';
import type {Checked, Form} from '../forms/form.ts';
import type {FormId} from '../forms/form-id.ts';
import {forms} from '../forms/index.ts';
import {goneServer} from '../../actions/gone-server.ts';
import {nextStepOf} from '../forms/next-step.ts';
import {printableLine} from '../../lib/text.ts';
import {notify} from '../notify.ts';
import type {Services} from '../services.ts';
import type {FormDialog} from '../state/dialog.ts';
import {fieldOf} from '../text-field.ts';
import {completeField} from './complete-field.ts';
import {pollFleet} from './fleet.ts';
import {holdBack} from './holds.ts';
import {sendAct} from './send-act.ts';

/** Opens a dialog about these servers or another thing, bound to them by id; what is typed in it may be given. */
export function openFormDialog(
	services: Services,
	formId: FormId,
	serverIds: readonly string[],
	typed: Readonly<Record<string, string>> = {},
	subject?: Subject,
): void {
	const {store, clock, settings} = services;
	const form = forms.get(formId);
	if (!form) return;
	const target = {serverId: serverIds[0] ?? '', serverIds, subject, fresh: undefined};
	const dialog = newDialog(form, serverIds, aboutOf(target, store.getState(), settings, clock.now()));
	const given = Object.entries(typed).map(([name, text]) => [name, fieldOf(text)]);
	store.dispatch({
		type: 'dialog/opened',
		dialog: {...dialog, typed: {...dialog.typed, ...Object.fromEntries(given)}},
	});
	if (dialog.field === undefined) startReview(services);
}

export const openOf = ({store, settings, clock}: Services): OpenForm | undefined =>
	openForm(store.getState(), settings, clock.now());

/** From the fields to the review, or to the first field with a problem; fulfilled when there is nothing more to be read or done for that. */
export async function goOn(services: Services): Promise<void> {
	const open = openOf(services);
	if (!open) return;
	const checked = checkForm(open);
	if ('problems' in checked) {
		const first = Object.keys(open.form.fields).find(name => checked.problems[name] !== undefined);
		// What is wrong besides the fields stands in the review, from which nothing can be sent then.
		if (first === undefined) startReview(services);
		else change(services, {problems: checked.problems, field: first});
		return;
	}
	if ('local' in checked) await doHere(services, open.dialog, checked.local);
	else if (open.form.file) await prepareReview(services, open);
	else startReview(services);
}

/** Reads what the form needs first; a dialog that was left meanwhile stays closed. */
async function prepareReview(services: Services, {form, dialog}: OpenForm): Promise<void> {
	const prepared = form.file && (await readFileOf(services, form.file, typedIn(dialog)));
	const now = services.store.getState().dialog;
	if (!prepared || now?.kind !== 'form' || now.openedAt !== dialog.openedAt || now.step !== 'edit') return;
	if ('problems' in prepared) {
		change(services, {problems: prepared.problems});
		return;
	}
	change(services, {file: prepared.file});
	startReview(services);
}

/** The file that a field names, as it will be sent, or what is wrong with it. */
async function readFileOf(
	{face}: Services,
	{field, maxBytes, accept}: NonNullable<Form['file']>,
	typed: Readonly<Record<string, string>>,
): Promise<{file: PickedFile} | {problems: Readonly<Record<string, string>>}> {
	const read = await face.readFile((typed[field] ?? '').trim(), maxBytes);
	const picked = 'problem' in read ? read : accept(read);
	return 'problem' in picked ? {problems: {[field]: printableLine(picked.problem)}} : {file: picked};
}

/** What concerns only this machine is done at once; where that fails, the dialog comes back with why. */
async function doHere(
	services: Services,
	dialog: FormDialog,
	{run}: Extract<Checked, {local: unknown}>['local'],
): Promise<void> {
	const {clock, store} = services;
	store.dispatch({type: 'dialog/closed'});
	try {
		await run(services);
	} catch (error) {
		if (!(error instanceof FieldProblem)) throw error;
		const field = Object.keys(dialog.typed).at(-1) ?? '';
		const again = {...dialog, field, problems: {[field]: error.text}, openedAt: clock.now()};
		if (store.getState().dialog) notify(services, 'failure', error.text);
		else store.dispatch({type: 'dialog/opened', dialog: again});
	}
}

/** Shows what would be sent, and reads the server anew: players may have come since the last poll. */
function startReview(services: Services): void {
	const {store} = services;
	change(services, {step: 'review', problems: {}, failure: undefined, fresh: undefined, button: 'nothing'});
	focusFirstStop(services);
	const {dialog} = store.getState();
	if (dialog?.kind === 'form' && dialog.serverIds.length > 0) void readAgain(services, dialog);
}

async function readAgain(services: Services, {openedAt, serverId, serverIds}: FormDialog): Promise<void> {
	const {clock, store} = services;
	const isStillOpen = () => {
		const {dialog} = store.getState();
		return dialog?.kind === 'form' && dialog.openedAt === openedAt && dialog.serverId === serverId;
	};
	try {
		const read = await newest(services, serverIds);
		if (isStillOpen()) change(services, {fresh: {at: clock.now(), ...read}});
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (isStillOpen()) change(services, {fresh: {at: clock.now(), failure: failureOf(error)}});
	}
	if (isStillOpen()) focusFirstStop(services);
}

/** One server is read by itself; of many the whole list is read, which is one request. */
async function newest(
	services: Services,
	serverIds: readonly string[],
): Promise<{server: GameServer} | {failure: Failure}> {
	const {api, store} = services;
	const serverId = serverIds[0] ?? '';
	if (serverIds.length === 1)
		return {server: cleanServer(await api.getServer({serverId}, {deadlineMs: 4000}))};
	await pollFleet(services, new AbortController().signal);
	const {servers, problem} = store.getState().fleet;
	return problem ? {failure: problem.failure} : {server: servers.get(serverId) ?? goneServer(serverId)};
}

/** The confirming field where one is asked, else the button that does nothing. */
function focusFirstStop(services: Services): void {
	const {dialog} = services.store.getState();
	if (dialog?.kind === 'form' && dialog.step === 'review' && dialog.button !== 'verb') {
		change(services, {button: stopsNow(services)[0] ?? 'nothing'});
	}
}

/** The stops of the review as it is now. */
export function stopsNow(services: Services): FormDialog['button'][] {
	const open = openOf(services);
	return stopsOf(open && planOf(open), open !== undefined && nextStepOf(open.dialog) !== undefined);
}

/** The focused button was pressed. */
export async function press(services: Services): Promise<void> {
	const {store} = services;
	const open = openOf(services);
	if (!open) return;
	const {dialog, form} = open;
	if (dialog.button === 'nothing') {
		store.dispatch({type: 'dialog/closed'});
		return;
	}
	if (dialog.button === 'offer') {
		takeOffer(services, dialog);
		return;
	}
	const checked = checkForm(open);
	const blocked = verbBlocked(open, checked);
	if (blocked !== undefined || !('plan' in checked)) {
		notify(services, 'warning', blocked ?? 'It cannot be sent as it is.');
		return;
	}
	const {plan} = checked;
	const {action} = plan;
	if (dialog.button === 'confirm') {
		change(services, {button: 'verb'});
		return;
	}
	if (isHeld(plan.risk)) {
		store.dispatch({type: 'dialog/closed'});
		const title = form.title(open.about);
		holdBack(services, title, dialog, () => {
			notify(services, 'info', `${title}: sent, the service has not answered yet.`);
			void sendAct(services, dialog, form, {...plan, action});
		});
		return;
	}
	change(services, {step: 'sending', failure: undefined});
	await sendAct(services, dialog, form, {...plan, action});
}

/** A refusal offered another act: its dialog opens, and asks all that it always asks. */
function takeOffer(services: Services, dialog: FormDialog): void {
	const step = nextStepOf(dialog);
	const form = step && forms.get(step.form);
	if (!form) return;
	const kept = Object.entries(dialog.typed).filter(([name]) => name in form.fields);
	const typed = Object.fromEntries(kept.map(([name, {text}]) => [name, text]));
	openFormDialog(services, step.form, dialog.serverIds, {...typed, ...step.typed}, dialog.subject);
	if (dialog.form === step.form) void goOn(services);
}

function planOf(open: OpenForm): Plan | undefined {
	const checked = checkForm(open);
	return 'plan' in checked ? checked.plan : undefined;
}

/** Fills the focused field with the next of what it offers. */
export function fillOffer(services: Services): void {
	const open = openOf(services);
	const name = open?.dialog.field;
	if (!open || name === undefined || open.dialog.step !== 'edit') return;
	if (open.form.fields[name]?.isPath) {
		void completeField(services, open.dialog);
		return;
	}
	const offers = open.form.fields[name]?.offers?.(open.about, typedIn(open.dialog)) ?? [];
	if (offers.length === 0) {
		notify(services, 'info', 'Nothing is offered for this field.', {about: 'view'});
		return;
	}
	const at = offers.indexOf(open.dialog.typed[name]?.text ?? '');
	const text = offers[(at + 1) % offers.length] ?? '';
	change(services, {typed: {...open.dialog.typed, [name]: fieldOf(text)}});
}

export function change({store}: Services, change: Partial<FormDialog>): void {
	store.dispatch({type: 'dialog/changed', change});
}
