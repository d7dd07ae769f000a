import type {Config} from '../../config/load.ts';
import {offerSwitch, type SessionEnd} from './run-session.ts';
import {openTuiSession, type Place} from './tui-session.ts';
import {exitCodes} from '../output/exit-codes.ts';
import {type Io, readingOf} from '../output/io.ts';
import {openLineMode} from '../../line-mode/line-mode.ts';

/** Runs line mode on the current terminal. */
export async function runLineMode(
	io: Io,
	config: Config,
	terminal: NonNullable<Io['terminal']>,
	isDumb: boolean,
	place: Place,
): Promise<SessionEnd> {
	// A dumb terminal has no clipboard: copies are then reported as written to a file only.
	const sessionConfig = isDumb ? {...config, clipboard: 'off' as const} : config;
	const session = openTuiSession(io, sessionConfig, Promise.resolve(), undefined, place);
	const {endWith} = offerSwitch(session);
	const stream = openLineMode({
		services: session.services,
		...terminal,
		env: io.env,
		isDumb,
		ending: readingOf(io),
	});
	io.diagnostics?.onReached('lineMode');
	try {
		const outcome = await stream.waitUntilExit();
		return endWith(outcome === 'lost' || io.unread?.aborted ? exitCodes.hangUp : exitCodes.done);
	} finally {
		await session.close();
	}
}
