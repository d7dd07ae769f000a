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

/**
`sane` disables flow control and multi-byte erase, both on by default in shells. The script always exits with 0.
*/
const restoreLineDiscipline =
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
				options.resetTerminal ? reset(io) : runChecks(io, flags, options.json),
			),
		);
}

async function runChecks(io: Io, flags: Globals, json: true | undefined): Promise<ExitCode> {
	// Only this branch needs the journal database.
	const {checkMachine} = await import('../doctor-local.ts');
	const {checkService} = await import('../doctor-service.ts');
	const findings = [...checkMachine(io), ...(await checkService(io, flags))];
	if (json) writeJson(io, {findings});
	else {
		for (const {status, about, text} of findings) {
			io.stdout.write(`${fit(status, 7)}  ${fit(about, 11)}  ${printableLine(text)}\n`);
		}
	}
	return findings.some(({status}) => status === 'failure') ? exitCodes.failed : exitCodes.done;
}

/**
Writes only the reset sequence to a file or to another terminal (`> /dev/pts/3`). On this terminal it also
restores the line discipline. That must come last: at exit, Node restores the settings that it found at startup.
*/
function reset(io: Io): ExitCode {
	io.stdout.write(resetTerminal);
	if (io.terminal && process.platform !== 'win32') {
		// `execve` emits no exit event, but handlers such as the one that stores compiled code depend on it.
		process.emit('exit', exitCodes.done);
		process.execve?.('/bin/sh', ['sh', '-c', restoreLineDiscipline], io.env);
	}
	return exitCodes.done;
}
