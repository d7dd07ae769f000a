import {commandQueueOf} from '../../../contract/models/server.ts';
import type {QueuedEvent} from '../record/buffer.ts';
import {lineOf} from '../record/line-by-id.ts';
import {notify} from '../../kernel/state/notify.ts';
import type {Services, Wait} from '../../kernel/state/services.ts';
import {createLearnedLimit, type LearnedLimit} from '../../../lib/time/learned-limit.ts';
import {consoleMessages} from '../../../messages/console.ts';

export type Turn = {
	serverId: string;
	localId: string;
	/** Everything that a user typed goes first. */
	yields?: true;
	batch?: string;
	stop: () => void;
	start: () => void;
};

/**
Queues a command. Many nodes serve RCON commands one after another, so a command sent during a slow one would time out for
nothing. Commands to one server run one at a time, commands in one queue (usually the node's, see `commandQueueOf`) as many
at a time as it was seen to serve, at most `atOncePerNode`, and queues in parallel.
*/
export function joinRconQueue(services: Services, turn: Turn): void {
	const {waits, store} = services;
	const {localId, ...wait} = turn;
	const {serverId, start, yields} = wait;
	const server = store.getState().fleet.servers.get(serverId);
	const queue = server ? commandQueueOf(server) : serverId;
	const running: [string, Wait][] = [];
	let [ahead, isTaken, isOthersTurnLater] = [0, false, false];
	// One pass: hundreds may join at once after hundreds. Those that wait cannot start because another one joins.
	for (const [otherId, other] of waits) {
		const isBefore = other.start === undefined || yields === true || !other.yields;
		if (isBefore && other.serverId === serverId) isTaken = true;
		if (other.queue !== queue) continue;
		if (isBefore) ahead++;
		else isOthersTurnLater = true;
		if (other.start === undefined) running.push([otherId, other]);
	}
	if (!isTaken && running.length < limitOf(services, queue).atOnce()) {
		const {start: _, ...under} = wait;
		waits.set(localId, {...under, queue});
		start();
	} else {
		waits.set(localId, {...wait, queue, ahead});
		store.dispatch({type: 'console/allChanged', all: [{type: 'rcon/queued', serverId, localId, ahead}]});
	}
	if (isOthersTurnLater) updateQueuePlaces(services, queue);
	if (waits.get(localId)?.start && !yields) reportBusy(services, running);
}

function limitOf({limits, settings}: Services, queue = ''): LearnedLimit {
	const known = limits.get(queue);
	if (known) return known;
	const limit = createLearnedLimit({max: settings.atOncePerNode, timeoutMs: settings.awaitMs});
	limits.set(queue, limit);
	return limit;
}

/** Notes that an awaited command starts, to learn how many its queue serves at once; the result notes its end. */
export const startTurn = (
	services: Services,
	localId: string,
	command: string,
): ReturnType<LearnedLimit['start']> => limitOf(services, services.waits.get(localId)?.queue).start(command);

/** Removes a command that finished or was never sent; those after it move up. */
export function leaveRconQueue(services: Services, localId: string): void {
	const queue = services.waits.get(localId)?.queue;
	services.waits.delete(localId);
	startNext(services);
	updateQueuePlaces(services, queue);
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

/**
Cancels all queued commands, or if there are none, stops waiting for sent ones, which may continue to run. If
this server has any, only those of this server. All at once, so that a few presses of Ctrl-C always lead to quitting.
*/
export function stopTyped(
	services: Services,
	serverId: string | undefined,
): {canceled: number; stopped: number} {
	const open = typedCommands(services).filter(({isOver}) => !isOver);
	const queued = open.filter(({start}) => start !== undefined);
	const all = queued.length > 0 ? queued : open;
	const here = all.filter(wait => wait.serverId === serverId);
	const ended = here.length > 0 ? here : all;
	stopLastFirst(ended);
	return queued.length > 0 ? {canceled: ended.length, stopped: 0} : {canceled: 0, stopped: ended.length};
}

/** Cancels all commands that a user typed and that were not sent yet, and those with an id that `isDropped`. */
export function dropQueued({waits}: Services, isDropped: (id: string) => boolean): number {
	const queued = [...waits].filter(([id, {start, yields}]) => start && (!yields || isDropped(id)));
	stopLastFirst(queued.map(([, wait]) => wait));
	return queued.length;
}

/** Cancels the commands of a batch that were not sent yet. */
export function cancelBatch({waits}: Services, batch: string): void {
	stopLastFirst([...waits.values()].filter(wait => wait.start !== undefined && wait.batch === batch));
}

/** Stops all commands at the end of the session. */
export const stopAll = ({waits}: Services): void => stopLastFirst([...waits.values()]);

/** Stops the last ones first, so that none takes the turn of another or moves up in its queue. */
function stopLastFirst(all: readonly Wait[]): void {
	for (const {stop} of all.toReversed()) stop();
}

/** Commands that a user typed. Watches and jobs are stopped where they were started. */
const typedCommands = ({waits}: Services): Wait[] => [...waits.values()].filter(({yields}) => !yields);

/** Commands in progress first, then typed ones, then those that yield; each group in issue order. */
function inOrder(waits: Iterable<[string, Wait]>): [string, Wait][] {
	const rank = ({start, yields}: Wait) => (start === undefined ? 0 : yields ? 2 : 1);
	return [...waits].sort(([, a], [, b]) => rank(a) - rank(b));
}

/**
Starts every command that may run, in one pass: a server that is busy or has a queued command makes the next one for it
wait as well.
*/
function startNext(services: Services): void {
	const {waits} = services;
	const running = new Map<string | undefined, number>();
	const taken = new Set<string>();
	for (const [localId, wait] of inOrder(waits)) {
		const {queue, serverId, start} = wait;
		const inQueue = running.get(queue) ?? 0;
		const isFree =
			start === undefined || (!taken.has(serverId) && inQueue < limitOf(services, queue).atOnce());
		taken.add(serverId);
		if (isFree) running.set(queue, inQueue + 1);
		if (!isFree || !start || waits.get(localId) !== wait) continue;
		const {start: _, ...under} = wait;
		waits.set(localId, under);
		start();
	}
}

/** Updates the place of each command in this queue, in a single state change because there may be hundreds. */
function updateQueuePlaces({waits, store}: Services, queue: string | undefined): void {
	const moved: QueuedEvent[] = [];
	const inQueue = inOrder(waits.entries().filter(([, wait]) => wait.queue === queue));
	for (const [ahead, [localId, wait]] of inQueue.entries()) {
		const {serverId, start} = wait;
		if (!start || wait.ahead === ahead) continue;
		waits.set(localId, {...wait, ahead});
		moved.push({type: 'rcon/queued', serverId, localId, ahead});
	}
	if (moved.length > 0) store.dispatch({type: 'console/allChanged', all: moved});
}

/** Reports once that a node may be busy with commands that timed out, if that is all a command waits for. */
function reportBusy(services: Services, running: readonly [string, Wait][]): void {
	if (!running.every(([, {isOver}]) => isOver)) return;
	for (const [localId, wait] of running) {
		if (wait.isAnnounced) continue;
		services.waits.set(localId, {...wait, isAnnounced: true});
		notify(services, 'info', consoleMessages.nodeBusy(graceMs / 1000));
	}
}
