import type {Services} from './services.ts';

/** Runs `task` once, when there is a list of servers. What it gives calls that off. */
export function afterFirstList({store}: Pick<Services, 'store'>, task: () => Promise<void>): () => void {
	const stopLooking = store.subscribe(() => {
		if (store.getState().fleet.at === undefined) return;
		stopLooking();
		void task();
	});
	return stopLooking;
}
