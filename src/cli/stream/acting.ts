import {openFormDialog} from '../../core/actions/dialogs.ts';
import {abortRest, pauseOrGoOn} from '../../core/actions/wave.ts';
import {blockedBecause, commands} from '../../core/commands/index.ts';
import {warnOfMissingRight} from '../../core/commands/missing-right.ts';
import {broadcastManyForm} from '../../core/forms/broadcast-many.ts';
import {broadcastForm} from '../../core/forms/broadcast.ts';
import type {Form} from '../../core/forms/form.ts';
import {restartForm, startForm, stopForm} from '../../core/forms/power.ts';
import {restartManyForm, startManyForm, stopManyForm} from '../../core/forms/wave.ts';
import {operationBlocked} from '../../core/rules.ts';
import {isOpen, jobProgress} from '../../core/state/jobs.ts';
import type {StreamDesk} from './desk.ts';
import {converse} from './dialogs.ts';
import {serversOf} from './find.ts';
import {inWords} from './words.ts';

const forms: Record<string, {one: Form; many: Form}> = {
	start: {one: startForm, many: startManyForm},
	stop: {one: stopForm, many: stopManyForm},
	restart: {one: restartForm, many: restartManyForm},
};

const isReadOnly = ({services, say}: StreamDesk): boolean => {
	if (services.settings.readOnly) say('WARNING This session is read-only: nothing is sent to a server.');
	return services.settings.readOnly;
};

/** Starts, stops or restarts the servers that are named, else the chosen one. */
export async function act(desk: StreamDesk, verb: 'start' | 'stop' | 'restart', rest: string): Promise<void> {
	const pair = forms[verb];
	const servers = isReadOnly(desk) ? undefined : serversOf(desk, rest);
	const [only] = servers ?? [];
	if (!pair || !servers || !only) return;
	const form = servers.length > 1 ? pair.many : pair.one;
	const blocked = form.operation && operationBlocked(form.operation, only);
	if (blocked !== undefined) {
		desk.say(`WARNING ${inWords(blocked)}`);
		return;
	}
	openFormDialog(
		desk.services,
		form,
		servers.map(({id}) => id),
	);
	warnOfMissingRight(desk.services, 'MANAGE_SERVERS');
	await converse(desk);
}

/** Says a text to the players of the chosen server, or of all that are up. */
export async function broadcast(desk: StreamDesk, rest: string): Promise<void> {
	if (isReadOnly(desk)) return;
	const [, all, text = ''] = /^(--all\b)?\s*(.*)$/s.exec(rest) ?? [];
	const ids =
		all === undefined ? serversOf(desk, '')?.map(({id}) => id) : desk.services.store.getState().fleet.order;
	if (!ids || ids.length === 0) return;
	openFormDialog(desk.services, ids.length > 1 ? broadcastManyForm : broadcastForm, ids, {text});
	warnOfMissingRight(desk.services, 'MANAGE_SERVERS');
	await converse(desk, text === '' ? [] : ['text']);
}

/** Recalls what is held back or waits its turn; else asks whether a scheduled act is to be cancelled. */
export async function undo(desk: StreamDesk): Promise<void> {
	const {services, say} = desk;
	const command = commands.find(({id}) => id === 'view.undo');
	const blocked = command && blockedBecause(command, services.store.getState(), services.settings);
	if (blocked !== undefined) say(inWords(blocked));
	else {
		command?.run(services);
		await converse(desk);
	}
}

/** Says how the jobs stand; `pause`, `go` and `abort` are for the newest that is not over. */
export function jobs({services, say}: StreamDesk, what: string): void {
	const {jobs} = services.store.getState();
	const newest = jobs.findLast(isOpen);
	if (what === '') {
		const lines = jobs.map(job => `JOB ${job.title}, ${job.status}, ${jobProgress(job)} done`);
		say(...(lines.length > 0 ? lines : ['No job was begun in this session.']));
	} else if (!['pause', 'go', 'abort'].includes(what)) say('PROBLEM :jobs takes pause, go or abort.');
	else if (!newest) say('No job is under way.');
	else if (what === 'abort') abortRest(services, newest);
	else if ((what === 'pause') === (newest.status === 'paused')) say(`It is ${newest.status} already.`);
	else pauseOrGoOn(services, newest);
}
