import {setImmediate} from 'node:timers/promises';
import type {SuspendTerminal} from 'ink';
import {systemClock} from '../lib/clock.ts';
import type {TerminalWriter} from './terminal/writer.ts';

/** How this process is stopped and hears that it goes on. */
export type JobControl = {
	on: (signal: 'SIGTSTP' | 'SIGCONT' | 'SIGWINCH', listener: () => void) => unknown;
	off: (signal: 'SIGTSTP' | 'SIGCONT' | 'SIGWINCH', listener: () => void) => unknown;
	/** Stops everything that the shell started together with us. */
	stop: () => void;
	/** Looks whether the window has another size: of a change, the kernel tells only who is in the foreground. */
	measure: () => void;
};

const ofProcess: JobControl = {
	on: (signal, listener) => process.on(signal, listener),
	off: (signal, listener) => process.off(signal, listener),
	// The whole group, as the terminal itself does on Ctrl-Z: npm, which may have started us, must stop as well.
	stop: () => process.kill(0, 'SIGTSTP'),
	// Node's own stdout listens to it, and asks the terminal.
	measure: () => void process.emit('SIGWINCH', 'SIGWINCH'),
};

/** A process that no shell watches is not stopped by SIGTSTP; then it goes on after this long, ms. */
const unstoppedMs = 300;

type Options = {
	stdin: {setRawMode?: (isRaw: boolean) => unknown; pause?: () => unknown};
	screen: Pick<TerminalWriter, 'suspend' | 'resume' | 'redraw'>;
	terminal: {suspend?: SuspendTerminal};
	/** Fulfilled when no answer of the terminal is on its way, which whoever gets the terminal would take for keys. */
	answered: () => Promise<void>;
	jobs?: JobControl;
};

/** Ctrl-Z and SIGTSTP give the terminal back and stop; SIGCONT takes it again and paints everything. */
export function handleSuspension({stdin, screen, terminal, answered, jobs = ofProcess}: Options) {
	let isSuspended = false;
	let resume = () => {};

	const takeAgain = () => {
		jobs.measure();
		screen.resume();
	};
	const stopAndWait = async () => {
		await screen.suspend();
		jobs.off('SIGTSTP', onStop);
		await new Promise<void>(resolve => {
			const callOff = systemClock.after(unstoppedMs, resolve);
			resume = () => {
				callOff();
				resolve();
			};
			jobs.stop();
		});
		jobs.on('SIGTSTP', onStop);
		takeAgain();
	};
	const suspend = async () => {
		if (isSuspended || !terminal.suspend) return;
		isSuspended = true;
		try {
			await answered();
			await terminal.suspend(stopAndWait);
		} finally {
			isSuspended = false;
		}
	};
	/** Another program has the terminal while `task` runs. A stop stops both, as the shell expects. */
	const lend = async (task: () => Promise<void>) => {
		if (isSuspended || !terminal.suspend) return;
		isSuspended = true;
		jobs.off('SIGTSTP', onStop);
		try {
			await answered();
			await terminal.suspend(async () => {
				await stopReading(stdin);
				await screen.suspend();
				try {
					await task();
				} finally {
					takeAgain();
				}
			});
		} finally {
			jobs.on('SIGTSTP', onStop);
			isSuspended = false;
		}
	};
	const onStop = () => void suspend();
	const onContinue = () => {
		resume();
		if (isSuspended) return;
		// Stopped by a signal that nobody can hear: the shell may have changed the terminal meanwhile.
		stdin.setRawMode?.(false);
		stdin.setRawMode?.(true);
		takeAgain();
	};
	// A window that is back in its old size before anybody looked is no change to Node, but has lost its content.
	const onWindow = () => screen.redraw();
	jobs.on('SIGTSTP', onStop);
	jobs.on('SIGCONT', onContinue);
	jobs.on('SIGWINCH', onWindow);
	return {
		suspend,
		lend,
		close: () => {
			jobs.off('SIGTSTP', onStop);
			jobs.off('SIGCONT', onContinue);
			jobs.off('SIGWINCH', onWindow);
		},
	};
}

/**
Else what is typed over there would be read here: two programs that read one terminal share its keys by chance. Node
reads on after its last 'readable' listener (Ink's) has gone, and takes a pause for one only a turn after that; the
next listener makes it read again.
*/
async function stopReading(stdin: Options['stdin']): Promise<void> {
	await setImmediate();
	stdin.pause?.();
	await setImmediate();
}
