import {expand} from '../input/aliases.ts';
import {dangerIn} from '../input/danger.ts';
import {draft, openLine} from '../input/line.ts';
import {arm, armedMs} from '../input/offers.ts';
import {notify} from '../notify.ts';
import type {Services} from '../services.ts';
import {emptyField} from '../text-field.ts';
import {rememberSent} from './history.ts';
import {plainPrefix, runTyped} from './rcon.ts';

/** Enter in the input: sends the line, with aliases replaced; one that looks destructive only at the second Enter. */
export function sendLine(services: Services): void {
	const {store} = services;
	const line = openLine(store.getState());
	if (!line) return;
	const {serverId, field} = line;
	const ready = readyToSend(services, serverId, field.text);
	if ('problem' in ready) {
		notify(services, 'info', ready.problem);
		return;
	}
	const {armed} = store.getState().input;
	const isConfirmed = armed?.serverId === serverId && armed.text === field.text;
	if (ready.danger !== undefined && !isConfirmed) {
		arm(services, serverId, field.text, ready.danger);
		const seconds = armedMs / 1000;
		notify(
			services,
			'warning',
			`This looks destructive: Enter again within ${seconds} s sends it. ${ready.danger}`,
		);
		return;
	}
	store.dispatch({type: 'input/changed', change: {armed: undefined, completion: undefined}});
	draft(services, serverId, emptyField);
	store.dispatch({type: 'view/scrolled', serverId, top: undefined});
	rememberSent(services, serverId, field.text.trim());
	void runTyped(services, serverId, ready.text);
}

/** What would be sent for a line, and why that looks destructive, if it does. */
export function readyToSend(
	{store, settings}: Services,
	serverId: string,
	typed: string,
): {text: string; danger: string | undefined} | {problem: string} {
	const command = typed.startsWith(plainPrefix.trim()) ? typed.slice(1) : typed;
	if (command.trim() === '') {
		return {problem: 'Nothing to send: type a command, for example ListPlayers or status.'};
	}
	const expanded = expand(typed, settings.aliases);
	if ('problem' in expanded) return expanded;
	const gameType = store.getState().fleet.servers[serverId]?.gameType;
	return {text: expanded.text, danger: dangerIn(expanded.text, gameType, settings.dangerous)};
}
