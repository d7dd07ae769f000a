import {soakReal} from '../real-soak.ts';
import type {Outcome, Trial} from '../run.ts';
import {soakPrograms} from '../soak-programs.ts';

/**
Runs the built TUI, line mode, `feed`, `servers --watch`, `watch` and `serve` at once in real time. Fails if memory,
descriptors or handles grow once the consoles are full, or if a journal is damaged.
*/
export async function run(trial: Trial): Promise<Outcome> {
	const all = await Promise.all([soakReal(trial, 'tui'), soakReal(trial, 'line'), soakPrograms(trial)]);
	return {
		...Object.assign({}, ...all),
		tried: all.reduce((sum, {tried}) => sum + tried, 0),
		failures: all.flatMap(({failures}) => failures),
	};
}
