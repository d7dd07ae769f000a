import {createInterface} from 'node:readline/promises';
import type {Config} from '../../config/load.ts';
import {type ConfirmWord, isConfirmed, promptedWord} from '../../actions/confirm-word.ts';
import {asksToType, type Risk, withProtection} from '../../actions/risk.ts';
import {printable, printableLine} from '../../lib/text/text.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';
import {watchCommand} from './fan-out.ts';
import {consentMessages} from '../../messages/login.ts';
import {suspensionMessages} from '../../messages/watch.ts';

/** The confirmation that a command needs before it changes something. */
export type ConsentRequest = {
	/** The command as typed, for the sentence that asks for `--yes`. */
	verb: string;
	/** What the command would do, without a question mark: `Stop ark-1 (12 players), now`. */
	summary: string;
	/** The same as in the dialog of this action. */
	risk: Risk;
	/** What to type if the risk requires it. */
	word: ConfirmWord;
	/** A sentence about possible harm. */
	warning?: string | undefined;
	/** Cannot harm players or data: needs no confirmation, unless the profile is protected or it is for several servers. */
	isHarmless?: boolean;
};

/**
Asks for confirmation of a change that can harm players or data. `--yes` confirms it; without a terminal nothing else
can. In a read-only session nothing is asked: the client sends nothing. Throws `CommandError` unless confirmed.
*/
export async function consent(
	io: Io,
	{readOnly, protect}: Pick<Config, 'readOnly' | 'protect'>,
	yes: true | undefined,
	{verb, summary, risk, word, warning, isHarmless}: ConsentRequest,
): Promise<void> {
	if (yes || readOnly) return;
	const level = withProtection(risk, protect);
	if (isHarmless && level === 'review') return;
	if (!io.stdin.isTTY || !io.stderr.isTTY) {
		const why = warning === undefined ? '' : ` ${warning}`;
		throw new CommandError(consentMessages.needsYes(verb, why), exitCodes.refusedByUs);
	}
	if (warning !== undefined) say(io, warning);
	const shown = {...word, name: printableLine(word.name).trim()};
	const isAgreed = asksToType(level)
		? isConfirmed(await askFirst(io, consentMessages.typeToConfirm(summary, promptedWord(shown))), shown)
		: /^y(es)?$/i.test(await askFirst(io, consentMessages.confirm(summary)));
	if (!isAgreed) throw new CommandError(consentMessages.refused, exitCodes.refusedByUs);
}

/** Asks before something is sent. Throws `CommandError` if the process was suspended meanwhile: much may have changed. */
export async function askFirst(io: Io, question: string): Promise<string> {
	const suspendedMs = watchCommand();
	const answer = await ask(io, question);
	if (suspendedMs() > 0) throw new CommandError(suspensionMessages.notConfirmed, exitCodes.refusedByUs);
	return answer;
}

/** Reads one trimmed line from the terminal; empty at the end of the input. */
export async function ask(io: Io, question: string): Promise<string> {
	io.stderr.write(printable(question));
	// An earlier question may have read the input to its end.
	if (!io.stdin.readable) return '';
	const lines = createInterface({input: io.stdin});
	const answer = await Promise.race([
		lines.question('', {signal: io.ending}),
		new Promise<string>(resolve => lines.once('close', () => resolve(''))),
	]).finally(() => lines.close());
	return answer.trim();
}
