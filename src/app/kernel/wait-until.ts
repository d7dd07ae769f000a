import type {Services} from './services.ts';
import type {State} from '../state.ts';

/**
Resolves with true as soon as the state satisfies `isSo`, with false when `clock.monotonic` reaches `untilMs`, if given.
*/
export function waitUntil(
	{store, clock}: Services,
	isSo: (state: State) => boolean,
	untilMs?: number,
): Promise<boolean> {
	return new Promise(resolve => {
		if (isSo(store.getState())) {
			resolve(true);
			return;
		}
		let callOff = () => {};
		const settle = (result: boolean) => {
			unsubscribe();
			callOff();
			resolve(result);
		};
		const unsubscribe = store.subscribe(() => {
			if (isSo(store.getState())) settle(true);
		});
		if (untilMs !== undefined)
			callOff = clock.after(Math.max(0, untilMs - clock.monotonic()), () => settle(false));
	});
}
