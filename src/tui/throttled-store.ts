import type {Store} from '../app/kernel/store.ts';
import {systemClock} from '../lib/clock.ts';

export type ThrottledStore<State> = {
	/** The state that is on screen, or about to be. */
	getState: () => State;
	subscribe: (listener: () => void) => () => void;
	/** Shows what `task` changes immediately. */
	hurry: (task: () => void) => void;
	close: () => void;
};

type Options = {
	/** Minimum time between two frames not requested by a key, ms. */
	everyMs: () => number;
	now?: () => number;
};

/**
Throttles a store to what eyes can follow. A key is shown immediately, and so is a change after a pause;
frequent changes are shown every `everyMs`, always ending with the newest.
*/
export function createThrottledStore<State>(
	store: Pick<Store<State, never>, 'getState' | 'subscribe'>,
	{everyMs, now = () => performance.now()}: Options,
): ThrottledStore<State> {
	let shown = store.getState();
	let shownAt = Number.NEGATIVE_INFINITY;
	let cancelTimer: (() => void) | undefined;
	let isHurried = false;
	const listeners = new Set<() => void>();

	const show = () => {
		cancelTimer?.();
		cancelTimer = undefined;
		shownAt = now();
		const state = store.getState();
		if (state === shown) return;
		shown = state;
		for (const listener of listeners) listener();
	};
	const changed = () => {
		if (isHurried || cancelTimer) return;
		const wait = everyMs() - (now() - shownAt);
		if (wait <= 0) show();
		else cancelTimer = systemClock.after(wait, show);
	};
	const unsubscribe = store.subscribe(changed);

	return {
		getState: () => shown,
		subscribe: listener => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		hurry: task => {
			const isOuter = !isHurried;
			isHurried = true;
			try {
				task();
			} finally {
				if (isOuter) {
					isHurried = false;
					show();
				}
			}
		},
		close: () => {
			cancelTimer?.();
			unsubscribe();
		},
	};
}
