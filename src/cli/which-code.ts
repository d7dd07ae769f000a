import {isatty} from 'node:tty';

/** The TUI uses other parts of the program than the commands do; of each the code that V8 made is kept apart. */
export function whichCode(): 'tui' | 'commands' {
	const isCommand = process.argv.slice(2).some(word => /^([a-z]|--help|--version|-h)/.test(word));
	return !isCommand && isatty(0) && isatty(1) ? 'tui' : 'commands';
}
