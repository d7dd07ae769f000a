import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {openDemo} from '../../src/demo/index.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {listen} from '../../src/service/http/listen.ts';
import {makeHome, openProgram, restSeconds} from './program.ts';
import {rowOf, type Row, type Run} from './row.ts';

/** MB of the built TUI on a demo with its feed, `seconds` after its first list. */
async function residentMemory(servers: number, seconds: number) {
	const demo = await openDemo({clock: systemClock, servers});
	const listening = await listen(demo, {port: 0});
	const {home, remove} = makeHome();
	const start = () =>
		openProgram({
			command: [process.execPath, path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs')],
			env: {
				RCONDECK_URL: listening.url,
				RCONDECK_FEED_URL: listening.feedUrl,
				RCONDECK_TOKEN: demo.credentials.token,
			},
			home,
			shows: 'feed LIVE',
		});
	try {
		// A user's start finds the code cache of an earlier one.
		await (await start()).quit('q');
		const tui = await start();
		await pause(seconds * 1000);
		const memory = tui.memory();
		await tui.kill();
		return memory;
	} finally {
		await listening.close();
		await demo.close();
		remove();
	}
}

/** Measures the resident memory of the built TUI at rest, also with a large fleet. */
export const run: Run = async ({seconds = restSeconds}) => {
	const row = async (what: string, servers: number, most: number): Promise<Row> => {
		const {rss, pss} = await residentMemory(servers, seconds);
		return rowOf(`Resident memory at rest with ${what} servers`, rss, {
			unit: 'MB',
			most,
			detail: `PSS ${pss.toFixed(0)} MB`,
		});
	};
	return [await row('ten', 10, 130), await row('5,000', 5000, 190)];
};
