import {UsageError} from '../../lib/errors.ts';
import {cliOptionMessages} from '../../messages/cli.ts';

/**
Returns the text after the first `--`. The shell has split it into words; they are joined with spaces. `example`
shows the syntax in errors.
*/
export function splitAtDashes(
	argv: readonly string[],
	words: readonly string[],
	example: string,
): {names: string[]; text: string | undefined} {
	const dashes = argv.indexOf('--');
	if (dashes === -1) return {names: [...words], text: undefined};
	const behind = argv.length - dashes - 1;
	const names = words.slice(0, words.length - behind);
	const text = words.slice(names.length).join(' ');
	if (text.trim() === '') throw new UsageError(cliOptionMessages.textIsBlank(example));
	return {names, text};
}

/** Splits the words of a command line into the name and what follows `--`. Throws `UsageError` for any other word. */
export function splitCommand(
	argv: readonly string[],
	words: readonly string[],
): {name: string; command: string[]} {
	const dashes = argv.indexOf('--');
	const command = dashes === -1 ? [] : argv.slice(dashes + 1);
	const names = words.slice(0, words.length - command.length);
	refuseStray(names, cliOptionMessages.commandOfServer);
	return {name: names[0]?.trim() ?? '', command};
}

/** Throws `UsageError` for a word after the one name: it belongs to `what` follows `--`, or nobody would read it. */
export function refuseStray([, stray]: readonly string[], what: string): void {
	if (stray !== undefined) throw new UsageError(cliOptionMessages.dashesNeeded(stray, what));
}
