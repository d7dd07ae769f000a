import type {Config} from '../config/load.ts';
import {openTuiSession} from './tui-session.ts';
import {exitCodes, type ExitCode} from './exit-codes.ts';
import {readingOf, type Io} from './io.ts';
import {openLineMode} from '../line-mode/line-mode.ts';

/** Line mode, on the terminal that is there. */
export async function runLineMode(
	io: Io,
	config: Config,
	terminal: NonNullable<Io['terminal']>,
	isDumb: boolean,
): Promise<ExitCode> {
	// A terminal that only prints lines has no clipboard: what is copied is then said to be in a file alone.
	const given = isDumb ? {...config, clipboard: 'off' as const} : config;
	const session = openTuiSession(io, given, Promise.resolve());
	const stream = openLineMode({
		services: session.services,
		...terminal,
		env: io.env,
		isDumb,
		ending: readingOf(io),
	});
	try {
		const outcome = await stream.waitUntilExit();
		return outcome === 'lost' || io.unread?.aborted ? exitCodes.hangUp : exitCodes.done;
	} finally {
		await session.close();
	}
}
