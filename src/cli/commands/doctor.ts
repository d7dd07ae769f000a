import type {Command} from 'commander';
import {resetTerminal} from '../../ui/terminal/modes.ts';
import {exitCodes, type ExitCode} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {say} from '../output.ts';
import type {Run} from '../program.ts';

/** `sane` leaves flow control off and takes multi-byte erasing away, which shells start with. Always ends with 0. */
const mendLines =
	'stty sane ixon; case "${LC_ALL:-${LC_CTYPE:-$LANG}}" in *[uU][tT][fF]*8*) stty iutf8;; esac; exit 0';

type Options = {resetTerminal?: true};

export function addDoctor(program: Command, run: Run): void {
	program
		.command('doctor')
		.description('Mends what a deck left behind that was killed')
		.option('--reset-terminal', 'give the terminal back: screen, cursor, colours, paste, line editing')
		.action(run(async (io, _flags, options: Options) => examine(io, options)));
}

function examine(io: Io, options: Options): ExitCode {
	if (options.resetTerminal) return reset(io);
	say(io, 'Say what to do: rcondeck doctor --reset-terminal.');
	return exitCodes.wrongUsage;
}

/**
To a file or another terminal (`> /dev/pts/3`) go the bytes alone. On a terminal its line discipline is mended as
well, which must come last: Node puts back at its exit what it found at its start.
*/
function reset(io: Io): ExitCode {
	io.stdout.write(resetTerminal);
	if (io.terminal && process.platform !== 'win32') {
		process.execve?.('/bin/sh', ['sh', '-c', mendLines], io.env);
	}
	return exitCodes.done;
}
