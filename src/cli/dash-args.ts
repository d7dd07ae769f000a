import {UsageError} from '../lib/usage-error.ts';
import {cliOptionMessages} from '../messages/cli-options.ts';

/**
What is behind the first `--` is the text; the shell has taken its words apart, spaces join them. `example` shows
in errors how it is written.
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
