import {pause, type Clock} from '../../lib/clock.ts';
import {serverProcessMessages} from '../../messages/service-servers.ts';
import {PowerError, type PowerDriver} from './power-driver.ts';
import {adoptProcessGroup, startProcessGroup, type ProcessEnd, type ProcessGroup} from './process-group.ts';
import {isRunning, markOf, type ProcessMark} from './process-mark.ts';
import {withoutOwnVariables} from './programs.ts';
import {lastLines, trimLog} from './server-log.ts';

type Options = {
	/** The program and its arguments, run without a shell. It must stay in the foreground. */
	command: readonly string[];
	directory: string;
	/** Receives the output. Its folder exists. */
	logFile: string;
	/** Its process, if an earlier service started it. */
	mark: ProcessMark | undefined;
	/** Stores the mark, so that a later service finds the process again. */
	keepMark: (mark: ProcessMark) => void;
	/** Called when the process has ended. */
	onEnd: () => void;
	clock: Clock;
	env: NodeJS.ProcessEnv;
};

/** Why a process that has just been started counts as started: a missing program fails within this time. */
const spawnMs = 200;

/** Runs a server as a process of this machine that outlives the service. */
export function openProcessDriver(options: Options): PowerDriver {
	const {command, directory, logFile, mark, keepMark, onEnd, clock, env} = options;
	const notes: string[] = [];
	let group: ProcessGroup | undefined;
	let end: ProcessEnd | undefined;

	const follow = (started: ProcessGroup) => {
		group = started;
		end = undefined;
		void started.ended.then(how => {
			if (group !== started) return;
			group = undefined;
			end = how;
			notes.push(serverProcessMessages.log(describeEnd(how)));
			onEnd();
		});
	};
	const signal = (name: NodeJS.Signals) => group?.signal(name);
	if (mark && isRunning(mark)) follow(adoptProcessGroup(mark, clock));
	return {
		blocked: {},
		start: async abort => {
			if (group) return;
			notes.length = 0;
			const started = startProcessGroup({command, directory, logFile, env: withoutOwnVariables(env)});
			follow(started);
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
			trimLog(logFile);
			return {kind: group ? 'running' : 'stopped'};
		},
		log: async () => [...lastLines(logFile), ...notes],
		release: () => group?.release(),
	};
}

function describeEnd(end: ProcessEnd): string {
	if ('failure' in end) return serverProcessMessages.notStarted(end.failure);
	if ('isUnknown' in end) return serverProcessMessages.ended;
	return 'code' in end
		? serverProcessMessages.exitCode(end.code)
		: serverProcessMessages.endedBySignal(end.signal);
}
