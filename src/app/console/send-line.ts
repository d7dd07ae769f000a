import {plainPrefix} from '../../actions/aliases.ts';
import {placeholderServer} from '../../actions/placeholder-server.ts';
import {readRconLine} from '../../actions/rcon-line.ts';
import {draft, openLine} from './open-line.ts';
import {armLine, armedMs} from './armed-line.ts';
import {selectionLine, serversOfLine} from './target.ts';
import {sendToSeveral} from './send-to-several.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {emptyField} from '../kernel/text-field.ts';
import {rememberSent} from './walk-history.ts';
import {runTyped} from './send-command.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';
import {dangerTo} from './referenced-players.ts';
import {playersText} from '../../actions/risk.ts';
import type {Message} from '../../messages/text.ts';

/**
Handles Enter in the input: sends the command with aliases expanded. One that needs confirmation is sent only at the
second Enter. Its targets are the servers selected at that moment.
*/
export function sendLine(services: Services): void {
	const {store} = services;
	const line = openLine(store.getState());
	if (!line) return;
	const {serverId, field} = line;
	if (serverId !== selectionLine && !store.getState().fleet.servers.has(serverId)) {
		notify(services, 'info', consoleInputMessages.serverGone);
		return;
	}
	const serverIds = serversOfLine(store.getState(), serverId);
	const {armed, unconfirmed} = store.getState().input;
	const pending = unconfirmed?.serverId === serverId ? unconfirmed.text : undefined;
	const ready = readyToSend(services, serverId, field.text, pending);
	if ('problem' in ready) {
		notify(services, 'info', ready.problem);
		return;
	}
	const isConfirmed =
		armed?.serverId === serverId && armed.text === field.text && isSameList(armed.serverIds, serverIds);
	if (ready.needsConfirmation && !isConfirmed) {
		armLine(services, {serverId, serverIds, text: field.text, reason: ready.danger ?? ready.joined ?? ''});
		notify(services, 'warning', confirmText(services, serverIds, ready), {passing: true});
		return;
	}
	store.dispatch({
		type: 'input/changed',
		change: {armed: undefined, unconfirmed: undefined, completion: undefined},
	});
	draft(services, serverId, emptyField);
	rememberSent(services, serverId, field.text);
	if (serverId === selectionLine) {
		sendToSeveral(services, serverIds, ready.text);
		// The next keys navigate the results, so that nothing is sent to several servers by habit.
		store.dispatch({type: 'view/changed', change: {input: false, toSelection: false, pane: 'results'}});
	} else {
		store.dispatch({type: 'view/scrolled', serverId, top: undefined});
		void runTyped(services, serverId, ready.text);
	}
}

const isSameList = (a: readonly string[], b: readonly string[]) =>
	a.length === b.length && a.every((id, index) => id === b[index]);

/** Returns what a second Enter would do, and why the command looks destructive, if it does. */
export function confirmText(
	{store}: Pick<Services, 'store'>,
	serverIds: readonly string[],
	{danger, joined}: Pick<Ready, 'danger' | 'joined'>,
): Message {
	const {servers} = store.getState().fleet;
	const players = playersText(serverIds.map(id => servers.get(id) ?? placeholderServer(id)));
	const several = serverIds.length > 1 ? {count: serverIds.length, players} : undefined;
	if (joined !== undefined) return consoleInputMessages.confirmJoined(joined);
	return consoleInputMessages.confirm(armedMs / 1000, several, danger);
}

/**
A command that would be sent, and whether it needs confirmation. `danger`: why it looks destructive on any of its
servers, if it does. `joined`: it continues a command that was not confirmed.
*/
type Ready = {
	text: string;
	danger: string | undefined;
	joined: string | undefined;
	needsConfirmation: boolean;
};

/** Reads the command of an input. `pending`: a command in it that was not confirmed. */
export function readyToSend(
	{store, settings}: Services,
	serverId: string,
	typed: string,
	pending?: string,
): Ready | {problem: string} {
	const state = store.getState();
	const command = typed.startsWith(plainPrefix.trim()) ? typed.slice(1) : typed;
	if (command.trim() === '') {
		return {problem: consoleInputMessages.nothingToSend};
	}
	if (serversOfLine(state, serverId).length === 0) {
		return {problem: consoleInputMessages.selectionGone};
	}
	const servers = serversOfLine(state, serverId).map(
		id => state.fleet.servers.get(id) ?? placeholderServer(id),
	);
	const line = readRconLine(typed, servers, settings);
	if ('problem' in line) return line;
	const {text, confirmation} = line;
	const isJoined = !confirmation && pending !== undefined && pending !== typed && typed.startsWith(pending);
	const reason = confirmation?.reason;
	return {
		text,
		danger: reason === undefined ? undefined : dangerTo(state, serverId, text, reason),
		joined: isJoined ? consoleInputMessages.joined(pending) : undefined,
		needsConfirmation: confirmation !== undefined || isJoined,
	};
}
