import type {Store} from '../app/kernel/state/services.ts';
import {systemClock} from '../lib/time/clock.ts';

export type ThrottledStore<State> = {
	/** The state that is on screen, or about to be. */
	getState: () => State;
	subscribe: (listener: () => void) => () => void;
	/** Shows what `task` changes immediately. */
	hurry: (task: () => void) => void;
	/** Shows what could wait. */
	release: () => void;
	/** Shows what waits for the end of its interval. */
	flush: () => void;
	close: () => void;
};

type Options<State> = {
	/** Returns whether a change can wait until `release`, or until another change cannot. */
	canWait?: (before: State, next: State) => boolean;
	/** Returns whether the user waits for a change, such as the first list. */
	isAwaited?: (before: State, next: State) => boolean;
	/** Minimum time between two frames not requested by a key, ms. */
	everyMs: number;
	/** Minimum time since any frame, also a key's, ms: how long a slow terminal needs. */
	restMs: () => number;
	/** Called before each `hurry`. */
	onHurry?: () => void;
	now?: () => number;
};

/**
Throttles a store to what eyes can follow. A key is shown immediately, and so is the first change after it or after a
pause, such as the answer to a command; frequent changes are shown every `everyMs`, always ending with the newest.
*/
export function createThrottledStore<State>(
	store: Pick<Store<State, never>, 'getState' | 'subscribe'>,
	{
		everyMs,
		restMs,
		canWait = () => false,
		isAwaited = () => false,
		onHurry = () => {},
		now = systemClock.monotonic,
	}: Options<State>,
): ThrottledStore<State> {
	let shown = store.getState();
	let shownAt = Number.NEGATIVE_INFINITY;
	/** The last frame that no key requested. */
	let pacedAt = Number.NEGATIVE_INFINITY;
	let cancelTimer: (() => void) | undefined;
	let isHurried = false;
	let isHeld = false;
	const listeners = new Set<() => void>();

	const stopTimer = () => {
		cancelTimer?.();
		cancelTimer = undefined;
	};
	const show = () => {
		stopTimer();
		shownAt = now();
		isHeld = false;
		const state = store.getState();
		if (state === shown) return;
		shown = state;
		for (const listener of listeners) listener();
	};
	const showPaced = () => {
		isHeld = canWait(shown, store.getState());
		if (isHeld) return stopTimer();
		pacedAt = now();
		show();
	};
	const changed = () => {
		if (isHurried) return;
		if (isAwaited(shown, store.getState())) return showPaced();
		if (cancelTimer) return;
		const wait = Math.max(pacedAt + everyMs, shownAt + restMs()) - now();
		if (wait <= 0) showPaced();
		else cancelTimer = systemClock.after(wait, showPaced);
	};
	const unsubscribe = store.subscribe(changed);

	return {
		getState: () => shown,
		subscribe: listener => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		hurry: task => {
			onHurry();
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
		release: () => {
			if (isHeld) show();
		},
		flush: () => {
			if (cancelTimer) showPaced();
		},
		close: () => {
			cancelTimer?.();
			unsubscribe();
		},
	};
}
