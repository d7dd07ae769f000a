import {setImmediate} from 'node:timers/promises';
import type {SuspendTerminal} from 'ink';
import {systemClock} from '../lib/time/clock.ts';
import type {TerminalWriter} from './terminal/writer.ts';

type Listening = (signal: 'SIGTSTP' | 'SIGCONT' | 'SIGWINCH', listener: () => void) => unknown;

/** Stops this process and reports when it continues. */
export type JobControl = {
	on: Listening;
	off: Listening;
	/** Stops the entire process group that the shell started. */
	stop: () => void;
	/** Checks the window size: the kernel signals a change only to the foreground process group. */
	measure: () => void;
};

const ofProcess: JobControl = {
	on: (signal, listener) => process.on(signal, listener),
	off: (signal, listener) => process.off(signal, listener),
	// The entire group, as the terminal itself does on Ctrl-Z: npm, which may have started us, must stop as
	// well.
	stop: () => process.kill(0, 'SIGTSTP'),
	// Node's own stdout listens for it, and asks the terminal.
	measure: () => void process.emit('SIGWINCH', 'SIGWINCH'),
};

/** SIGTSTP does not stop a process without a controlling shell; it then continues after this time, ms. */
const unstoppedMs = 300;

type Options = {
	stdin: {setRawMode?: (isRaw: boolean) => unknown; pause?: () => unknown};
	screen: Pick<TerminalWriter, 'suspend' | 'resume' | 'redraw'>;
	terminal: {suspend?: SuspendTerminal};
	/** Resolves when nothing is in transit that the next program would take for keys, such as an answer. */
	release: () => Promise<void>;
	/** Called when the terminal is ours again. */
	takeBack: () => unknown;
	jobs?: JobControl;
};

/**
Handles suspension: Ctrl-Z and SIGTSTP restore the terminal and stop; SIGCONT takes it over again and
repaints.
*/
export function handleSuspension({stdin, screen, terminal, release, takeBack, jobs = ofProcess}: Options) {
	let isSuspended = false;
	let resume = () => {};

	const takeTerminal = () => {
		jobs.measure();
		screen.resume();
		takeBack();
	};
	const stopAndWait = async () => {
		await stopReading(stdin);
		await screen.suspend();
		jobs.off('SIGTSTP', onStop);
		await new Promise<void>(resolve => {
			const cancelTimer = systemClock.after(unstoppedMs, resolve);
			resume = () => {
				cancelTimer();
				resolve();
			};
			jobs.stop();
		});
		jobs.on('SIGTSTP', onStop);
		takeTerminal();
	};
	const suspend = async () => {
		if (isSuspended || !terminal.suspend) return;
		isSuspended = true;
		try {
			await release();
			await terminal.suspend(stopAndWait);
		} finally {
			isSuspended = false;
		}
	};
	/** Lends the terminal to another program while `task` runs. A stop stops both, as the shell expects. */
	const lend = async (task: () => Promise<void>) => {
		if (isSuspended || !terminal.suspend) return;
		isSuspended = true;
		jobs.off('SIGTSTP', onStop);
		try {
			await release();
			await terminal.suspend(async () => {
				await stopReading(stdin);
				await screen.suspend();
				try {
					await task();
				} finally {
					takeTerminal();
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
		// After SIGSTOP, which cannot be handled, the shell may have changed the terminal.
		stdin.setRawMode?.(false);
		stdin.setRawMode?.(true);
		takeTerminal();
	};
	// If the window was resized and is back at its old size, Node reports no change, but the content is lost.
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
Stops reading; otherwise this process and the other program would compete for each key. Node keeps reading
after its last 'readable' listener (Ink's) is removed, and honors a pause only one turn later. The next
listener resumes reading. Until then the terminal stays raw: a Ctrl-D that is read outside raw mode ends the input.
*/
async function stopReading(stdin: Options['stdin']): Promise<void> {
	stdin.setRawMode?.(true);
	await setImmediate();
	stdin.pause?.();
	await setImmediate();
	stdin.setRawMode?.(false);
}
