import {placeholderServer} from '../../../contract/models/server.ts';
import {notify} from '../../kernel/state/notify.ts';
import type {Services} from '../../kernel/state/services.ts';
import {endTypingGuard, guardTyping} from '../../kernel/keys/typing-guard.ts';
import type {Armed} from '../input/input-state.ts';
import {changeInput, draft, openLine} from '../input/open-line.ts';
import {consoleInputMessages} from '../../../messages/console.ts';
import {serverName} from '../../../actions/names.ts';
import {commandText} from '../../../contract/rcon-text.ts';
import type {MultiCommand, MultiCommandTarget} from '../../multi-command/results-state.ts';
import {lineOf} from '../record/line-by-id.ts';
import {isFinal} from '../record/outcome.ts';
import {runTyped, type SendOptions} from './send-command.ts';
import {quietLineId} from '../record/unread.ts';
import {plainPrefix} from '../../../actions/aliases.ts';
import {readRconLine} from '../../../actions/rcon-line.ts';
import {hiddenServer} from '../../servers/current-server.ts';
import {selectionLine, serversOfLine} from './target.ts';
import {emptyField} from '../../kernel/text/text-field.ts';
import {rememberSent} from '../input/history.ts';
import {dangerTo} from '../input/references.ts';
import {playersText} from '../../../actions/risk.ts';
import type {Message} from '../../../messages/text.ts';

/** How long a destructive command waits for its second Enter. */
export const armedMs = 10_000;

/**
Ends what a key press cancels before it takes effect: a destructive command waiting for its second Enter, and the list
of candidates unless the key belongs to it. Esc has its own command for that. Returns true for an Enter that was not
intended.
*/
export function settleInput(
	services: Services,
	chord: string,
	{burst, completes}: {burst: boolean; completes: boolean},
): boolean {
	const {armed, completion} = services.store.getState().input;
	if (completion && !completes) {
		changeInput(services, {completion: undefined});
	}
	if (!armed || chord === 'esc') return false;
	if (chord === 'enter') return burst;
	disarm(services);
	return false;
}

function armLine(services: Services, line: Omit<Armed, 'at'>): void {
	const armed = {...line, at: services.clock.now()};
	changeInput(services, {armed});
	guardTyping(services, {drops: 'enter'});
	services.clock.after(armedMs, () => {
		if (services.store.getState().input.armed === armed) disarm(services);
	});
}

export function disarm(services: Services): void {
	changeInput(services, {armed: undefined, unconfirmed: services.store.getState().input.armed});
	endTypingGuard(services);
	notify(services, 'info', consoleInputMessages.nothingSent, {claim: 'nothingSent'});
}

/** A command on its way. `settled` resolves when all its servers have an outcome. */
export type SentLine = {entries: readonly ConsoleEntry[]; settled: Promise<unknown>};
export type ConsoleEntry = Pick<MultiCommandTarget, 'serverId' | 'lineId'>;

/** Sends one command to each of these servers, each in the queue of its node and with an entry in its console. */
export function sendToSeveral(
	services: Services,
	serverIds: readonly string[],
	typed: string,
	options: SendOptions = {},
): SentLine {
	const {store, clock, newId} = services;
	const {fleet} = store.getState();
	const run: MultiCommand = {
		id: newId(),
		command: commandText(typed),
		at: clock.now(),
		members: serverIds.map(serverId => ({
			serverId,
			name: serverName(fleet, serverId),
			lineId: quietLineId(newId()),
			final: undefined,
		})),
	};
	store.dispatch({type: 'results/started', run});
	const sent = run.members.map(member => sendOne(services, run.id, member, {typed, options}));
	return {entries: run.members, settled: Promise.all(sent)};
}

async function sendOne(
	services: Services,
	runId: string,
	{serverId, lineId}: MultiCommandTarget,
	{typed, options}: {typed: string; options: SendOptions},
): Promise<void> {
	const {store} = services;
	await runTyped(services, serverId, typed, {...options, localId: lineId});
	const line = lineOf(store.getState(), serverId, lineId);
	if (line && isFinal(line)) store.dispatch({type: 'results/settled', runId, lineId, line});
}

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
		armLine(services, {
			serverId,
			serverIds,
			text: field.text,
			reason: ready.danger ?? ready.joined ?? ready.hidden ?? '',
		});
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

/** Returns the effect of a second Enter, and why the command looks destructive, if it does. */
export function confirmText(
	{store}: Pick<Services, 'store'>,
	serverIds: readonly string[],
	{danger, joined, hidden}: Pick<Ready, 'danger' | 'joined' | 'hidden'>,
): Message {
	const {servers} = store.getState().fleet;
	const players = playersText(serverIds.map(id => servers.get(id) ?? placeholderServer(id)));
	const several = serverIds.length > 1 ? {count: serverIds.length, players} : undefined;
	if (hidden !== undefined) {
		const looks = danger === undefined ? '' : consoleInputMessages.looksDestructive(danger);
		return consoleInputMessages.confirmHidden(hidden, looks);
	}
	if (joined !== undefined) return consoleInputMessages.confirmJoined(joined);
	return consoleInputMessages.confirm(armedMs / 1000, several, danger);
}

/**
A command that would be sent, and whether it needs confirmation. `danger`: why it looks destructive on any of its
servers, if it does. `joined`: it continues a command that was not confirmed. `hidden`: the name of its server if the
filter hides that in the list.
*/
type Ready = {
	text: string;
	danger: string | undefined;
	joined: string | undefined;
	hidden: string | undefined;
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
	const isHidden = serverId === hiddenServer(state);
	return {
		text,
		danger: reason === undefined ? undefined : dangerTo(state, serverId, text, reason),
		joined: isJoined ? consoleInputMessages.joined(pending) : undefined,
		hidden: isHidden ? serverName(state.fleet, serverId) : undefined,
		needsConfirmation: confirmation !== undefined || isJoined || isHidden,
	};
}
