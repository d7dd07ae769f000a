import {playerLists} from '../../games/player-list.ts';
import {pause, repeat, type Clock} from '../../lib/clock.ts';
import {attachedServerMessages, gameConsoleMessages} from '../../messages/service-servers.ts';
import type {RunningServer, ServerExit} from '../server-driver.ts';
import {createExit} from '../server-exit.ts';
import {ConsoleError} from '../console/console-error.ts';
import type {AttachedConsole, AttachedRecord} from './attached-record.ts';
import {consoleOf, isTaken, passwordOf} from './console.ts';
import {lastLines, trimLog} from '../power/server-log.ts';
import {
	adoptProcessGroup,
	startProcessGroup,
	type ProcessEnd,
	type ProcessGroup,
} from '../power/process-group.ts';
import {markOf, type ProcessMark} from '../power/process-mark.ts';

export type AttachedServer = RunningServer & {
	/** Undefined if it could not be started. */
	pid: number | undefined;
};

type Options = {
	gameType: string;
	attached: AttachedRecord;
	directory: string;
	/** The file for its output. The folder exists. */
	logFile: string;
	/** Its process, if it is running already. */
	running?: ProcessMark | undefined;
	clock: Clock;
	/** The environment of the process, also used to look up the password (default `process.env`). */
	env?: NodeJS.ProcessEnv;
};

/** How often the console is asked for players; the real node agent uses the same interval. */
const pollMs = 10_000;

/**
Starts a real server, or takes over a running one. Resolves at once; an answer of the console shows that the server is
ready. A server that cannot be started counts as crashed, and its log gives the reason.
*/
export async function openAttachedServer(options: Options): Promise<AttachedServer> {
	const {gameType, attached, clock, logFile} = options;
	const notes: string[] = [];
	const note = (text: string) => void notes.push(attachedServerMessages.log(text));
	const {opened, group, ask} = await openProcess(options);
	const exit = createExit();
	let requestedExit: ServerExit | undefined;
	let leaving: Promise<void> | undefined;
	let isReleased = false;
	let players = 0;
	let hasAnswered = false;

	const finish = (end: ProcessEnd) => {
		stopWatch();
		stopPolling();
		note(describeEnd(end));
		exit.settle(requestedExit ?? ('code' in end && end.code === 0 ? 'quit' : 'crashed'));
	};
	const kill = () => {
		group?.signal('SIGKILL');
		return done;
	};
	/** Waits for the stop within its time limit, then kills the server, unless it was released in the meantime. */
	const end = async () => {
		await askToLeave(true);
		await (isReleased ? done : kill());
	};
	/** Runs once, because a second stop command would reach a server that is already saving, and fail. */
	const askToLeave = (orBySignal: boolean) =>
		(leaving ??= group ? leave({group, attached, clock, run, done, orBySignal}) : Promise.resolve());
	// A server whose console never answers is useless. A stop, and the restart after the crash, may help.
	const stopWatch = clock.after(attached.readyMs, () => {
		if (hasAnswered || !group || requestedExit) return;
		note(attachedServerMessages.silentConsole(attached.readyMs / 1000));
		requestedExit = 'crashed';
		void end();
	});
	const poll = () => {
		trimLog(logFile);
		if (hasAnswered && !requestedExit) run(attached.probeCommand).catch(() => {});
	};
	const stopPolling = repeat(clock, () => pollMs, poll);
	const done = 'group' in opened ? opened.group.ended.then(finish) : Promise.resolve(finish(opened));
	const run = runSerially({
		ask,
		isOver: () => exit.how() !== undefined,
		onAnswer: (command, text) => {
			hasAnswered = true;
			if (command === attached.probeCommand) players = playerLists.countPlayers(gameType, command, text) ?? 0;
		},
	});
	return {
		pid: group?.pid,
		mark: group?.pid === undefined ? undefined : markOf(group.pid),
		log: () => [...(group ? lastLines(logFile) : []), ...notes],
		rconPort: attached.console.port,
		players: () => (exit.how() ? 0 : players),
		run,
		say: text => sayTo(run, attached, text),
		onExit: exit.onExit,
		close: async () => {
			requestedExit ??= 'closed';
			if (!exit.how() && group) await end();
		},
		release: async () => {
			isReleased = true;
			requestedExit ??= 'closed';
			if (!exit.how()) await askToLeave(false);
			if (exit.how()) return true;
			stopWatch();
			stopPolling();
			group?.release();
			return false;
		},
		kill: () => {
			requestedExit ??= 'killed';
			return kill();
		},
	};
}

type SerialOptions = {
	ask: RunningServer['run'];
	isOver: () => boolean;
	onAnswer: (command: string, text: string) => void;
};

/** Runs one command at a time. Teeworlds accepts only four connections at once, and ARK mixes up answers. */
function runSerially({ask, isOver, onAnswer}: SerialOptions): RunningServer['run'] {
	let before: Promise<unknown> = Promise.resolve();
	return (command, more) => {
		const answer = before.then(() => {
			if (isOver()) throw new ConsoleError('refused', gameConsoleMessages.notRunning);
			return ask(command, more);
		});
		before = answer.then(
			text => onAnswer(command, text),
			() => {},
		);
		return answer;
	};
}

/** Resolves to false if the message could not be sent. */
async function sayTo(
	run: RunningServer['run'],
	{sayCommand}: AttachedRecord,
	text: string,
): Promise<boolean> {
	const line = sayCommand?.replace('{text}', () => text.replaceAll(/[\0\r\n]+/g, ' '));
	return line !== undefined && isDone(run(line));
}

const isDone = (work: Promise<unknown>): Promise<boolean> =>
	work.then(
		() => true,
		() => false,
	);

type LeaveOptions = {
	group: ProcessGroup;
	attached: AttachedRecord;
	clock: Clock;
	run: RunningServer['run'];
	done: Promise<void>;
	/** Whether to send SIGTERM if the console does not accept the stop command. */
	orBySignal: boolean;
};

/** Asks the server to stop, by its console or by a signal, and waits up to its time limit. */
async function leave({group, attached, clock, run, done, orBySignal}: LeaveOptions): Promise<void> {
	const {stopCommand, stopMs} = attached;
	const enough = new AbortController();
	const patience = pause(clock, stopMs, enough.signal).catch(() => {});
	// Servers close the connection instead of answering.
	const asked =
		stopCommand === undefined
			? Promise.resolve(group.signal('SIGTERM'))
			: run(stopCommand, {signal: enough.signal}).then(
					() => {},
					(error: unknown) => {
						if (!(error instanceof ConsoleError) || error.reason === 'dropped') return;
						if (orBySignal) group.signal('SIGTERM');
						else enough.abort();
					},
				);
	await Promise.race([done, patience]);
	enough.abort();
	await asked;
}

/** Opens the process, or gives the reason why there is none, and its console. */
async function openProcess(options: Options) {
	const {attached, clock, running, env = process.env} = options;
	const password = readPassword(attached.console, env);
	const opened = running ? {group: adoptProcessGroup(running, clock)} : await startGroup(options, password);
	const group = 'group' in opened ? opened.group : undefined;
	return {opened, group, ask: consoleOf(attached.console, 'text' in password ? password.text : '')};
}

async function startGroup(
	{attached, directory, logFile, env = process.env}: Options,
	password: Password,
): Promise<{group: ProcessGroup} | {failure: string}> {
	const failure = 'failure' in password ? password.failure : await findPortConflict(attached.console);
	if (failure !== undefined) return {failure};
	return {
		group: startProcessGroup({command: attached.command, directory, logFile, env: removeOwnVariables(env)}),
	};
}

type Password = {text: string} | {failure: string};

function readPassword(console: AttachedConsole, env: NodeJS.ProcessEnv): Password {
	try {
		return {text: passwordOf(console, env)};
	} catch (error) {
		return {failure: error instanceof Error ? error.message : String(error)};
	}
}

/** Returns a problem if the port is taken: another program would answer in place of the new server. */
async function findPortConflict(console: AttachedConsole): Promise<string | undefined> {
	return (await isTaken(console)) ? attachedServerMessages.portTaken(console.host, console.port) : undefined;
}

/** Removes the variables of this program, which may hold credentials, from the server's environment. */
function removeOwnVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('RCONDECK_')));
}

function describeEnd(end: ProcessEnd): string {
	if ('failure' in end) return attachedServerMessages.notStarted(end.failure);
	if ('isUnknown' in end) return attachedServerMessages.ended;
	return 'code' in end
		? attachedServerMessages.exitCode(end.code)
		: attachedServerMessages.endedBySignal(end.signal);
}
