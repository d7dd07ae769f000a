import {lineOf} from './line-by-id.ts';
import {notify} from '../kernel/notify.ts';
import type {Services, Wait} from '../kernel/services.ts';
import {consoleMessages} from '../../messages/console.ts';

export type Turn = {
	serverId: string;
	localId: string;
	/** It lets everything go first that somebody has typed. */
	yields?: true;
	stop: () => void;
	start: () => void;
};

/**
Nodes serve RCON one command after another, so one behind a slow one would time out for nothing: commands to one
server go one by one, at most `atOncePerNode` (default 1) at a time on one node, and nodes side by side.
*/
export function joinRconQueue(services: Services, turn: Turn): void {
	const {waits, store} = services;
	const {localId, ...wait} = turn;
	const node = store.getState().fleet.servers.get(turn.serverId)?.nodeId ?? turn.serverId;
	waits.set(localId, {...wait, node});
	startNext(services);
	updateQueuePlaces(services);
	if (waits.get(localId)?.start && !turn.yields) sayBusy(services, node);
}

/** The command is over, or was never sent: who is behind it moves up. */
export function leaveRconQueue(services: Services, localId: string): void {
	services.waits.delete(localId);
	startNext(services);
	updateQueuePlaces(services);
}

/** How long a node is left in peace after a command on it timed out, ms. */
const graceMs = 3000;

/**
The command timed out, but its node may be at it still: the next one there waits until it is answered after all, and
never longer than a moment. Without that the next one would time out behind it, for nothing.
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
		callOff();
		unsubscribe();
		if (waits.has(localId)) leaveRconQueue(services, localId);
	};
	const callOff = clock.after(graceMs, end);
	const unsubscribe = store.subscribe(() => {
		if (!isOpen()) end();
	});
	const {start: _, yields: __, ...rest} = wait;
	waits.set(localId, {...rest, isOver: true, stop: end});
}

/** Takes back the newest command that waits for its turn, on this server first; it was never sent. */
export function cancelQueued(services: Services, serverId: string | undefined): boolean {
	const queued = typedOnes(services).filter(({start}) => start !== undefined);
	const last = queued.findLast(wait => wait.serverId === serverId) ?? queued.at(-1);
	last?.stop();
	return last !== undefined;
}

/** Ends the waiting for an answer, on this server first; the command may run on. */
export function stopWaiting(services: Services, serverId: string | undefined): boolean {
	const open = typedOnes(services).filter(({isOver}) => !isOver);
	const last = open.findLast(wait => wait.serverId === serverId) ?? open.at(-1);
	last?.stop();
	return last !== undefined;
}

/** A watch ends where it was begun. */
const typedOnes = ({waits}: Services): Wait[] => [...waits.values()].filter(({yields}) => !yields);

/** In progress, then typed, then what yields; each in the order in which it was given. */
function inOrder({waits}: Services): [string, Wait][] {
	const rank = ({start, yields}: Wait) => (start === undefined ? 0 : yields ? 2 : 1);
	return [...waits].sort(([, a], [, b]) => rank(a) - rank(b));
}

/** In one pass: a server that is busy, or is waited for already, makes the next one for it wait as well. */
function startNext(services: Services): void {
	const {waits, settings} = services;
	const atOnce = settings.atOncePerNode ?? 1;
	const running = new Map<string | undefined, number>();
	const taken = new Set<string>();
	for (const [localId, wait] of inOrder(services)) {
		const {node, serverId, start} = wait;
		const onNode = running.get(node) ?? 0;
		const isFree = start === undefined || (!taken.has(serverId) && onNode < atOnce);
		taken.add(serverId);
		if (isFree) running.set(node, onNode + 1);
		if (!isFree || !start || waits.get(localId) !== wait) continue;
		const {start: _, ...under} = wait;
		waits.set(localId, under);
		start();
	}
}

/** Says on each waiting line how many go before it on its node, when that has changed. */
function updateQueuePlaces(services: Services): void {
	const {waits, store} = services;
	const counts = new Map<string | undefined, number>();
	for (const [localId, wait] of inOrder(services)) {
		const {serverId, node, start} = wait;
		const ahead = counts.get(node) ?? 0;
		counts.set(node, ahead + 1);
		if (!start || wait.ahead === ahead) continue;
		waits.set(localId, {...wait, ahead});
		store.dispatch({type: 'rcon/queued', serverId, localId, ahead});
	}
}

/** Where all that a command waits for is a node that may be busy with one that timed out, that is said, once. */
function sayBusy(services: Services, node: string): void {
	const before = [...services.waits].filter(([, wait]) => wait.node === node && !wait.start);
	if (!before.every(([, {isOver}]) => isOver)) return;
	for (const [localId, wait] of before) {
		if (wait.isAnnounced) continue;
		services.waits.set(localId, {...wait, isAnnounced: true});
		notify(services, 'info', consoleMessages.nodeBusy(graceMs / 1000));
	}
}
