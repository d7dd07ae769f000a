import type {FormDialog} from '../state/dialog.ts';

/** What a refused act offers instead: another dialog, or the same one filled in otherwise. Nothing is sent by it. */
export type NextStep = {label: string; form: string; typed: Readonly<Record<string, string>>};

const steps: Readonly<Record<string, Readonly<Record<string, NextStep>>>> = {
	stop: {
		'server.stop_normal_invalid_state': {label: 'Force the stop', form: 'stop', typed: {force: 'yes'}},
		'server.timed_shutdown_already_scheduled': {label: 'Cancel the other', form: 'cancel', typed: {}},
		'server.timed_restart_already_scheduled': {label: 'Cancel the other', form: 'cancel', typed: {}},
	},
	restart: {
		'server.is_not_online': {label: 'Start it', form: 'start', typed: {}},
		'server.timed_restart_already_scheduled': {label: 'Cancel the other', form: 'cancel', typed: {}},
		'server.timed_shutdown_already_scheduled': {label: 'Cancel the other', form: 'cancel', typed: {}},
	},
	start: {'server.is_not_offline': {label: 'Restart it', form: 'restart', typed: {}}},
	broadcast: {'server.is_not_online': {label: 'Start it', form: 'start', typed: {}}},
	move: {'server.is_not_offline': {label: 'Stop it', form: 'stop', typed: {}}},
	update: {'server.is_not_offline': {label: 'Stop it', form: 'stop', typed: {}}},
	delete: {'server.is_not_offline': {label: 'Stop it', form: 'stop', typed: {}}},
};

export function nextStepOf({form, failure}: Pick<FormDialog, 'form' | 'failure'>): NextStep | undefined {
	const known = Object.hasOwn(steps, form) ? steps[form] : undefined;
	const key = failure?.key;
	return known && key !== undefined && Object.hasOwn(known, key) ? known[key] : undefined;
}
