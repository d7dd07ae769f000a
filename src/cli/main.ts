import {openDelivery} from './delivery.ts';
import {exitCodes, type ExitCode} from './exit-codes.ts';
import type {Ending, Io} from './io.ts';
import {run, printBug} from './run.ts';

const signals: [NodeJS.Signals, ExitCode][] = [
	['SIGINT', exitCodes.interrupted],
	['SIGTERM', exitCodes.terminated],
	['SIGHUP', exitCodes.hangUp],
	// By nature it ends at once, and leaves the terminal as it is.
	['SIGQUIT', exitCodes.quit],
];
/** What a command may take to end by itself, the terminal given back, before it is ended. */
let graceMs = 2000;
let hasRun = false;

const ending = new AbortController();
const {stdin, stdout, stderr, env} = process;
const delivery = openDelivery({stdout, stderr});
const io: Io = {
	argv: process.argv.slice(2),
	env,
	stdin,
	stdout,
	stderr,
	...(stdin.isTTY && stdout.isTTY && {terminal: {stdin, stdout}}),
	ending: ending.signal,
	unread: delivery.unread,
	acted: delivery.acted,
	needsToEnd: ms => {
		graceMs = Math.max(graceMs, ms);
	},
};

function end(reason: Ending): void {
	// Only its output is left. A bug must not be silent there either.
	if (hasRun) process.exit('code' in reason ? reason.code : printBug(io, reason.bug));
	const code = 'code' in reason ? reason.code : exitCodes.ourBug;
	if (ending.signal.aborted) process.exit(code);
	process.exitCode = code;
	ending.abort(reason);
	delivery.exitAfter(graceMs, () => process.exit(code));
}

// Node writes its warnings to stderr, and so into the TUI; they are for developers.
process.removeAllListeners('warning');
for (const [signal, code] of signals) process.on(signal, () => end({code}));
// A file that may not grow any more (ulimit -f) is to whoever writes it a full disk, and no reason to end.
process.on('SIGXFSZ', () => {});
process.on('uncaughtException', bug => end({bug}));
void run(io).then(async code => {
	hasRun = true;
	// Open sockets and timers do not keep the process.
	process.exit(await delivery.settle(code));
});
