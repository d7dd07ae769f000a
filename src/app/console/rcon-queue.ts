import {commandQueueOf} from '../../contract/command-queue.ts';
import {lineOf} from './line-by-id.ts';
import {notify} from '../kernel/notify.ts';
import type {Services, Wait} from '../kernel/services.ts';
import {consoleMessages} from '../../messages/console.ts';

export type Turn = {
	serverId: string;
	localId: string;
	/** Everything that a user typed goes first. */
	yields?: true;
	stop: () => void;
	start: () => void;
};

/**
Queues a command. Nodes serve RCON commands one after another, so a command sent during a slow one would time out for
nothing. Commands to one server run one at a time, commands in one queue (usually the node's, see `commandQueueOf`) at
most `atOncePerNode` (default 1) at a time, and queues in parallel.
*/
export function joinRconQueue(services: Services, turn: Turn): void {
	const {waits, store} = services;
	const {localId, ...wait} = turn;
	const server = store.getState().fleet.servers.get(turn.serverId);
	const queue = server ? commandQueueOf(server) : turn.serverId;
	waits.set(localId, {...wait, queue});
	startNext(services);
	updateQueuePlaces(services);
	if (waits.get(localId)?.start && !turn.yields) reportBusy(services, queue);
}

/** Removes a command that finished or was never sent; those after it move up. */
export function leaveRconQueue(services: Services, localId: string): void {
	services.waits.delete(localId);
	startNext(services);
	updateQueuePlaces(services);
}

/** How long a node is kept idle after a command on it timed out, ms. */
const graceMs = 3000;

/**
Keeps a timed-out command in the queue until it is answered after all, or for a moment at most: its node may still be
busy, and the next command would time out after it for nothing.
*/
export function lingerInRconQueue(services: Services, localId: string): void {
	const {waits, store, clock} = services;
	const wait = waits.get(localId);
	const isOpen = () =>
		wait !== undefined && lineOf(store.getState(), wait.serverId, localId)?.status === 'timeout';
	if (!wait || !isOpen()) {
		leaveRconQueue(services, localId);
		return;
	}
	const end = () => {
		cancelTimer();
		unsubscribe();
		if (waits.has(localId)) leaveRconQueue(services, localId);
	};
	const cancelTimer = clock.after(graceMs, end);
	const unsubscribe = store.subscribe(() => {
		if (!isOpen()) end();
	});
	const {start: _, yields: __, ...rest} = wait;
	waits.set(localId, {...rest, isOver: true, stop: end});
}

/** Cancels the newest queued command, preferably on this server; it was never sent. */
export function cancelQueued(services: Services, serverId: string | undefined): boolean {
	const queued = typedCommands(services).filter(({start}) => start !== undefined);
	const last = queued.findLast(wait => wait.serverId === serverId) ?? queued.at(-1);
	last?.stop();
	return last !== undefined;
}

/** Stops waiting for an answer, preferably on this server; the command may continue to run. */
export function stopWaiting(services: Services, serverId: string | undefined): boolean {
	const open = typedCommands(services).filter(({isOver}) => !isOver);
	const last = open.findLast(wait => wait.serverId === serverId) ?? open.at(-1);
	last?.stop();
	return last !== undefined;
}

/** Commands that a user typed. A watch is stopped where it was started. */
const typedCommands = ({waits}: Services): Wait[] => [...waits.values()].filter(({yields}) => !yields);

/** Commands in progress first, then typed ones, then those that yield; each group in issue order. */
function inOrder({waits}: Services): [string, Wait][] {
	const rank = ({start, yields}: Wait) => (start === undefined ? 0 : yields ? 2 : 1);
	return [...waits].sort(([, a], [, b]) => rank(a) - rank(b));
}

/**
Starts every command that may run, in one pass: a server that is busy or has a queued command makes the next one for it
wait as well.
*/
function startNext(services: Services): void {
	const {waits, settings} = services;
	const atOnce = settings.atOncePerNode ?? 1;
	const running = new Map<string | undefined, number>();
	const taken = new Set<string>();
	for (const [localId, wait] of inOrder(services)) {
		const {queue, serverId, start} = wait;
		const inQueue = running.get(queue) ?? 0;
		const isFree = start === undefined || (!taken.has(serverId) && inQueue < atOnce);
		taken.add(serverId);
		if (isFree) running.set(queue, inQueue + 1);
		if (!isFree || !start || waits.get(localId) !== wait) continue;
		const {start: _, ...under} = wait;
		waits.set(localId, under);
		start();
	}
}

/** Updates the number of commands ahead of each queued one on its node, if it changed. */
function updateQueuePlaces(services: Services): void {
	const {waits, store} = services;
	const counts = new Map<string | undefined, number>();
	for (const [localId, wait] of inOrder(services)) {
		const {serverId, queue, start} = wait;
		const ahead = counts.get(queue) ?? 0;
		counts.set(queue, ahead + 1);
		if (!start || wait.ahead === ahead) continue;
		waits.set(localId, {...wait, ahead});
		store.dispatch({type: 'rcon/queued', serverId, localId, ahead});
	}
}

/** Reports once that a node may be busy with a command that timed out, if that is all a command waits for. */
function reportBusy(services: Services, queue: string): void {
	const before = [...services.waits].filter(([, wait]) => wait.queue === queue && !wait.start);
	if (!before.every(([, {isOver}]) => isOver)) return;
	for (const [localId, wait] of before) {
		if (wait.isAnnounced) continue;
		services.waits.set(localId, {...wait, isAnnounced: true});
		notify(services, 'info', consoleMessages.nodeBusy(graceMs / 1000));
	}
}
