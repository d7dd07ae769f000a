import type {Services} from './services.ts';
import type {State} from '../state.ts';

/**
Resolves with true as soon as the state satisfies `isSatisfied`, with false when `clock.monotonic` reaches `untilMs`, if
given.
*/
export function waitUntil(
	{store, clock}: Services,
	isSatisfied: (state: State) => boolean,
	untilMs?: number,
): Promise<boolean> {
	return new Promise(resolve => {
		if (isSatisfied(store.getState())) {
			resolve(true);
			return;
		}
		let cancelTimeout = () => {};
		const settle = (result: boolean) => {
			unsubscribe();
			cancelTimeout();
			resolve(result);
		};
		const unsubscribe = store.subscribe(() => {
			if (isSatisfied(store.getState())) settle(true);
		});
		if (untilMs !== undefined)
			cancelTimeout = clock.after(Math.max(0, untilMs - clock.monotonic()), () => settle(false));
	});
}
