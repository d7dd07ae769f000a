import {directory} from '../../config/paths.ts';
import {type ExitCode, exitCodeOf, exitCodes, failureText} from '../output/exit-codes.ts';
import {endingOf, type Io} from '../output/io.ts';
import {openLogIfAsked} from '../output/log-option.ts';
import {say} from '../output/output.ts';
import {reportBug} from '../output/report.ts';
import {bugMessages} from '../../messages/cli.ts';

/** Runs the program: executes the arguments, reports a failure in one sentence, returns the exit code. */
export async function run(io: Io): Promise<ExitCode> {
	const code = await runToEnd(io);
	io.diagnostics?.close(code);
	return code;
}

async function runToEnd(io: Io): Promise<ExitCode> {
	try {
		io.gaps = {code: exitCodes.done};
		const code = await runArguments(io);
		return signalExitCode(io) ?? (code === exitCodes.done ? io.gaps.code : code);
	} catch (error) {
		const ended = signalExitCode(io);
		if (ended !== undefined) return ended;
		const code = exitCodeOf(error);
		if (code === undefined || !(error instanceof Error)) return printBug(io, error);
		say(io, failureText(error));
		return code;
	}
}

/** Without arguments the TUI starts. */
async function runArguments(io: Io): Promise<ExitCode> {
	if (io.argv.length === 0) {
		await openLogIfAsked(io, {}, 'tui');
		return (await import('../commands/tui.ts')).openTui(io, {});
	}
	return (await import('./program.ts')).runProgram(io);
}

function signalExitCode(io: Io): ExitCode | undefined {
	const ending = endingOf(io);
	if (!ending) return undefined;
	return 'code' in ending ? ending.code : printBug(io, ending.bug);
}

/** Prints a bug without its stack, which is in the report. */
export function printBug(io: Io, bug: unknown): ExitCode {
	const folder = directory(io.env, 'RCONDECK_STATE_DIR').path;
	const file = reportBug(io, bug, folder);
	say(io, file === undefined ? bugMessages.notWritten(folder) : bugMessages.written(file));
	return exitCodes.ourBug;
}
