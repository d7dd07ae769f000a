import {readTeam} from './read-team.ts';
import type {Services} from '../kernel/services.ts';

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
