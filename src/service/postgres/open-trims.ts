import type {Kysely} from 'kysely';
import type {Trims} from './repositories.ts';
import type {Tables} from './tables.ts';

/** Trims tables one after the other, so that requests do not wait for it and keep their connections. */
export function openTrims(database: Kysely<Tables>): {
	add: (trims: Trims) => void;
	/** Resolves after the one in progress. The next transactions, of any instance, repeat the others. */
	close: () => Promise<void>;
} {
	const waiting: Trims = new Map();
	let running: Promise<void> | undefined;
	const run = async () => {
		// Those that are added meanwhile follow.
		for (const [key, trim] of waiting) {
			waiting.delete(key);
			// The next transaction repeats what fails.
			await trim(database).catch(() => {});
		}
		running = undefined;
	};
	return {
		add: trims => {
			for (const [key, trim] of trims) waiting.set(key, trim);
			if (waiting.size > 0) running ??= run();
		},
		close: async () => {
			waiting.clear();
			await running;
		},
	};
}
