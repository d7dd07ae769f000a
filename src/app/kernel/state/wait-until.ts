import type {Services} from './services.ts';
import type {State} from '../../state.ts';

/**
Resolves with true as soon as the state satisfies `isSatisfied`, with false when `clock.monotonic` reaches `untilMs`, if
given, or when the session ends.
*/
export function waitUntil(
	{store, clock, ended}: Services,
	isSatisfied: (state: State) => boolean,
	untilMs?: number,
): Promise<boolean> {
	return new Promise(resolve => {
		if (ended.aborted || isSatisfied(store.getState())) {
			resolve(!ended.aborted);
			return;
		}
		let cancelTimeout = () => {};
		const settle = (result: boolean) => {
			unsubscribe();
			ended.removeEventListener('abort', giveUp);
			cancelTimeout();
			resolve(result);
		};
		const giveUp = () => settle(false);
		ended.addEventListener('abort', giveUp);
		const unsubscribe = store.subscribe(() => {
			if (isSatisfied(store.getState())) settle(true);
		});
		if (untilMs !== undefined) cancelTimeout = clock.after(Math.max(0, untilMs - clock.monotonic()), giveUp);
	});
}

/** Runs `task` once, as soon as there is a list of servers. Returns a function that cancels it. */
export function afterFirstList({store}: Pick<Services, 'store'>, task: () => void): () => void {
	const unsubscribe = store.subscribe(() => {
		if (store.getState().fleet.at === undefined) return;
		unsubscribe();
		task();
	});
	return unsubscribe;
}
