import {createInterface} from 'node:readline/promises';
import type {Config} from '../config/load.ts';
import {asksToType, isConfirmed, withProtection, type Risk} from '../actions/risk.ts';
import {printableLine} from '../lib/text.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';
import {consentMessages} from '../messages/cli-session.ts';

/** What a command that changes something must be allowed to do. */
export type Asked = {
	/** The command as it is typed, for the sentence that asks for `--yes`. */
	verb: string;
	/** What would be done, without its question mark: `Stop ark-1 (12 players), now`. */
	summary: string;
	/** As the dialog for the same action has it. */
	risk: Risk;
	/** What must be typed where the risk asks for that: the name of the target, or how many targets there are. */
	word: string;
	/** A sentence on why it may do harm. */
	warning?: string | undefined;
	/** On a terminal it needs no question, unless the profile is protected. */
	isHarmless?: true;
};

/**
Throws unless somebody agrees to what changes something. `--yes` agrees; without a terminal nothing else can. A
read-only session is left to the client, which sends nothing.
*/
export async function consent(
	io: Io,
	{readOnly, protect}: Pick<Config, 'readOnly' | 'protect'>,
	yes: true | undefined,
	{verb, summary, risk, word, warning, isHarmless}: Asked,
): Promise<void> {
	if (yes || readOnly) return;
	if (!io.stdin.isTTY || !io.stderr.isTTY) {
		const why = warning === undefined ? '' : ` ${warning}`;
		throw new CommandError(consentMessages.needsYes(verb, why), exitCodes.refusedByUs);
	}
	const level = withProtection(risk, protect);
	if (isHarmless && level === 'review') return;
	if (warning !== undefined) say(io, warning);
	const shown = printableLine(word).trim();
	const isAgreed = asksToType(level)
		? isConfirmed(await ask(io, consentMessages.typeToConfirm(summary, shown)), shown)
		: /^y(es)?$/i.test(await ask(io, consentMessages.confirm(summary)));
	if (!isAgreed) throw new CommandError(consentMessages.refused, exitCodes.refusedByUs);
}

/** One line from the terminal, without blanks around it; empty at the end of the input. */
export async function ask(io: Io, question: string): Promise<string> {
	io.stderr.write(question);
	// An earlier question may have read the input to its end.
	if (!io.stdin.readable) return '';
	const lines = createInterface({input: io.stdin});
	const answer = await Promise.race([
		lines.question('', {signal: io.ending}),
		new Promise<string>(resolve => lines.once('close', () => resolve(''))),
	]).finally(() => lines.close());
	return answer.trim();
}
