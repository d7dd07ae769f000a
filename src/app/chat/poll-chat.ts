import {mayBePlayed, unlistedState} from '../../actions/player-lists.ts';
import {commandQueueOf} from '../../contract/models/server.ts';
import {chatCommandOf} from '../../games/chat-lines.ts';
import {quietLineId} from '../console/record/unread.ts';
import {sendAwaited} from '../console/send/send-command.ts';
import type {Program} from '../kernel/state/program.ts';
import type {State} from '../state.ts';
import {isInUse} from '../players/listing.ts';

/** The interval between two requests for the chat of a game that does not print it. */
const intervalMs = 15_000;
/** A refused request is repeated after this. */
const refusedMs = 300_000;
const tickMs = 1000;

const isWanted = ({view, chat}: State): boolean => view.pane === 'chat' || chat.isWanted;

/** Asks games that list their chat for it, while the screen is open or a trigger needs it; one at a time per queue. */
export function pollChat(services: Program): () => void {
	const {store, clock, waits, settings, newId} = services;
	const lineId = () => quietLineId(`chat:${newId()}`);
	const dueAt = new Map<string, number>();
	let cancelTimer = () => {};
	let isTicking = false;
	const ask = () => {
		const state = store.getState();
		const now = clock.now();
		const busy = new Set([...waits.values()].map(({queue}) => queue));
		for (const server of state.fleet.list) {
			const command = chatCommandOf(server.gameType);
			const queue = commandQueueOf(server);
			if (command === undefined || busy.has(queue) || now < (dueAt.get(server.id) ?? 0)) continue;
			if (!mayBePlayed(server) || unlistedState(server) !== undefined || server.onlinePlayers === 0) continue;
			if (isInUse(state, server, now)) continue;
			busy.add(queue);
			dueAt.set(server.id, now + intervalMs);
			const options = {localId: lineId(), yields: true, isProbe: true} as const;
			void sendAwaited(services, server.id, command, options).then(error => {
				if (error?.status === 401 || error?.status === 403) dueAt.set(server.id, clock.now() + refusedMs);
			});
		}
	};
	const tick = () => {
		isTicking = isWanted(store.getState());
		if (!isTicking) return;
		ask();
		cancelTimer = clock.after(tickMs, tick);
	};
	const start = () => {
		if (isTicking || settings.readOnly || !isWanted(store.getState())) return;
		isTicking = true;
		// Deferred: an event dispatched from here would start polling a second time.
		cancelTimer = clock.after(0, tick);
	};
	const unsubscribe = store.subscribe(start);
	return () => {
		cancelTimer();
		unsubscribe();
		for (const [id, {start: waiting, stop}] of waits)
			if (waiting && id.startsWith(quietLineId('chat:'))) stop();
	};
}
