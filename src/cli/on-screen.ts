import {setImmediate} from 'node:timers/promises';
import type {Config} from '../config/load.ts';
import {mountTui} from '../tui/mount.tsx';
import type {Look} from '../tui/theme/choose.ts';
import {exitCodes, type ExitCode} from './exit-codes.ts';
import type {Io} from './io.ts';
import {writeReport} from './report.ts';
import {openTuiSession} from './tui-session.ts';

/** Runs a session on the terminal until it ends. Import this module between the two steps of `settleColors`. */
export async function runOnScreen(
	io: Io,
	config: Config,
	terminal: NonNullable<Io['terminal']>,
	look: Look,
): Promise<ExitCode> {
	const {env} = io;
	const painted = Promise.withResolvers<void>();
	const session = openTuiSession(io, config, painted.promise);
	const tui = mountTui({
		services: session.services,
		...terminal,
		env,
		look,
		ending: io.ending,
		report: bug => writeReport(bug, config.stateDir, env, new Date()),
	});
	await setImmediate();
	painted.resolve();
	try {
		const outcome = await tui.waitUntilExit();
		return outcome === 'lost' ? exitCodes.hangUp : exitCodes.done;
	} finally {
		await session.close();
	}
}
