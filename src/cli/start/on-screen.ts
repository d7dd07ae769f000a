import type {Config} from '../../config/load.ts';
import {mountTui} from '../../tui/mount.tsx';
import type {Look} from '../../tui/theme/choose.ts';
import {exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {reportBug} from '../output/report.ts';
import {offerSwitch, type SessionEnd} from './run-session.ts';
import {openTuiSession, type Place, type TuiConnection} from './tui-session.ts';
import {nextTurn} from '../../lib/time/clock.ts';

/** Runs a session on the terminal until it ends. Import this module between the two steps of `settleColors`. */
export async function runOnScreen(
	io: Io,
	config: Config,
	terminal: NonNullable<Io['terminal']>,
	look: Look,
	place: Place,
	painted: PromiseWithResolvers<void>,
	connection: TuiConnection,
): Promise<SessionEnd> {
	const {env} = io;
	const session = openTuiSession(io, config, painted.promise, undefined, place, connection);
	const {endWith} = offerSwitch(session);
	const tui = await mountTui({
		services: session.services,
		...terminal,
		env,
		look,
		ending: io.ending,
		report: bug => reportBug(io, bug, config.stateDir),
	});
	await nextTurn();
	painted.resolve();
	try {
		const outcome = await tui.waitUntilExit();
		return endWith(outcome === 'lost' ? exitCodes.hangUp : exitCodes.done);
	} finally {
		await session.close();
	}
}
