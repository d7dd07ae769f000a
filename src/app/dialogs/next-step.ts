import {tableOf} from '../../lib/json/maps.ts';
import {dialogMessages} from '../../messages/dialogs.ts';
import type {Typed} from '../../actions/action.ts';
import type {Answers, FormId, FormRequest} from '../kernel/dialogs/dialog-id.ts';
import {type Form, formFor} from '../kernel/dialogs/form.ts';
import {cancellableTask} from '../../actions/pending.ts';
import type {FilledForm} from './dialog.ts';
import type {FormDialog} from '../kernel/dialogs/dialog-state.ts';

/**
What a refused action offers instead: another dialog, or the same one with other values. It sends nothing
itself.
*/
export type NextStep = {label: string; form: FormId; typed: Answers; serverIds?: readonly string[]};

const {offers} = dialogMessages;

const steps = tableOf({
	stop: tableOf<NextStep>({
		'server.stop_normal_invalid_state': {label: offers.forceStop, form: 'stop', typed: {force: 'yes'}},
		'server.timed_shutdown_already_scheduled': {
			label: offers.cancelOther,
			form: 'cancel-schedule',
			typed: {},
		},
		'server.timed_restart_already_scheduled': {label: offers.cancelOther, form: 'cancel-schedule', typed: {}},
	}),
	restart: tableOf<NextStep>({
		'server.is_not_online': {label: offers.start, form: 'start', typed: {}},
		'server.timed_restart_already_scheduled': {label: offers.cancelOther, form: 'cancel-schedule', typed: {}},
		'server.timed_shutdown_already_scheduled': {
			label: offers.cancelOther,
			form: 'cancel-schedule',
			typed: {},
		},
	}),
	start: tableOf<NextStep>({'server.is_not_offline': {label: offers.restart, form: 'restart', typed: {}}}),
	broadcast: tableOf<NextStep>({'server.is_not_online': {label: offers.start, form: 'start', typed: {}}}),
	move: tableOf<NextStep>({'server.is_not_offline': {label: offers.stop, form: 'stop', typed: {}}}),
	update: tableOf<NextStep>({'server.is_not_offline': {label: offers.stop, form: 'stop', typed: {}}}),
	delete: tableOf<NextStep>({'server.is_not_offline': {label: offers.stop, form: 'stop', typed: {}}}),
});

/** The actions that a scheduled stop or restart disturbs. */
const disturbed = new Set<FormId>(['stop', 'restart', 'move', 'update', 'delete']);

/** Returns what the review offers: after a refusal what may help, before it to cancel what is scheduled. */
export function nextStepOf({
	form: {id},
	about: {servers, known, now},
	failure,
}: Pick<FilledForm, 'form' | 'about'> & Pick<FormDialog, 'failure'>): NextStep | undefined {
	// The service has explained it already: nothing can start this server.
	if (failure?.key === 'server.is_not_online' && failure.hint === undefined) return undefined;
	const step = steps.get(id)?.get(failure?.key ?? '');
	if (step || failure || !disturbed.has(id)) return step;
	const serverIds = servers.filter(one => cancellableTask(known.pendingOn(one.id, now))).map(one => one.id);
	if (serverIds.length === 0) return undefined;
	return {label: offers.cancelOther, form: 'cancel-schedule', typed: {}, serverIds};
}

/** Returns the request for the offered form on the same targets, with the answers that it also has. */
export function requestOf(
	{form, typed, serverIds: some}: NextStep,
	{serverIds: all, subject, typed: answers}: Pick<FormRequest, 'serverIds' | 'subject'> & {typed: Typed},
	dialogs: ReadonlyMap<FormId, Form>,
): FormRequest {
	const serverIds = some ?? all;
	const fields = formFor(dialogs, {form, serverIds})?.fields ?? {};
	const kept = Object.entries(answers).filter(([name]) => Object.hasOwn(fields, name));
	return {form, serverIds, subject, typed: {...Object.fromEntries(kept), ...typed}};
}
