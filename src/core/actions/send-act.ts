import {ApiError} from '../../contract/errors.ts';
import {failureOf} from '../failure.ts';
import type {Form, Plan} from '../forms/form.ts';
import {printableLine} from '../../lib/text.ts';
import {notify} from '../notify.ts';
import type {Services} from '../services.ts';
import type {FormDialog} from '../state/dialog.ts';

/** The node's clock may be so much ahead of ours when what was scheduled is due. */
const earlyMs = 10_000;

/**
Sends what a dialog has planned, once. A refusal stays in the dialog with what was typed, or brings it back where it
has left the screen and nobody is typing.
*/
export async function sendAct(services: Services, dialog: FormDialog, form: Form, plan: Plan): Promise<void> {
	const {api, clock, store} = services;
	const {serverIds} = dialog;
	const isStillOpen = () => {
		const now = store.getState().dialog;
		return now?.kind === 'form' && now.openedAt === dialog.openedAt && now.step === 'sending';
	};
	const sentAt = clock.now();
	const dueAt = plan.schedules ? plan.schedules.at - earlyMs : sentAt;
	if (!plan.onlyLooks) store.dispatch({type: 'fleet/sent', serverIds, at: dueAt});
	try {
		const remark = await plan.send(api, services);
		if (isStillOpen()) store.dispatch({type: 'dialog/closed'});
		const done = remark ? `${plan.done} ${printableLine(remark)}` : plan.done;
		notify(services, 'done', plan.next === undefined ? done : `${done} ${plan.next}`);
		noteElsewhere(services, serverIds, 'act', done);
		for (const [index, serverId] of serverIds.entries()) {
			note(services, serverId, 'act', plan.noted ?? plan.done, index > 0);
			expectState(services, serverId, plan.expects, sentAt);
			if (plan.schedules)
				store.dispatch({type: 'pending/scheduled', serverId, sentAt: clock.now(), ...plan.schedules});
		}
		if (!plan.onlyLooks) services.loops.pollNow();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const failure = failureOf(error);
		if (!failure.mayHaveRun) store.dispatch({type: 'fleet/refused', serverIds});
		const outcome = failure.mayHaveRun ? 'outcome unknown, it may have been carried out' : 'refused';
		const said = `${nameOfAct(dialog)}: ${outcome}: ${failure.key ?? failure.title}`;
		noteElsewhere(services, serverIds, 'failure', said);
		for (const [index, serverId] of serverIds.entries()) note(services, serverId, 'failure', said, index > 0);
		if (isStillOpen()) {
			store.dispatch({type: 'dialog/changed', change: {step: 'review', failure, button: 'nothing'}});
			return;
		}
		const {dialog: other, view} = store.getState();
		if (!other && !view.input && !view.filter.editing) {
			const again: FormDialog = {
				...dialog,
				openedAt: clock.now(),
				step: 'review',
				failure,
				button: 'nothing',
			};
			store.dispatch({type: 'dialog/opened', dialog: again});
		} else {
			const unknown = failure.mayHaveRun ? ' It may have been carried out.' : '';
			notify(services, 'failure', `${form.verb}: ${failure.title}${unknown}`);
		}
	}
}

/** `stop`, `delete backup`: an act in a word or two, as the journal of one-shot commands has it. */
const nameOfAct = ({form}: FormDialog) => form.replace(/-many$/, '').replaceAll('-', ' ');

/** What is about no server has no console: the timeline tells of it. */
function noteElsewhere(
	{store, newId, clock}: Services,
	serverIds: readonly string[],
	tone: 'act' | 'failure',
	text: string,
): void {
	if (serverIds.length > 0) return;
	store.dispatch({type: 'timeline/acted', act: {id: newId(), at: clock.now(), tone, text}});
}

function note(
	{store, newId, clock}: Services,
	serverId: string,
	tone: 'act' | 'failure',
	text: string,
	isRepeat = false,
): void {
	store.dispatch({
		type: 'console/noted',
		serverId,
		id: newId(),
		at: clock.now(),
		tone,
		text,
		...(isRepeat && {isRepeat}),
	});
}

/**
Shows the expected state until the service says otherwise, and says so when it does not come true in its time. The feed
may have been faster than the answer to the act of `sentAt`: then nothing is left to expect.
*/
export function expectState(
	services: Services,
	serverId: string,
	expects: Plan['expects'],
	sentAt: number,
): void {
	const {store, clock} = services;
	if (!expects) return;
	const {state, withinMs} = expects;
	const {servers, since} = store.getState().fleet;
	const from = servers.get(serverId)?.state;
	const last = since.get(serverId);
	if (from === state || (last?.seen && last.at >= sentAt)) return;
	const at = clock.now();
	const expected = {state, from, at, until: at + withinMs};
	store.dispatch({type: 'fleet/acted', serverId, expected});
	clock.after(withinMs, () => {
		const {fleet} = store.getState();
		if (fleet.expected.get(serverId) !== expected) return;
		store.dispatch({type: 'fleet/expectationExpired', serverId});
		const name = fleet.servers.get(serverId)?.displayName ?? serverId;
		const text = `should be ${state} by now, but is still ${from ?? 'without a state'}.`;
		notify(services, 'warning', `${name} ${text}`);
		note(services, serverId, 'failure', `It ${text}`);
	});
}
