import {openFormDialog} from '../core/actions/dialogs.ts';
import type {CommandInfo} from '../core/keymap/command-info.ts';
import type {CommandId} from '../messages/command-ids.ts';
import type {FormId} from '../core/forms/form-id.ts';
import {blockedBecause} from '../core/keymap/hints.ts';
import {warnOfMissingRight} from '../core/commands/missing-right.ts';
import type {Services} from '../core/services.ts';
import type {PaneId} from '../core/state/view.ts';
import type {LineSession} from './session.ts';
import {askAction, type Given} from './action-questions.ts';
import {renderLine} from './front-end.ts';

/** What a key is about: these servers, as if they were marked or chosen; or what is to be seen on this screen. */
export type About = Given & {servers?: readonly string[]; pane?: PaneId};

/**
Does what a key of the deck does, on the same terms: it is blocked for the same reasons, and the dialog that it opens
asks the same. Afterwards everything is looked at as before.
*/
export async function runKey(
	session: LineSession,
	id: CommandId,
	{servers, pane, ...given}: About = {},
): Promise<void> {
	const {services, print} = session;
	const {store, settings, keymap} = services;
	const command = keymap.commands.find(one => one.id === id);
	if (!command) return;
	const unlisted = servers?.find(server => !store.getState().fleet.servers.has(server));
	if (servers && unlisted !== undefined) {
		await actOnUnlisted(session, command, {...given, servers});
		return;
	}
	if (servers) {
		const marks = new Set(servers.length > 1 ? servers : []);
		const change = {pane: 'servers', marks, selectedId: servers[0]} as const;
		store.dispatch({type: 'view/changed', change});
	}
	if (pane) store.dispatch({type: 'view/changed', change: {pane}});
	try {
		const blocked = blockedBecause(command, store.getState(), settings);
		if (blocked !== undefined) {
			print(`WARNING ${renderLine(blocked)}`);
			return;
		}
		services.runCommand(command.id);
		warnOfMissingRight(services, command.needs);
		await askAction(session, given);
	} finally {
		session.stand();
	}
}

/** The commands that open a dialog about one server, listed or not. */
const dialogsOfOne = new Map<CommandId, FormId>([
	['servers.start', 'start'],
	['servers.stop', 'stop'],
	['servers.restart', 'restart'],
	['servers.broadcast', 'broadcast'],
]);

/** A server that no list has has a dialog, and nothing else. */
async function actOnUnlisted(
	session: LineSession,
	{id, needs}: CommandInfo,
	{servers, ...given}: Given & {servers: readonly string[]},
): Promise<void> {
	const {services, print} = session;
	const form = dialogsOfOne.get(id);
	if (!form || servers.length > 1) {
		print(
			'PROBLEM A server that no list has can be started, stopped, restarted and told something, by itself.',
		);
		return;
	}
	if (services.settings.readOnly) {
		print('WARNING This session is read-only: nothing is sent to a server.');
		return;
	}
	try {
		openFormDialog(services, form, servers);
		warnOfMissingRight(services, needs);
		await askAction(session, given);
	} finally {
		session.stand();
	}
}

/** The same for what asks nothing, where the deck stands now. */
export function runNow(services: Services, id: CommandId): void {
	services.runCommand(id);
}
