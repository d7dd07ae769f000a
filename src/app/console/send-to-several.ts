import {serverName} from '../../actions/names.ts';
import {commandText} from '../../contract/rcon-text.ts';
import type {Services} from '../kernel/services.ts';
import type {MultiCommandTarget, MultiCommand} from '../multi-command/results-state.ts';
import {lineOf} from './line-by-id.ts';
import {isFinal} from './outcome.ts';
import {runTyped} from './send-command.ts';
import {quietLineId} from './unread.ts';

/** Sends one command to each of these servers, each in the queue of its node and with an entry in its console. */
export function sendToSeveral(services: Services, serverIds: readonly string[], typed: string): void {
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
	for (const member of run.members) void sendOne(services, run.id, member, typed);
}

async function sendOne(
	services: Services,
	runId: string,
	{serverId, lineId}: MultiCommandTarget,
	typed: string,
): Promise<void> {
	const {store} = services;
	await runTyped(services, serverId, typed, {localId: lineId});
	const line = lineOf(store.getState(), serverId, lineId);
	if (line && isFinal(line)) store.dispatch({type: 'results/settled', runId, lineId, line});
}
