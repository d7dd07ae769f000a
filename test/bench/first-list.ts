import {spawn} from 'node:child_process';
import {once} from 'node:events';
import path from 'node:path';
import {makeHome, openProgram} from './program.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Run} from './row.ts';
import {openServedDemo} from './served-demo.ts';

const turns = 15;

/** Measures the time to the first list of a service on loopback, alternating with `node -e 0`. */
export const run: Run = async () => {
	const demo = await openServedDemo();
	const {home, remove} = makeHome();
	const bare: number[] = [];
	const lists: number[] = [];
	try {
		// The first turn writes the code cache for the others, and does not count.
		for (let turn = -1; turn < turns; turn++) {
			const startedAt = performance.now();
			await once(spawn(process.execPath, ['-e', '0'], {stdio: 'ignore', env: {HOME: home}}), 'exit');
			const took = performance.now() - startedAt;
			const tui = await openProgram({
				command: [process.execPath, path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs')],
				env: demo.env,
				home,
				shows: /ark-isl-1 .*RUNNING/,
			});
			await (turn < 0 ? tui.quit('q') : tui.kill());
			if (turn < 0) continue;
			bare.push(took);
			lists.push(tui.readyMs);
		}
		const median = quantile(lists, 0.5);
		return [
			rowOf('First list of a service, relative to `node -e 0`', median / quantile(bare, 0.5), {
				unit: '×',
				most: 8.5,
				detail: `${median.toFixed(0)} ms`,
			}),
		];
	} finally {
		demo.close();
		remove();
	}
};
