import {rmSync} from 'node:fs';
import type {Readable} from 'node:stream';
import type {GameStreams} from '../console/stdio.ts';
import {type Clock, pause} from '../../lib/time/clock.ts';
import {withoutOwnVariables} from '../../lib/process/secret-variables.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';
import {serverProcessMessages} from '../../messages/service.ts';
import {PowerError, type PowerDriver} from './power-driver.ts';
import {
	adoptProcessGroup,
	type ProcessEnd,
	type ProcessGroup,
	startProcessGroup,
	writeInput,
} from './process-group.ts';
import type {UsageOfProcess} from './process-usage.ts';
import {isRunning, markByInput, markOf, type ProcessMark} from './process-mark.ts';
import {followOutput, followTerminal, sizeOf, type OutputFollower} from './output-follower.ts';
import {lastLines, trimLog} from './server-log.ts';

type Options = {
	/** The program and its arguments, run without a shell. It must stay in the foreground. */
	command: readonly string[];
	directory: string;
	/** Receives the output. Its folder exists. */
	logFile: string;
	/** The FIFO that is the input of the process. */
	inputFile: string;
	/** Whether it runs in a terminal, whose screen is read. */
	terminal?: true | undefined;
	/** Its process, if an earlier service started it. */
	mark: ProcessMark | undefined;
	/** Stores the mark, so that a later service finds the process again. Undefined: it is being started. */
	keepMark: (mark: ProcessMark | undefined) => void;
	/** Called with the output of each run of the process. */
	onOutput: (output: Readable) => void;
	/** Called when the process has ended. */
	onEnd: () => void;
	usageOf: UsageOfProcess;
	clock: Clock;
	env: NodeJS.ProcessEnv;
};

/** What fails at once, such as a missing program or file, has ended within this time after its start. */
const spawnMs = 500;
/** How long a killed process may take to be gone: the kernel may have to wait for its disk first. */
const goneMs = 5000;

/** `streams`: the input and output of the process; undefined while it does not run. */
export type ProcessDriver = PowerDriver & {streams: () => GameStreams | undefined};

/** Runs a server as a process of this machine that outlives the service. */
export function openProcessDriver(options: Options): ProcessDriver {
	const {terminal, logFile, inputFile, mark, keepMark, onEnd, onOutput, usageOf, clock, env} = options;
	const notes: string[] = [];
	let group: ProcessGroup | undefined;
	let end: ProcessEnd | undefined;

	let follower: OutputFollower | undefined;
	/** Returns the last lines of the output. */
	let lines = () => lastLines(logFile);

	const follow = (started: ProcessGroup, position: number) => {
		group = started;
		end = undefined;
		const following = (terminal ? followTerminal : followOutput)(logFile, clock, position);
		follower = following;
		lines = following.lines;
		onOutput(following.output);
		void started.ended.then(how => {
			if (group !== started) return;
			group = undefined;
			follower = undefined;
			following.end();
			end = how;
			notes.push(serverProcessMessages.log(describeEnd(how)));
			onEnd();
		});
	};
	const signal = (name: NodeJS.Signals) => group?.signal(name);
	// With a mark, another process with the same input is only a helper that outlived the server.
	const running = mark ? (isRunning(mark) ? mark : undefined) : markByInput(inputFile);
	if (running && !mark) keepMark(running);
	if (running) follow(adoptProcessGroup(running, clock, terminal), sizeOf(logFile));
	return {
		blocked: {},
		lagMs: 0,
		start: async abort => {
			if (group) return;
			// Without its mark, a later service would start it a second time.
			if (!markOf(process.pid)) throw new PowerError(serverProcessMessages.cannotBeMarked);
			notes.length = 0;
			// Helpers of an earlier run have the old input.
			rmSync(inputFile, {force: true});
			keepMark(undefined);
			const started = startProcessGroup({...options, env: withoutOwnVariables(env)});
			follow(started, 0);
			const kept = started.pid === undefined ? undefined : markOf(started.pid);
			if (kept) keepMark(kept);
			const early = await within(clock, spawnMs, started.ended, abort);
			if (early && 'failure' in early) throw new PowerError(early.failure);
			if (early) throw new PowerError(ownServerMessages.endedEarly(howOf(early), lines()));
		},
		stop: async () => {
			signal('SIGTERM');
			// A process that was suspended receives the other signal only now.
			signal('SIGCONT');
		},
		kill: async abort => {
			const ended = group?.ended;
			signal('SIGKILL');
			if (ended) await within(clock, goneMs, ended, abort);
		},
		status: async (_abort, withUsage) => {
			if (follower) follower.trim();
			else trimLog(logFile);
			const pid = group?.pid;
			const usage = withUsage && pid !== undefined ? await usageOf(pid) : undefined;
			if (group) return {kind: 'running', usage};
			return {kind: 'stopped', how: end && howOf(end)};
		},
		log: async () => [...lines(), ...notes],
		release: () => {
			follower?.release();
			group?.release();
		},
		streams: () => follower && {stdout: follower.output, write: text => writeInput(inputFile, text)},
	};
}

/** Resolves to undefined if that takes longer. */
async function within<Value>(clock: Clock, ms: number, work: Promise<Value>, signal: AbortSignal) {
	const over = new AbortController();
	const patience = pause(clock, ms, AbortSignal.any([signal, over.signal])).then(() => undefined);
	return Promise.race([work, patience]).finally(() => over.abort());
}

function describeEnd(end: ProcessEnd): string {
	if ('failure' in end) return serverProcessMessages.notStarted(end.failure);
	if ('isUnknown' in end) return serverProcessMessages.ended;
	return 'code' in end
		? serverProcessMessages.exitCode(end.code)
		: serverProcessMessages.endedBySignal(end.signal);
}

/** The same as a sentence. */
function howOf(end: ProcessEnd): string {
	if ('failure' in end) return `${end.failure}.`;
	if ('isUnknown' in end) return serverProcessMessages.itEnded;
	return 'code' in end
		? serverProcessMessages.itEndedWith(end.code)
		: serverProcessMessages.itWasEnded(end.signal);
}
