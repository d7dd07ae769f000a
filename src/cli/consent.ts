import {createInterface} from 'node:readline/promises';
import type {Config} from '../config/load.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import type {Io} from './io.ts';

type Asked = {
	/** The command as it is typed, for the sentence that asks for `--yes`. */
	verb: string;
	/** What would be done, without its question mark: `Stop ark-1 (12 players), now`. */
	act: string;
	yes: true | undefined;
};

/**
Throws where nobody says yes to what changes something. Without a terminal `--yes` is the only way to say it; a
read-only session is left to the client, which sends nothing.
*/
export async function consent(io: Io, {readOnly}: Config, {verb, act, yes}: Asked): Promise<void> {
	if (yes || readOnly) return;
	if (!io.stdin.isTTY || !io.stderr.isTTY) {
		throw new CommandError(`Without a terminal to ask on, ${verb} needs --yes.`, exitCodes.refusedByUs);
	}
	const answer = await ask(io, `${act}? [y/N] `);
	if (!/^y(es)?$/i.test(answer)) throw new CommandError('Nothing was sent.', exitCodes.refusedByUs);
}

/** One line from the terminal, without blanks around it; empty at the end of the input. */
async function ask(io: Io, question: string): Promise<string> {
	io.stderr.write(question);
	const lines = createInterface({input: io.stdin});
	const answer = await Promise.race([
		lines.question('', {signal: io.ending}),
		new Promise<string>(resolve => lines.once('close', () => resolve(''))),
	]).finally(() => lines.close());
	return answer.trim();
}
