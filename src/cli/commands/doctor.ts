import {describe} from './describe.ts';
import type {Command} from 'commander';
import {resetTerminal} from '../../tui/terminal/modes.ts';
import type {DiagnosticReport, ReportPart} from '../doctor/diagnostic-report.ts';
import {type ExitCode, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {writeJson} from '../output/output.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Globals, Run} from '../start/command-run.ts';
import {printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import {fit} from '../../lib/text/width.ts';
import {doctorMessages} from '../../messages/doctor.ts';

/**
`sane` disables flow control and multi-byte erase, both on by default in shells. The script always exits with 0.
*/
const restoreLineDiscipline =
	'stty sane ixon; case "${LC_ALL:-${LC_CTYPE:-$LANG}}" in *[uU][tT][fF]*8*) stty iutf8;; esac; exit 0';

type Options = {resetTerminal?: true; report?: true | string; withCommands?: true; json?: true};

export function addDoctor(program: Command, run: Run): void {
	describe(program.command('doctor'), doctorMessages)
		.option('--reset-terminal', doctorMessages.resetHelp)
		.option('--report [file]', doctorMessages.reportHelp)
		.option('--with-commands', doctorMessages.withCommandsHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, options: Options) =>
				options.resetTerminal ? reset(io) : runChecks(io, flags, options),
			),
		);
}

async function runChecks(io: Io, flags: Globals, options: Options): Promise<ExitCode> {
	if (options.withCommands && options.report === undefined)
		throw new UsageError(doctorMessages.commandsWithoutReport);
	const report = options.report === undefined ? undefined : await openReport(io, flags, options.report);
	// Only this branch needs the journal database.
	const {checkMachine} = await import('../doctor/doctor-local.ts');
	const {checkService} = await import('../doctor/doctor-service.ts');
	try {
		const findings = [...checkMachine(io), ...(await checkService(io, flags))];
		const contents = await report?.write(findings, {withCommands: options.withCommands ?? false});
		if (options.json)
			writeJson(io, {findings, ...(report && {report: {file: report.file, contents: contents ?? []}})});
		else {
			for (const {status, about, text} of findings)
				io.stdout.write(`${fit(status, 7)}  ${fit(about, 11)}  ${printableLine(text)}\n`);
			if (report) await showReport(io, report.file, contents ?? []);
		}
		return findings.some(({status}) => status === 'failure') ? exitCodes.failed : exitCodes.done;
	} catch (error) {
		report?.abandon();
		throw error;
	}
}

async function openReport(io: Io, flags: Globals, file: string | true): Promise<DiagnosticReport> {
	const {openDiagnosticReport} = await import('../doctor/diagnostic-report.ts');
	return openDiagnosticReport(io, flags, file === true ? undefined : file);
}

async function showReport({stdout}: Io, file: string, contents: readonly ReportPart[]): Promise<void> {
	const {diagnosticReportMessages: messages} = await import('../../messages/doctor.ts');
	const lines = [
		'',
		messages.written(printableLine(file)),
		...contents.map(({name, bytes, about}) => messages.part(name, bytes, about)),
		'',
		messages.readFirst,
		...(contents.some(({name}) => name === 'log.jsonl') ? [] : [messages.noLog]),
	];
	stdout.write(`${lines.join('\n')}\n`);
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
