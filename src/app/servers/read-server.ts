import {ApiError} from '../../contract/errors.ts';
import type {Services} from '../kernel/state/services.ts';
import {sanitizeServer} from '../kernel/text/sanitize.ts';
import type {ServerCheck} from './fleet.ts';
import {noteChanges} from './read-fleet.ts';

const askEveryMs = 1000;
const askDeadlineMs = 4000;
/** How long before its time an action may happen, ms: clocks differ. */
export const earlyMs = 30_000;

/**
Reads a server every second while a job waits for it, because it may restart between two polls of the list. `dueTick`: when
its action happens, by `clock.monotonic`. Returns a function that ends this.
*/
export function askServer(services: Services, serverId: string, dueTick: number): () => void {
	const {api, store, clock, ended} = services;
	const ending = new AbortController();
	const signal = AbortSignal.any([ending.signal, ended]);
	let cancelTimer = () => {};
	const fleet = () => store.getState().fleet;
	const note = (check: ServerCheck | undefined) => store.dispatch({type: 'fleet/checked', serverId, check});
	const ask = async () => {
		const before = fleet().servers.get(serverId);
		let delayMs = askEveryMs;
		try {
			const read = await api.getServer({serverId}, {signal, background: true, deadlineMs: askDeadlineMs});
			if (signal.aborted) return;
			const known = fleet();
			const {state, stateSince} = sanitizeServer(read);
			// A report of the feed or the list in the meantime is newer.
			if (known.servers.get(serverId) === before) {
				const changes = [{serverId, change: {state, stateSince}}];
				store.dispatch({type: 'fleet/received', at: clock.now(), changes});
				noteChanges(services, known, 'poll');
			}
			note({at: clock.now(), isFailing: false});
		} catch (error) {
			if (signal.aborted) return;
			if (!(error instanceof ApiError)) throw error;
			delayMs = Math.max(delayMs, error.retryAfterMs ?? 0);
			note({at: fleet().checks.get(serverId)?.at, isFailing: true});
		}
		cancelTimer = clock.after(delayMs, () => void ask());
	};
	cancelTimer = clock.after(Math.max(askEveryMs, dueTick - earlyMs - clock.monotonic()), () => void ask());
	return () => {
		ending.abort();
		cancelTimer();
		note(undefined);
	};
}
