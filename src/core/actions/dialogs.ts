import {ApiError} from '../../contract/errors.ts';
import {cleanServer} from '../clean.ts';
import {failureOf} from '../failure.ts';
import {checkForm, newDialog, nameToType, openForm, stopsOf, verbBlocked} from '../forms/dialog.ts';
import type {Form, Plan} from '../forms/form.ts';
import {notify} from '../notify.ts';
import type {Services} from '../services.ts';
import type {FormDialog} from '../state/dialog.ts';

/** Opens a form for the selected server, bound to it by id. */
export function openFormDialog(services: Services, form: Form): void {
	const {store, clock} = services;
	const serverId = store.getState().view.selectedId;
	if (serverId === undefined) return;
	store.dispatch({type: 'dialog/opened', dialog: newDialog(form, serverId, clock.now())});
	if (Object.keys(form.fields).length === 0) startReview(services);
}

/** From the fields to the review, or to the first field with a problem. */
export function goOn(services: Services): void {
	const {store, clock} = services;
	const open = openForm(store.getState());
	if (!open) return;
	const checked = checkForm(open, clock.now());
	if ('problems' in checked) {
		const first = Object.keys(open.form.fields).find(name => checked.problems[name] !== undefined);
		change(services, {problems: checked.problems, field: first ?? open.dialog.field});
		return;
	}
	startReview(services);
}

/** Shows what would be sent, and reads the server anew: players may have come since the last poll. */
function startReview(services: Services): void {
	const {store} = services;
	change(services, {step: 'review', problems: {}, failure: undefined, fresh: undefined, button: 'nothing'});
	focusFirstStop(services);
	const {dialog} = store.getState();
	if (dialog?.kind === 'form') void readAgain(services, dialog.openedAt, dialog.serverId);
}

async function readAgain(services: Services, openedAt: number, serverId: string): Promise<void> {
	const {api, clock, store} = services;
	const isStillOpen = () => {
		const {dialog} = store.getState();
		return dialog?.kind === 'form' && dialog.openedAt === openedAt && dialog.serverId === serverId;
	};
	try {
		const server = cleanServer(await api.getServer({serverId}, {deadlineMs: 4000}));
		if (isStillOpen()) change(services, {fresh: {at: clock.now(), server}});
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (isStillOpen()) change(services, {fresh: {at: clock.now(), failure: failureOf(error)}});
	}
	if (isStillOpen()) focusFirstStop(services);
}

/** The confirming field where one is asked, else the button that does nothing. */
function focusFirstStop(services: Services): void {
	const plan = planOf(services);
	const {dialog} = services.store.getState();
	if (dialog?.kind === 'form' && dialog.step === 'review' && dialog.button !== 'verb') {
		change(services, {button: stopsOf(plan)[0] ?? 'nothing'});
	}
}

/** The focused button was pressed. */
export async function press(services: Services): Promise<void> {
	const {store} = services;
	const open = openForm(store.getState());
	if (!open) return;
	const plan = planOf(services);
	if (open.dialog.button === 'nothing') {
		store.dispatch({type: 'dialog/closed'});
		return;
	}
	const blocked = verbBlocked(open, plan);
	if (blocked !== undefined || !plan) {
		notify(services, 'warning', blocked ?? 'Something is not filled in right.');
		return;
	}
	if (open.dialog.button === 'confirm') {
		change(services, {button: 'verb'});
		return;
	}
	await send(services, open.dialog, plan, nameToType(open.server));
}

async function send(services: Services, dialog: FormDialog, plan: Plan, name: string): Promise<void> {
	const {api, clock, store} = services;
	change(services, {step: 'sending', failure: undefined});
	const isStillOpen = () => {
		const now = store.getState().dialog;
		return now?.kind === 'form' && now.openedAt === dialog.openedAt && now.step === 'sending';
	};
	try {
		await plan.send(api);
		if (isStillOpen()) store.dispatch({type: 'dialog/closed'});
		notify(services, 'done', plan.done);
		note(services, dialog.serverId, 'act', plan.done);
		expect(services, dialog.serverId, plan, clock.now());
		services.loops.pollNow();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const failure = failureOf(error);
		const outcome = failure.mayHaveRun ? 'outcome unknown, it may have been carried out' : 'refused';
		note(services, dialog.serverId, 'failure', `${dialog.form}: ${outcome}: ${failure.key ?? failure.title}`);
		if (isStillOpen()) change(services, {step: 'review', failure, button: 'nothing'});
		else notify(services, 'failure', `${dialog.form} of ${name}: ${failure.title}`);
	}
}

function note(
	{store, newId, clock}: Services,
	serverId: string,
	tone: 'act' | 'failure',
	text: string,
): void {
	store.dispatch({type: 'console/noted', serverId, id: newId(), at: clock.now(), tone, text});
}

/** Shows the expected state until the service says otherwise, and says so when it does not come true in its time. */
function expect(services: Services, serverId: string, plan: Plan, at: number): void {
	const {store, clock} = services;
	if (!plan.expects) return;
	const {state, withinMs} = plan.expects;
	const from = store.getState().fleet.servers[serverId]?.state;
	const expected = {state, from, at, until: at + withinMs};
	store.dispatch({type: 'fleet/acted', serverId, expected});
	clock.after(withinMs, () => {
		const {fleet} = store.getState();
		if (fleet.expected[serverId] !== expected) return;
		store.dispatch({type: 'fleet/expectationExpired', serverId});
		const name = fleet.servers[serverId]?.displayName ?? serverId;
		notify(
			services,
			'warning',
			`${name} should be ${state} by now, but is still ${from ?? 'without a state'}.`,
		);
	});
}

export function planOf({store, clock}: Services): Plan | undefined {
	const open = openForm(store.getState());
	const checked = open && checkForm(open, clock.now());
	return checked && 'plan' in checked ? checked.plan : undefined;
}

export function change({store}: Services, change: Partial<FormDialog>): void {
	store.dispatch({type: 'dialog/changed', change});
}
