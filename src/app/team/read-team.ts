import {ApiError} from '../../contract/errors.ts';
import {sanitizeTeam} from '../kernel/text/sanitize.ts';
import {failureOf} from '../kernel/state/failure.ts';
import type {Services} from '../kernel/state/services.ts';

/** Reads the team again. After a failure the known record stays, and its age is shown. */
export async function readTeam({api, store, clock}: Services, signal?: AbortSignal): Promise<void> {
	try {
		const team = sanitizeTeam(await api.myTeam({}, {...(signal && {signal}), background: true}));
		store.dispatch({type: 'access/granted', team, at: clock.now()});
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.reason === 'canceled') return;
		const failure = failureOf(error);
		store.dispatch({type: 'access/teamFailed', failure});
		if (error.status === 401) store.dispatch({type: 'access/failed', failure});
	}
}

const everyMs = 30_000;

/**
Reads the team when its screen is opened, and polls it while the screen is open, since others invite and
remove members as well.
*/
export function watchTeam(services: Services): () => void {
	const {clock, store} = services;
	const closing = new AbortController();
	let cancelTimer: (() => void) | undefined;
	const turn = () => {
		cancelTimer = clock.after(everyMs, turn);
		void readTeam(services, closing.signal);
	};
	const update = () => {
		const {view, access} = store.getState();
		const isOpen = view.pane === 'team' && access.team !== undefined;
		if (isOpen && !cancelTimer) turn();
		else if (!isOpen && cancelTimer) {
			cancelTimer();
			cancelTimer = undefined;
		}
	};
	const unsubscribe = store.subscribe(update);
	return () => {
		closing.abort();
		unsubscribe();
		cancelTimer?.();
	};
}
