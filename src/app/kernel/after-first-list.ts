import type {Services} from './services.ts';

/** Runs `task` once, as soon as there is a list of servers. Returns a function that cancels it. */
export function afterFirstList({store}: Pick<Services, 'store'>, task: () => Promise<void>): () => void {
	const unsubscribe = store.subscribe(() => {
		if (store.getState().fleet.at === undefined) return;
		unsubscribe();
		void task();
	});
	return unsubscribe;
}
