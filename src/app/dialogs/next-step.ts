import {tableOf} from '../../lib/maps.ts';
import {dialogMessages} from '../../messages/dialogs.ts';
import type {Typed} from '../../actions/action.ts';
import type {Answers, FormId, FormRequest} from '../kernel/dialog-id.ts';
import {formFor, type Form} from '../kernel/form.ts';
import type {FormDialog} from '../kernel/dialog-state.ts';

/**
What a refused action offers instead: another dialog, or the same one with other values. It sends nothing
itself.
*/
export type NextStep = {label: string; form: FormId; typed: Answers};

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

export function nextStepOf({form, failure}: Pick<FormDialog, 'form' | 'failure'>): NextStep | undefined {
	return steps.get(form)?.get(failure?.key ?? '');
}

/** Returns the request for the offered form on the same targets, with the answers that it also has. */
export function requestOf(
	{form, typed}: NextStep,
	{serverIds, subject, typed: answers}: Pick<FormRequest, 'serverIds' | 'subject'> & {typed: Typed},
	dialogs: ReadonlyMap<FormId, Form>,
): FormRequest {
	const fields = formFor(dialogs, {form, serverIds})?.fields ?? {};
	const kept = Object.entries(answers).filter(([name]) => Object.hasOwn(fields, name));
	return {form, serverIds, subject, typed: {...Object.fromEntries(kept), ...typed}};
}
