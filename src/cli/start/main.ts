import {isatty} from 'node:tty';
import {openDelivery} from './delivery.ts';
import {type ExitCode, exitCodes} from '../output/exit-codes.ts';
import type {Ending, Io} from '../output/io.ts';
import {printBug, run} from './run.ts';

const signals: [NodeJS.Signals, ExitCode][] = [
	['SIGINT', exitCodes.interrupted],
	['SIGTERM', exitCodes.terminated],
	['SIGHUP', exitCodes.hangUp],
	// By convention SIGQUIT ends the program at once and leaves the terminal as it is.
	['SIGQUIT', exitCodes.quit],
];
/** How long a command may take to end and restore the terminal before it is killed. */
let graceMs = 2000;
let hasRun = false;
let endsNormally = false;
let reload: (() => void) | undefined;

const ending = new AbortController();
const {stdout, stderr, env} = process;
const delivery = openDelivery({stdout, stderr});
const io: Io = {
	argv: process.argv.slice(2),
	env,
	// Most commands never read it, and Node needs longer to open it than to start a command.
	get stdin() {
		return process.stdin;
	},
	stdout,
	stderr,
	...(stdout.isTTY && isatty(0) && {terminal: {stdin: process.stdin, stdout}}),
	ending: ending.signal,
	unread: delivery.unread,
	acted: delivery.acted,
	endsNormally: () => {
		endsNormally = true;
	},
	onHangUp: wanted => {
		reload = wanted;
	},
	needsToEnd: ms => {
		graceMs = Math.max(graceMs, ms);
	},
};

function end(reason: Ending): void {
	// Only output remains to be written; a bug must be reported even now.
	if (hasRun) process.exit('code' in reason ? reason.code : printBug(io, reason.bug));
	const code = 'code' in reason ? reason.code : exitCodes.ourBug;
	if (ending.signal.aborted) process.exit(code);
	process.exitCode = code;
	ending.abort(reason);
	delivery.exitAfter(graceMs, () => process.exit(code));
}

// Node prints warnings for developers to stderr, which would corrupt the TUI.
process.removeAllListeners('warning');
for (const [signal, code] of signals) {
	process.on(signal, () => {
		if (signal === 'SIGHUP' && reload) return reload();
		const isRegular = endsNormally && (signal === 'SIGINT' || signal === 'SIGTERM');
		// A second signal ends a service before it is done.
		end({code: isRegular && !ending.signal.aborted ? exitCodes.done : code});
	});
}
// At a file size limit (ulimit -f) writes fail as on a full disk; the program keeps running.
process.on('SIGXFSZ', () => {});
process.on('uncaughtException', bug => end({bug}));
void run(io).then(async code => {
	hasRun = true;
	// Open sockets and timers do not keep the process alive.
	process.exit(await delivery.settle(code));
});
