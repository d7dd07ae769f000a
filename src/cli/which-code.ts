import {isatty} from 'node:tty';

/** Returns the first word that is neither an option nor its value. */
export const commandIn = (words: readonly string[]): string | undefined =>
	words.find(
		(word, at) =>
			/^(?:__)?[a-z][a-z-]{0,30}$/.test(word) &&
			!/^--(?:profile|url|deadline|log-file|log-level)$/.test(words[at - 1] ?? ''),
	);

/** Returns which compiled code to use: the TUI and the commands use different parts of the program. */
export function whichCode(): 'tui' | 'commands' {
	const words = process.argv.slice(2);
	const isCommand =
		commandIn(words) !== undefined || words.some(word => /^(?:--help|--version|-h)/.test(word));
	return !isCommand && isatty(0) && isatty(1) ? 'tui' : 'commands';
}
