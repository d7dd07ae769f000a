import type {Random} from '../helpers/random.ts';
import {messageOf} from './compressed-soak.ts';
import type {FaultyService} from './faulty-service.ts';
import {restFaults} from './rest-faults.ts';
import {chooseFault, clearFaults} from './soak-faults.ts';
import {fillMs, messagesAfter} from './soak-fill.ts';

export const perSecond = 100;
const lines = ['status', 'ListPlayers', 'say back in 5', 'SaveWorld', 'maps', 'error'] as const;
const faultMs = 8000;

/**
Publishes messages of all servers, at a steady rate once their consoles are full. Until then, it also sends so many commands
that the service stores no more: their answers, longer than the messages, are part of what the program keeps.
*/
export function startLoad({service}: FaultyService): {stop: () => void; sent: () => number} {
	const ids = service.context.store.servers.all().map(({id}) => id);
	const load = {servers: ids.length, perSecond};
	const stored = service.context.store.teams.get(service.teamId)?.limits.maxRconCommands ?? 0;
	const start = performance.now();
	let [sent, commands] = [0, 0];
	const timer = setInterval(() => {
		const ms = performance.now() - start;
		for (const due = messagesAfter(ms, load); sent < due; sent++)
			service.context.broadcast(service.teamId, messageOf(sent, ids, service.context.clock));
		const filled = Math.min(1, ms / fillMs(load));
		for (const due = Math.floor(filled * stored * ids.length); commands < due; commands++)
			void send(service, ids[commands % ids.length] ?? '', lines[commands % lines.length] ?? '');
	}, 20);
	return {stop: () => clearInterval(timer), sent: () => sent};
}

/** Sends a command and does not wait for its answer. */
async function send({fetch, credentials}: FaultyService['service'], id: string, command: string) {
	const headers = {'Application-Token': credentials.token, 'Content-Type': 'application/json'};
	const body = JSON.stringify({command});
	await fetch(new Request(`http://demo/server/${id}/rcon`, {method: 'POST', headers, body}));
}

/** Ends the fault and often begins another, every few seconds as long as `change` is called. */
export function openFaults({service, rest}: FaultyService, random: Random) {
	const ids = service.context.store.servers.all().map(({id}) => id);
	let count = 0;
	let nextAt = performance.now() + faultMs;
	return {
		change: async (): Promise<void> => {
			if (performance.now() < nextAt) return;
			nextAt = performance.now() + faultMs;
			await rest.set(undefined);
			if (chooseFault(service, random, ids)) count++;
			else if (random.next() < 0.5) {
				count++;
				await rest.set(restFaults[random.below(restFaults.length)]);
			}
		},
		end: async (): Promise<void> => {
			await rest.set(undefined);
			clearFaults(service, ids);
		},
		count: () => count,
	};
}
