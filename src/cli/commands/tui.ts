import {exitCodes, type ExitCode} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {say} from '../output.ts';
import type {Globals} from '../program.ts';

const instead =
	'Commands work everywhere: rcondeck servers, rcondeck rcon NAME -- ListPlayers; rcondeck --help shows all.';

/** The deck itself, where there is a terminal for it. */
export async function openDeck(io: Io, globals: Globals): Promise<ExitCode> {
	if (!io.stdin.isTTY || !io.stdout.isTTY) {
		say(io, `The deck needs a terminal for input and output. ${instead}`);
		return exitCodes.wrongUsage;
	}
	if (io.env['TERM'] === 'dumb') {
		say(
			io,
			`The deck cannot paint on a terminal of the type dumb: set TERM to what your terminal is. ${instead}`,
		);
		return exitCodes.wrongUsage;
	}
	void globals;
	return exitCodes.done;
}
