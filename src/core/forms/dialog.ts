import type {GameServer} from '../../contract/models/server.ts';
import type {FormDialog} from '../state/dialog.ts';
import type {State} from '../state/index.ts';
import {emptyField, fieldOf} from '../text-field.ts';
import type {Checked, Form, Plan} from './form.ts';
import {forms} from './index.ts';

/** What arrives sooner than this after a dialog opened was not meant for it. */
export const typeAheadMs = 400;

export type OpenForm = {dialog: FormDialog; form: Form; server: GameServer};

/** The form dialog that is open, with its form and the newest that is known of its server. */
export function openForm(state: State): OpenForm | undefined {
	const {dialog} = state;
	if (dialog?.kind !== 'form') return undefined;
	const form = forms[dialog.form];
	const fresh = dialog.fresh && 'server' in dialog.fresh ? dialog.fresh.server : undefined;
	const server = fresh ?? state.fleet.servers[dialog.serverId];
	return form && {dialog, form, server: server ?? goneServer(dialog.serverId)};
}

/** The server left the list while the dialog was open: the service will say so. */
const goneServer = (id: string): GameServer => ({
	id,
	displayName: undefined,
	teamId: undefined,
	nodeId: undefined,
	created: undefined,
	gameType: undefined,
	state: undefined,
	settingProfileId: undefined,
	serverDirectory: undefined,
	onlinePlayers: undefined,
	backups: [],
	commands: [],
	nodeName: undefined,
	serverIp: undefined,
	map: undefined,
	maxPlayers: undefined,
	modCount: undefined,
	serverPort: undefined,
	queryPort: undefined,
	rconPort: undefined,
});

export function newDialog(form: Form, serverId: string, at: number): FormDialog {
	const names = Object.keys(form.fields);
	const defaults = Object.entries(form.fields).map(([name, {choices}]) => [
		name,
		choices ? fieldOf(choices[0]?.value ?? '') : emptyField,
	]);
	return {
		kind: 'form',
		form: form.id,
		serverId,
		openedAt: at,
		step: names.length > 0 ? 'edit' : 'review',
		typed: Object.fromEntries(defaults),
		field: names[0],
		problems: {},
		button: 'nothing',
		confirm: emptyField,
		fresh: undefined,
		failure: undefined,
	};
}

export function checkForm({dialog, form, server}: OpenForm, now: number): Checked {
	const typed = Object.fromEntries(Object.entries(dialog.typed).map(([name, {text}]) => [name, text]));
	return form.check(server, typed, now);
}

/** The stops of the review in their order. (interface: dialogs) */
export function stopsOf(plan: Plan | undefined): FormDialog['button'][] {
	return plan?.needsName ? ['confirm', 'nothing', 'verb'] : ['nothing', 'verb'];
}

/** What must be typed to confirm. */
export const nameToType = (server: GameServer): string => (server.displayName ?? server.id).trim();

/** Why the verb cannot be pressed yet. */
export function verbBlocked({dialog, server}: OpenForm, plan: Plan | undefined): string | undefined {
	if (dialog.step === 'sending') return 'It has been sent; the service has not answered yet.';
	if (!plan) return 'Something is not filled in right.';
	if (!dialog.fresh) return 'The server is being read again: a moment.';
	if (plan.needsName && dialog.confirm.text.trim() !== nameToType(server)) {
		return `Type ${nameToType(server)} to confirm.`;
	}
	return undefined;
}
