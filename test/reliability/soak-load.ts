import type {Random} from '../helpers/random.ts';
import {messageOf} from './compressed-soak.ts';
import type {FaultyService} from './faulty-service.ts';
import {restFaults} from './rest-faults.ts';
import {chooseFault, clearFaults} from './soak-faults.ts';
import {messagesAfter} from './soak-fill.ts';

export const perSecond = 100;
const faultMs = 8000;

/** Publishes messages of all servers, at a steady rate once their consoles are full. */
export function startLoad({service}: FaultyService): {stop: () => void; sent: () => number} {
	const ids = service.context.store.servers.all().map(({id}) => id);
	const start = performance.now();
	let sent = 0;
	const timer = setInterval(() => {
		const load = {servers: ids.length, perSecond};
		for (const due = messagesAfter(performance.now() - start, load); sent < due; sent++)
			service.context.broadcast(service.teamId, messageOf(sent, ids, service.context.clock));
	}, 20);
	return {stop: () => clearInterval(timer), sent: () => sent};
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
