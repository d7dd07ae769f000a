import {isatty} from 'node:tty';

/** Returns which compiled code to use: the TUI and the commands use different parts of the program. */
export function whichCode(): 'tui' | 'commands' {
	const isCommand = process.argv.slice(2).some(word => /^([a-z]|--help|--version|-h)/.test(word));
	return !isCommand && isatty(0) && isatty(1) ? 'tui' : 'commands';
}
