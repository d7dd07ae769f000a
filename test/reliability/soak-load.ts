import type {Demo} from '../../src/demo/index.ts';
import type {Random} from '../helpers/random.ts';
import type {FaultyService} from './faulty-service.ts';
import {restFaults} from './rest-faults.ts';
import {chooseFault, clearFaults} from './soak-faults.ts';
import {fillMs, messageOf, messagesAfter} from './soak-fill.ts';

export const perSecond = 100;
const lines = ['status', 'ListPlayers', 'say back in 5', 'SaveWorld', 'maps', 'error'] as const;
const faultMs = 8000;

/** Publishes the load of a soak at a steady pace. */
export function startLoad({service}: FaultyService): {stop: () => void; sent: () => number} {
	const load = openLoad(service, perSecond);
	const start = performance.now();
	const timer = setInterval(() => load.publish(performance.now() - start), 20);
	return {stop: () => clearInterval(timer), sent: load.sent};
}

/**
Publishes messages of all servers, at a steady rate once their consoles are full. Until then, it also sends so many commands
that the service stores no more: their answers, longer than the messages, are part of what the program keeps. `publish` is
called with the time since the start, ms.
*/
export function openLoad(service: Demo, perSecond: number) {
	const {context, teamId} = service;
	const ids = context.store.servers.all().map(({id}) => id);
	const load = {servers: ids.length, perSecond};
	const stored = context.store.teams.get(teamId)?.limits.maxRconCommands ?? 0;
	let [sent, commands] = [0, 0];
	return {
		publish: (ms: number): void => {
			for (const due = messagesAfter(ms, load); sent < due; sent++)
				context.broadcast(teamId, messageOf(sent, ids, context.clock));
			const filled = Math.min(1, ms / fillMs(load));
			for (const due = Math.floor(filled * stored * ids.length); commands < due; commands++)
				void send(service, ids[commands % ids.length] ?? '', lines[commands % lines.length] ?? '');
		},
		sent: (): number => sent,
	};
}

/** Sends a command and does not wait for its answer. */
async function send({fetch, credentials}: Demo, id: string, command: string) {
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
