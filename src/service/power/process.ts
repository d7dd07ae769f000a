import {rmSync} from 'node:fs';
import type {Readable} from 'node:stream';
import type {GameStreams} from '../console/stdio/client.ts';
import {pause, type Clock} from '../../lib/clock.ts';
import {withoutOwnVariables} from '../../lib/secret-variables.ts';
import {serverProcessMessages} from '../../messages/service-servers.ts';
import {PowerError, type PowerDriver} from './power-driver.ts';
import {adoptProcessGroup, startProcessGroup, type ProcessEnd, type ProcessGroup} from './process-group.ts';
import {isRunning, markByInput, markOf, type ProcessMark} from './process-mark.ts';
import {followOutput, sizeOf, type OutputFollower} from './output-follower.ts';
import {writeInput} from './process-input.ts';
import {lastLines, trimLog} from './server-log.ts';

type Options = {
	/** The program and its arguments, run without a shell. It must stay in the foreground. */
	command: readonly string[];
	directory: string;
	/** Receives the output. Its folder exists. */
	logFile: string;
	/** The FIFO that is the input of the process. */
	inputFile: string;
	/** Its process, if an earlier service started it. */
	mark: ProcessMark | undefined;
	/** Stores the mark, so that a later service finds the process again. Undefined: it is being started. */
	keepMark: (mark: ProcessMark | undefined) => void;
	/** Called with the output of each run of the process. */
	onOutput: (output: Readable) => void;
	/** Called when the process has ended. */
	onEnd: () => void;
	clock: Clock;
	env: NodeJS.ProcessEnv;
};

/** Why a process that has just been started counts as started: a missing program fails within this time. */
const spawnMs = 200;

/** `streams`: the input and output of the process; undefined while it does not run. */
export type ProcessDriver = PowerDriver & {streams: () => GameStreams | undefined};

/** Runs a server as a process of this machine that outlives the service. */
export function openProcessDriver(options: Options): ProcessDriver {
	const {command, directory, logFile, inputFile, mark, keepMark, onEnd, onOutput, clock, env} = options;
	const notes: string[] = [];
	let group: ProcessGroup | undefined;
	let end: ProcessEnd | undefined;

	let follower: OutputFollower | undefined;

	const follow = (started: ProcessGroup, position: number) => {
		group = started;
		end = undefined;
		const following = followOutput(logFile, clock, position);
		follower = following;
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
	if (running) follow(adoptProcessGroup(running, clock), sizeOf(logFile));
	return {
		blocked: {},
		start: async abort => {
			if (group) return;
			// Without its mark, a later service would start it a second time.
			if (!markOf(process.pid)) throw new PowerError(serverProcessMessages.cannotBeMarked);
			notes.length = 0;
			// Helpers of an earlier run have the old input.
			rmSync(inputFile, {force: true});
			keepMark(undefined);
			const started = startProcessGroup({
				command,
				directory,
				logFile,
				inputFile,
				env: withoutOwnVariables(env),
			});
			follow(started, 0);
			const kept = started.pid === undefined ? undefined : markOf(started.pid);
			if (kept) keepMark(kept);
			await Promise.race([started.ended, pause(clock, spawnMs, abort)]);
			if (end && 'failure' in end) throw new PowerError(end.failure);
		},
		stop: async () => signal('SIGTERM'),
		kill: async () => {
			const ended = group?.ended;
			signal('SIGKILL');
			await ended;
		},
		status: async () => {
			if (follower) follower.trim();
			else trimLog(logFile);
			return {kind: group ? 'running' : 'stopped'};
		},
		log: async () => [...lastLines(logFile), ...notes],
		release: () => {
			follower?.release();
			group?.release();
		},
		streams: () => follower && {stdout: follower.output, write: text => writeInput(inputFile, text)},
	};
}

function describeEnd(end: ProcessEnd): string {
	if ('failure' in end) return serverProcessMessages.notStarted(end.failure);
	if ('isUnknown' in end) return serverProcessMessages.ended;
	return 'code' in end
		? serverProcessMessages.exitCode(end.code)
		: serverProcessMessages.endedBySignal(end.signal);
}
