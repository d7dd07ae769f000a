import path from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {makeHome, openProgram, restSeconds} from './program.ts';
import {rowOf, type Run} from './row.ts';
import {openServedDemo} from './served-demo.ts';

/** Measures the built TUI at rest on a served demo, for a minute by default, and scales it to ten minutes. */
export const run: Run = async ({seconds = 60}) => {
	const demo = await openServedDemo();
	const {home, remove} = makeHome();
	try {
		const tui = await openProgram({
			command: [process.execPath, path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs')],
			env: demo.env,
			home,
			shows: 'feed LIVE',
		});
		await pause(restSeconds * 1000);
		const [cpu, bytes] = [tui.cpuSeconds(), tui.bytes()];
		await pause(seconds * 1000);
		const scale = 600 / seconds;
		const detail = scale === 1 ? {} : {detail: `measured for ${seconds} s`};
		const rows = [
			rowOf('CPU of ten idle minutes', (tui.cpuSeconds() - cpu) * scale, {unit: 's', most: 3, ...detail}),
			rowOf('Bytes of ten idle minutes', ((tui.bytes() - bytes) / 1000) * scale, {unit: 'kB', ...detail}),
		];
		await tui.kill();
		return rows;
	} finally {
		demo.close();
		remove();
	}
};
