import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {openDemo} from '../../src/demo/index.ts';
import {systemClock} from '../../src/lib/clock.ts';
import {listen} from '../../src/service/listen.ts';
import {messageOf} from '../reliability/soak-fill.ts';
import {makeHome, openProgram, restSeconds} from './program.ts';
import {rowOf, type Row, type Run} from './row.ts';

const lines = 100_000;
const [batch, batchMs] = [200, 40];

/** MB of the built TUI on a demo with its feed, `seconds` after its first list, and again after many console lines. */
async function residentMemory(servers: number, seconds: number, isLong: boolean) {
	const demo = await openDemo({clock: systemClock, servers});
	const listening = await listen(demo, {port: 0});
	const {home, remove} = makeHome();
	const say = (number: number) => {
		const ids = demo.context.store.servers.all().map(({id}) => id);
		demo.context.broadcast(demo.teamId, messageOf(number, ids, systemClock));
	};
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
		const rest = tui.memory();
		if (isLong) {
			for (let said = 0; said < lines; said++) {
				say(said);
				if (said % batch === 0) await pause(batchMs);
			}
			for (let last = lines; last < lines + servers; last++) say(last);
			await tui.sees(new RegExp(String.raw`\b${String(lines).slice(0, -2)}\d\d\b`));
			await pause(seconds * 1000);
		}
		const after = tui.memory();
		await tui.kill();
		return {rest, after};
	} finally {
		await listening.close();
		await demo.close();
		remove();
	}
}

/** Measures the resident memory of the built TUI at rest, with a large fleet, and at rest after a long session. */
export const run: Run = async ({seconds = restSeconds}) => {
	const small = await residentMemory(10, seconds, true);
	const large = await residentMemory(5000, seconds, false);
	const row = (what: string, {rss, pss}: {rss: number; pss: number}, most: number): Row =>
		rowOf(`Resident memory ${what}`, rss, {unit: 'MB', most, detail: `PSS ${pss.toFixed(0)} MB`});
	return [
		row('at rest with ten servers', small.rest, 90),
		row('at rest with 5,000 servers', large.rest, 120),
		row('after 100,000 console lines of ten servers', small.after, 160),
	];
};
