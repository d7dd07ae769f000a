import {ApiError} from '../../../contract/errors.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {backoffMs} from '../../../lib/time/retry-delay.ts';
import {sanitizeServer} from '../../kernel/text/sanitize.ts';
import type {Services} from '../../kernel/state/services.ts';

/** Maximum number of servers read at the same time, and the delay between reads of a server, which doubles with each failure. */
const [maxAtOnce, againMs, slowestMs] = [2, 15_000, 300_000];

/** After a poll, reads commands that the list left out and that consoles lack, the visible console first. */
export function readMissing({api, clock, store}: Services): () => void {
	const closing = new AbortController();
	const {signal} = closing;
	const reading = new Set<string>();
	const turns = new Map<string, {failures: number; dueAt: number}>();
	let polledAt: number | undefined;

	const isDue = (serverId: string): boolean => {
		const {console, fleet} = store.getState();
		if (console.get(serverId)?.missing === undefined || !fleet.servers.has(serverId)) return false;
		return !reading.has(serverId) && clock.monotonic() >= (turns.get(serverId)?.dueAt ?? 0);
	};
	const readNext = () => {
		const {console, view} = store.getState();
		for (const serverId of [view.currentId ?? '', ...console.keys()]) {
			if (signal.aborted || reading.size >= maxAtOnce) return;
			if (isDue(serverId)) void read(serverId);
		}
	};
	const read = async (serverId: string) => {
		reading.add(serverId);
		let failures = (turns.get(serverId)?.failures ?? 0) + 1;
		try {
			const {commands} = sanitizeServer(await api.getServer({serverId}, {signal, background: true}));
			addMissing(store, {serverId, at: clock.now(), tick: clock.monotonic(), commands});
			failures = 0;
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
		} finally {
			turns.set(serverId, {failures, dueAt: clock.monotonic() + backoffMs(againMs, slowestMs, failures)});
			reading.delete(serverId);
		}
		readNext();
	};

	const unsubscribe = store.subscribe(() => {
		const {at} = store.getState().fleet;
		if (at === polledAt) return;
		polledAt = at;
		readNext();
	});
	return () => {
		unsubscribe();
		closing.abort();
	};
}

type Missing = {serverId: string; at: number; tick: number; commands: GameServer['commands']};

function addMissing(store: Services['store'], {serverId, ...what}: Missing): void {
	const before = store.getState().console.get(serverId);
	const past = before?.completeTo === undefined ? {isPast: true as const} : {};
	store.dispatch({
		type: 'rcon/allReceived',
		all: [{type: 'rcon/received', serverId, via: 'poll', ...what, ...past}],
	});
	const {console, feed} = store.getState();
	const count = (console.get(serverId)?.newAnswers ?? 0) - (before?.newAnswers ?? 0);
	if (count > 0 && past.isPast === undefined && feed.gaps.length > 0)
		store.dispatch({type: 'feed/filled', count});
}
