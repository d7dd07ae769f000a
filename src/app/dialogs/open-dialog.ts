import type {ByName} from '../../lib/json/maps.ts';
import {ApiError} from '../../contract/errors.ts';
import {sanitizeServer} from '../kernel/text/sanitize.ts';
import {briefFailure, type Failure, failureOf} from '../kernel/state/failure.ts';
import {type GameServer, placeholderServer} from '../../contract/models/server.ts';
import type {PickedFile} from '../../actions/context.ts';
import type {Typed} from '../../actions/action.ts';
import {printableLine} from '../../lib/text/text.ts';
import {type Checked, fieldIdsOf, type Form, formFor} from '../kernel/dialogs/form.ts';
import type {Services} from '../kernel/state/services.ts';
import type {FormDialog, Reading} from '../kernel/dialogs/dialog-state.ts';
import {pollFleet} from '../servers/read-fleet.ts';
import {overwriteConflict} from '../../actions/automations.ts';
import type {Plan} from '../../actions/plan.ts';
import type {ActionRequest} from '../../actions/request.ts';
import {isAccepted} from '../../contract/models/accepted.ts';
import type {ListId} from '../kernel/screens/screens-state.ts';
import {unreadText} from '../../messages/results.ts';
import type {Program} from '../kernel/state/program.ts';
import {sendRequest} from '../console/send/send-command.ts';
import {type Activity, actsFrom, outcomeOf, activityText} from '../../actions/activity.ts';
import {dialogMessages} from '../../messages/dialogs.ts';
import {joinMessages} from '../../messages/text.ts';
import {scheduledMessages} from '../../messages/server-list.ts';
import {serverName} from '../../actions/names.ts';
import {notify} from '../kernel/state/notify.ts';
import {waitUntil} from '../kernel/state/wait-until.ts';
import {expectServerState, record, recordPending} from '../servers/expect-state.ts';
import {changeKeysOf} from '../servers/fleet-changes.ts';
import {taskIdsOn} from '../servers/scheduled-actions.ts';
import {
	aboutOf,
	checkForm,
	factsIn,
	isUnseen,
	losesWork,
	newDialog,
	openForm,
	type OpenForm,
	stopsOf,
	typedIn,
	verbBlocked,
} from './dialog.ts';
import {isHeld} from '../../actions/risk.ts';
import {FieldProblem} from '../../actions/field.ts';
import type {FieldId, FormRequest} from '../kernel/dialogs/dialog-id.ts';
import {nextStepOf, requestOf} from './next-step.ts';
import {fieldOf, type TextField} from '../kernel/text/text-field.ts';
import {guardTyping} from '../kernel/keys/typing-guard.ts';
import {completeField} from './complete-field.ts';
import {startUndoWindow} from './undo-window.ts';

/** Reads the file named in a field as it will be sent; returns the problem if it cannot be read. */
export async function readPickedFile(
	{frontEnd}: Services,
	{field, maxBytes, accept}: NonNullable<Form['file']>,
	typed: Typed,
): Promise<{file: PickedFile} | {problems: ByName<string>}> {
	const read = await frontEnd.readFile((typed[field] ?? '').trim(), maxBytes);
	const picked = 'problem' in read ? read : accept(read);
	return 'problem' in picked ? {problems: {[field]: printableLine(picked.problem)}} : {file: picked};
}

/** Reads the servers of an action again for its review, because players may have joined since the last poll. */
export async function readServers(services: Services, serverIds: readonly string[]): Promise<Reading> {
	const {clock} = services;
	try {
		const read = await newest(services, serverIds);
		return {at: clock.now(), ...read};
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return {at: clock.now(), failure: failureOf(error)};
	}
}

/** One server is read by itself; for several, one request reads the entire list. */
async function newest(
	services: Services,
	serverIds: readonly string[],
): Promise<{server: GameServer} | {failure: Failure}> {
	const {api, store} = services;
	const serverId = serverIds[0] ?? '';
	if (serverIds.length === 1)
		return {server: sanitizeServer(await api.getServer({serverId}, {deadlineMs: 4000}))};
	await pollFleet(services, services.ended);
	const {servers, problem} = store.getState().fleet;
	return problem
		? {failure: problem.failure}
		: {server: servers.get(serverId) ?? placeholderServer(serverId)};
}

/**
Sends the requests of an action once, or starts its job. Returns a note to show in addition to the acceptance.
Throws `ApiError`.
*/
async function carryOut(services: Program, plan: Plan): Promise<string | undefined> {
	if (plan.rolling) {
		services.runners.rolling(services, plan.rolling);
		return undefined;
	}
	if (plan.watch) {
		services.runners.watch(services, plan.watch);
		return undefined;
	}
	const requests = plan.renew ? await renewPlan(services, plan) : plan.requests;
	let answer: unknown;
	for (const request of requests) answer = await sendRequest(services, request);
	if (plan.adds && isAccepted(answer) && answer.record) highlightRow(services, plan.adds, answer.record.id);
	if (plan.refresh) services.refreshes[plan.refresh](services);
	const unread = isAccepted(answer) ? answer.unread : undefined;
	return unread === undefined ? undefined : unreadText(unread);
}

/**
Rebuilds the requests from what the service has now. If someone else changed the same values, reads them
again so that the review shows them.
*/
async function renewPlan(
	services: Program,
	{renew, requests, refresh}: Plan,
): Promise<readonly ActionRequest[]> {
	try {
		const now = await renew?.(services.api);
		if (now && now.overwrites.length > 0) throw overwriteConflict(now.overwrites);
		return now?.requests ?? requests;
	} catch (error) {
		if (refresh) services.refreshes[refresh](services);
		throw error;
	}
}

/** Makes a row current, also one that is not in the list before its next read: until then keys act on none. */
function highlightRow({store}: Services, list: ListId, id: string): void {
	const {field} = store.getState().screens.lists[list].filter;
	store.dispatch({type: 'screens/changed', list, change: {currentId: id, chosenWith: field.text}});
}

/**
Sends the requests of an action for these servers once, reports that they were accepted, and records the
outcome. Returns the failure if they were not accepted.
*/
export async function sendAction(
	services: Program,
	plan: Plan,
	targets: readonly string[],
): Promise<Failure | undefined> {
	const {clock, store} = services;
	const serverIds = plan.actsOn ?? targets;
	const sentAt = clock.now();
	const {tasks: known} = store.getState().nodes;
	const sent = {
		type: 'action',
		action: plan.action,
		input: plan.input,
		operationId: services.newId(),
		targetCount: serverIds.length,
	} as const;
	const changes = changeKeysOf(sent, serverIds);
	// A job records what it sends to each server.
	const isJob = plan.rolling !== undefined;
	const isSent = !isJob && plan.watch === undefined;
	if (!plan.onlyLooks && !isJob) {
		const from = actsFrom({...sent, outcome: 'accepted'}, sentAt) ?? sentAt;
		store.dispatch({type: 'fleet/sent', serverIds, at: from, isStop: plan.action === 'stop', changes});
	}
	const ids = isSent ? await recordPending(services, serverIds, sent) : [];
	try {
		const unread = await carryOut(services, plan);
		const accepted: Activity = {
			...sent,
			outcome: 'accepted',
			...(unread !== undefined && {reason: printableLine(unread)}),
		};
		const name = serverIds.length === 1 ? serverName(store.getState().fleet, serverIds[0] ?? '') : undefined;
		const listsTasks = known.size > 0 && store.getState().nodes.tasksProblem === undefined;
		const next = plan.schedules && listsTasks ? scheduledMessages.cancelsSentence : plan.next;
		notify(services, 'done', joinMessages([activityText(accepted, name), next], ' '));
		if (!isJob) record(services, serverIds, accepted, ids);
		for (const serverId of serverIds) {
			expectServerState(services, serverId, plan.expects, sentAt);
			if (plan.schedules)
				store.dispatch({
					type: 'scheduled/added',
					serverId,
					sentAt: clock.now(),
					...plan.schedules,
					jobId: undefined,
					before: taskIdsOn(known.values(), serverId),
				});
		}
		if (!plan.onlyLooks) services.refreshers.pollNow();
		return undefined;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const failure = failureOf(error);
		if (!failure.mayHaveRun) store.dispatch({type: 'fleet/refused', serverIds, changes});
		const outcome = outcomeOf(error);
		record(services, serverIds, {...sent, outcome, reason: briefFailure(failure)}, ids);
		return failure;
	}
}

/** Reports a failure that no open dialog or question shows. */
export function notifyFailure(services: Program, verb: string, {title, mayHaveRun}: Failure): void {
	notify(services, 'failure', dialogMessages.failed(verb, title, mayHaveRun));
}

/** How long a review waits for the first list of automations, ms. */
const automationsMs = 2000;

/** Reads the automations for a review that shows what they will do to its servers. */
export async function refreshPending(
	services: Program,
	{isLocal}: Form,
	serverIds: readonly string[],
): Promise<void> {
	const {store, clock, refreshes} = services;
	const {access} = store.getState();
	if (isLocal || serverIds.length === 0 || !access.team) return;
	if (access.permissions.get('MANAGE_AUTOMATIONS') === 'lacking') return;
	refreshes.automations(services);
	await waitUntil(
		services,
		({automations: {list, problem}}) => (list ?? problem) !== undefined,
		clock.monotonic() + automationsMs,
	);
}

/** Opens a dialog that is bound to its targets by id. */
export function openFormDialog(
	services: Program,
	{form: formId, serverIds, subject, typed = {}}: FormRequest,
): void {
	const {store, clock, dialogs} = services;
	const form = formFor(dialogs, {form: formId, serverIds});
	if (!form) return;
	void refreshPending(services, form, serverIds);
	const target = {serverIds, subject};
	const dialog = newDialog(form, serverIds, aboutOf(target, store.getState(), services, clock.now()));
	const initialFields = Object.entries(typed).map(([name, text]) => [name, fieldOf(text)]);
	store.dispatch({
		type: 'dialog/opened',
		dialog: {...dialog, typed: {...dialog.typed, ...Object.fromEntries(initialFields)}},
	});
	if (dialog.field === undefined) startReview(services);
	else if (form.acts) guardTyping(services, {drops: 'enter'});
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
		page: 0,
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
	const {dialog, notices} = services.store.getState();
	for (const {id, claim} of notices)
		if (claim === 'reading') services.store.dispatch({type: 'notices/expired', id});
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

const offerOf = (open: OpenForm) => nextStepOf({...open, failure: open.dialog.failure});

/** Returns the stops of the review as it is now. */
export function stopsNow(services: Program): FormDialog['button'][] {
	const open = openOf(services);
	return stopsOf(open && planOf(open), open !== undefined && offerOf(open) !== undefined);
}

/** Closes the dialog; one that takes long to fill in only when pressed twice. */
export function leaveTyped(services: Program): void {
	const {store} = services;
	const open = openOf(services);
	const isArmed = store.getState().view.quitArmed;
	const asks = open !== undefined && !isArmed && losesWork(open);
	store.dispatch({type: 'view/changed', change: {quitArmed: asks}});
	if (asks) notify(services, 'warning', dialogMessages.pressAgainToDiscard, {about: 'view'});
	else leaveDialog(services);
}

/** Closes the dialog. For an action that was never sent, says so. */
function leaveDialog(services: Program): void {
	const open = openOf(services);
	services.store.dispatch({type: 'dialog/closed'});
	if (!open || open.form.isLocal || open.dialog.wasSent) return;
	const text = dialogMessages.nothingSent(open.form.title(open.about));
	notify(services, 'info', text, {claim: 'nothingSent', passing: true, about: 'view'});
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
		takeOffer(services, open);
		return;
	}
	const checked = checkForm(open);
	const blocked = verbBlocked(open, checked);
	if (isUnseen(dialog) && blocked === dialogMessages.changed) {
		seeChanges(services, open);
		return;
	}
	if (blocked !== undefined || !('plan' in checked)) {
		// At its button, the dialog says why.
		if (dialog.button !== 'verb' || blocked === undefined) {
			const claim = blocked === dialogMessages.readingServer ? ({claim: 'reading'} as const) : {};
			const text = blocked ?? dialogMessages.cannotBeSent;
			notify(services, 'warning', text, {passing: true, about: 'view', ...claim});
		}
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
	else if (!now && !view.input && !view.filter.editing) {
		store.dispatch({type: 'dialog/opened', dialog: {...dialog, openedAt: clock.now(), ...back}});
		guardTyping(services, {drops: 'enter'});
	} else notifyFailure(services, form.verb, failure);
}

/** Opens the dialog of the action that a refusal offers; it asks for everything that it always asks for. */
function takeOffer(services: Program, open: OpenForm): void {
	const {dialog} = open;
	const step = offerOf(open);
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
	fillField(services, open.dialog, name, fieldOf(offers[(at + 1) % offers.length] ?? ''));
}

/** Puts a text into a field, whose problem was that of the former text. */
export function fillField(
	services: Program,
	{typed, problems: all}: FormDialog,
	name: FieldId,
	text: TextField,
): void {
	const {[name]: _, ...problems} = all;
	change(services, {typed: {...typed, [name]: text}, problems});
}

export function change({store}: Program, change: Partial<FormDialog>): void {
	store.dispatch({type: 'dialog/changed', change});
}
