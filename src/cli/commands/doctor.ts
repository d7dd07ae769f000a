import type {Command} from 'commander';
import {resetTerminal} from '../../tui/terminal/modes.ts';
import {exitCodes, type ExitCode} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {writeJson} from '../output.ts';
import {jsonOption} from '../output-options.ts';
import type {Globals, Run} from '../command-run.ts';
import {printableLine} from '../../lib/text.ts';
import {fit} from '../../lib/width.ts';
import {doctorMessages} from '../../messages/cli-doctor.ts';

/** `sane` leaves flow control off and takes multi-byte erasing away, which shells start with. Always ends with 0. */
const mendLines =
	'stty sane ixon; case "${LC_ALL:-${LC_CTYPE:-$LANG}}" in *[uU][tT][fF]*8*) stty iutf8;; esac; exit 0';

type Options = {resetTerminal?: true; json?: true};

export function addDoctor(program: Command, run: Run): void {
	program
		.command('doctor')
		.description(doctorMessages.description)
		.option('--reset-terminal', doctorMessages.resetHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, options: Options) =>
				options.resetTerminal ? reset(io) : examine(io, flags, options.json),
			),
		);
}

async function examine(io: Io, flags: Globals, json: true | undefined): Promise<ExitCode> {
	// Only here is the database of the journal needed.
	const {checkMachine} = await import('../doctor-local.ts');
	const {examineService} = await import('../doctor-service.ts');
	const findings = [...checkMachine(io), ...(await examineService(io, flags))];
	if (json) writeJson(io, {findings});
	else {
		for (const {status, about, text} of findings) {
			io.stdout.write(`${fit(status, 7)}  ${fit(about, 11)}  ${printableLine(text)}\n`);
		}
	}
	return findings.some(({status}) => status === 'failure') ? exitCodes.failed : exitCodes.done;
}

/**
To a file or another terminal (`> /dev/pts/3`) go the bytes alone. On a terminal its line discipline is mended as
well, which must come last: Node puts back at its exit what it found at its start.
*/
function reset(io: Io): ExitCode {
	io.stdout.write(resetTerminal);
	if (io.terminal && process.platform !== 'win32') {
		// This end is told to nobody, and so what waits for it, such as keeping the compiled program, would not be done.
		process.emit('exit', exitCodes.done);
		process.execve?.('/bin/sh', ['sh', '-c', mendLines], io.env);
	}
	return exitCodes.done;
}
