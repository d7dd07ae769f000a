import type {Services, Wait} from '../services.ts';

/**
Nodes serve RCON one command after another, so one behind a slow one would time out for nothing: commands to one
server go one by one, at most `atOncePerNode` (default 1) at a time on one node, and nodes side by side.
*/
export function takeTurn(
	services: Services,
	turn: {serverId: string; localId: string; stop: () => void; start: () => void},
): void {
	const {waits, store} = services;
	const {serverId, localId, stop, start} = turn;
	const node = store.getState().fleet.servers[serverId]?.nodeId ?? serverId;
	waits.set(localId, {serverId, node, stop, start});
	startNext(services);
	tellPlaces(services);
}

/** The command is over, or was never sent: who is behind it moves up. */
export function endTurn(services: Services, localId: string): void {
	services.waits.delete(localId);
	startNext(services);
	tellPlaces(services);
}

/** Takes back the newest command that waits for its turn, on this server first; it was never sent. */
export function recallQueued({waits}: Services, serverId: string | undefined): boolean {
	const queued = [...waits.values()].filter(wait => wait.start !== undefined);
	const last = queued.findLast(wait => wait.serverId === serverId) ?? queued.at(-1);
	last?.stop();
	return last !== undefined;
}

function startNext({waits, settings}: Services): void {
	for (const [localId, wait] of waits) {
		if (!wait.start || !isFirst([...waits.values()], wait, settings.atOncePerNode ?? 1)) continue;
		const {start, ...running} = wait;
		waits.set(localId, running);
		start();
	}
}

function isFirst(all: readonly Wait[], wait: Wait, atOnce: number): boolean {
	const before = all.slice(0, all.indexOf(wait));
	if (before.some(({serverId}) => serverId === wait.serverId)) return false;
	return all.filter(({node, start}) => node === wait.node && !start).length < atOnce;
}

/** Says on each waiting line how many go before it on its node. */
function tellPlaces({waits, store}: Services): void {
	const counts = new Map<string | undefined, number>();
	for (const [localId, {serverId, node, start}] of waits) {
		const behind = counts.get(node) ?? 0;
		counts.set(node, behind + 1);
		if (start) store.dispatch({type: 'rcon/queued', serverId, localId, behind});
	}
}
