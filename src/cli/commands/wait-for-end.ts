import type {ActionContext} from '../../actions/context.ts';
import {nameOf} from '../../actions/names.ts';
import type {Plan} from '../../actions/plan.ts';
import {isOver as isRunOver} from '../../app/automations/run.ts';
import type {AutomationRun} from '../../contract/models/automation.ts';
import {isFields, textOf} from '../../contract/wire-values.ts';
import {isAccepted} from '../../contract/models/accepted.ts';
import {ApiError} from '../../contract/errors.ts';
import {type GameServer, placeholderServer} from '../../contract/models/server.ts';
import {phaseOf} from '../../contract/states.ts';
import {printableLine} from '../../lib/text/text.ts';
import {pause, systemClock} from '../../lib/time/clock.ts';
import {timeLeft} from '../../lib/time/time-left.ts';
import {waitForEndMessages as messages} from '../../messages/wait-for-end.ts';
import {CommandError, type ExitCode, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {say, sayDone, serverFields, writeJsonLine} from '../output/output.ts';
import {openProgress, type Progress} from '../output/progress.ts';
import {durationOption} from '../start/deadline.ts';
import type {Call} from '../start/session.ts';
import {failureIn, isHiccup, pollEveryMs} from './rolling.ts';
import {findRun} from './find/find-run.ts';

/** How long `--wait` waits without `--deadline`: a large world takes minutes to load. */
export const maxWaitMs = 15 * 60_000;

/** What one poll shows. `problem`: the end without success, a part of a sentence. `note`: what to know about a success. */
type Seen = {
	state: string | undefined;
	progress?: number | undefined;
	isDone?: boolean;
	problem?: string;
	note?: string;
};

/** How the end of an accepted action is seen. */
type Wait = {
	name: string;
	/** The ids of what is waited for, in JSON. */
	ids: {
		serverId?: string;
		serverName?: string | undefined;
		runId?: string;
		automationId?: string | undefined;
		taskId?: string;
	};
	done: string;
	look: () => Promise<Seen>;
};

/** Reads what a wait compares with, before the request; the result takes the answer to the request. `input`: that of the plan. */
type PrepareWait = (
	call: Call,
	context: ActionContext,
	input: Plan['input'],
) => Promise<(answer: unknown) => Wait>;

const ofServer = (server: GameServer) => ({name: nameOf(server), ids: serverFields(server)});

const prepareUpdate: PrepareWait = async ({api, signal}, {server: {id: serverId}}) => {
	const before = await api.getServer({serverId}, {signal});
	let hasLeft = false;
	return () => ({
		...ofServer(before),
		done: messages.updated,
		look: async () => {
			const now = await api.getServer({serverId}, {signal, background: true});
			const phase = phaseOf(now.state);
			hasLeft ||= (phase !== 'offline' && phase !== 'unknown') || now.stateSince !== before.stateSince;
			const failure = failureIn(now, before.report?.at);
			if (failure && phase !== 'changing') return {state: now.state, problem: failure.reason};
			return {state: now.state, isDone: hasLeft && phase === 'offline'};
		},
	});
};

const prepareDeletion: PrepareWait = async ({api, signal}, {server: {id: serverId}}) => {
	const before = await api.getServer({serverId}, {signal});
	return () => ({
		...ofServer(before),
		done: messages.deleted,
		look: async () => {
			try {
				const now = await api.getServer({serverId}, {signal, background: true});
				const failure = failureIn(now, before.report?.at);
				return {state: now.state, ...(failure && {problem: failure.reason})};
			} catch (error) {
				if (!(error instanceof ApiError) || error.status !== 404) throw error;
				return {state: undefined, isDone: true};
			}
		},
	});
};

/** Waits for the new task of this type. Its node must be readable before anything is sent. */
const prepareTask =
	(type: 'BACKUP' | 'ROLLBACK' | 'SERVER_DIRECTORY_CHANGE', done: string): PrepareWait =>
	async ({api, signal}, {server: {id: serverId}}) => {
		const server = await api.getServer({serverId}, {signal});
		const {nodeId} = server;
		if (nodeId === undefined) throw new CommandError(messages.noNode(nameOf(server)), exitCodes.failed);
		const tasks = async (background: boolean) => {
			const {items} = await api.listNodeTasks({nodeId}, {signal, background});
			return items.filter(task => task.type === type && task.targetIds.includes(serverId));
		};
		const before = new Set((await tasks(false)).map(({id}) => id));
		return () => ({
			...ofServer(server),
			done,
			look: async () => {
				const {state, progressPercentage, errorMessage} =
					(await tasks(true)).find(({id}) => !before.has(id)) ?? {};
				const failed = state === 'FAILED' || state === 'CANCELED';
				return {
					state,
					progress: progressPercentage,
					isDone: state === 'SUCCEEDED',
					...(failed && {problem: errorMessage ?? messages.ended(state)}),
				};
			},
		});
	};

const prepareCreation: PrepareWait =
	async ({api, signal}) =>
	answer => {
		const created = isAccepted(answer) ? answer.record : undefined;
		if (!created) throw new CommandError(messages.serverUnknown, exitCodes.failed);
		const {id: serverId} = created;
		return {
			...ofServer({...placeholderServer(serverId), ...created}),
			done: messages.created,
			look: async () => {
				try {
					const now = await api.getServer({serverId}, {signal, background: true});
					const phase = phaseOf(now.state);
					const failure = failureIn(now, undefined);
					return {
						state: now.state,
						isDone: phase === 'offline' || phase === 'online',
						...(failure && {problem: failure.reason}),
					};
				} catch (error) {
					// A node deletes what it could not install.
					if (!(error instanceof ApiError) || error.status !== 404) throw error;
					return {state: undefined, problem: messages.notCreated};
				}
			},
		};
	};

const prepareBackupDeletion: PrepareWait = async ({api, signal}, {server: {id: serverId}}, {backupId}) => {
	const server = await api.getServer({serverId}, {signal});
	return () => ({
		...ofServer(server),
		done: messages.backupDeleted,
		look: async () => {
			const {backups} = await api.getServer({serverId}, {signal, background: true});
			return {state: undefined, isDone: backups.every(backup => backup.backupId !== backupId)};
		},
	});
};

/** Waits until a canceled task or run has ended: a service only promises to try. */
const canceled = (state: string | undefined, isOver: boolean): Seen => {
	const isDone = state === 'CANCELED';
	return {state, isDone, ...(isOver && !isDone && {problem: messages.ended(state)})};
};

const prepareTaskCancellation: PrepareWait = async ({api, signal}, {subject}, {nodeId, taskId}) => {
	const node = {nodeId: String(nodeId)};
	const id = String(taskId);
	return () => ({
		name: subject?.name ?? id,
		ids: {taskId: id},
		done: messages.canceled,
		look: async () => {
			const {items} = await api.listNodeTasks(node, {signal, background: true});
			const state = items.find(task => task.id === id)?.state;
			return canceled(state, state !== 'PENDING' && state !== 'RUNNING');
		},
	});
};

const prepareRunCancellation: PrepareWait = async (call, {subject}, {runId}) => {
	const teamId = await call.teamId();
	const id = String(runId);
	return () => ({
		name: subject?.name ?? id,
		ids: {runId: id},
		done: messages.canceled,
		look: async () => {
			const run = await findRun(call, teamId, id);
			return canceled(run.status, isRunOver(run));
		},
	});
};

/** Returns why the first step that failed did so. */
const reasonIn = ({stepHistory}: AutomationRun): string | undefined =>
	stepHistory.flatMap(step => (isFields(step) ? (textOf(step['errorMessage']) ?? []) : []))[0];

const prepareRun: PrepareWait = async (call, {subject}) => {
	const teamId = await call.teamId();
	return answer => {
		const record = isAccepted(answer) ? answer.record : undefined;
		if (!record) throw new CommandError(messages.runUnknown, exitCodes.failed);
		return {
			name: subject?.name ?? record.id,
			ids: {runId: record.id, automationId: subject?.id},
			done: messages.succeeded,
			look: async () => {
				const run = await findRun(call, teamId, record.id);
				const {status, workflowSize, stepHistory} = run;
				const isDone = status === 'SUCCEEDED';
				return {
					state: status,
					...(workflowSize && {progress: (100 * Math.min(stepHistory.length, workflowSize)) / workflowSize}),
					isDone,
					...(isDone && Object.keys(run.targetIds ?? {}).length === 0 && {note: messages.noServers}),
					...(isRunOver(run) && !isDone && {problem: messages.runEnded(status, reasonIn(run), run.id)}),
				};
			},
		};
	};
};

/** What `--wait` can wait for. */
export type WaitKind = keyof typeof prepareWait;

export const prepareWait = {
	update: prepareUpdate,
	deletion: prepareDeletion,
	backup: prepareTask('BACKUP', messages.backedUp),
	restore: prepareTask('ROLLBACK', messages.restored),
	run: prepareRun,
	move: prepareTask('SERVER_DIRECTORY_CHANGE', messages.moved),
	creation: prepareCreation,
	backupDeletion: prepareBackupDeletion,
	taskCancellation: prepareTaskCancellation,
	runCancellation: prepareRunCancellation,
} satisfies Record<string, PrepareWait>;

/** `hasId`: stdout has the id of the record. */
type Options = {
	json: true | undefined;
	quiet: true | undefined;
	deadline: string | undefined;
	hasId: boolean;
};

/** Waits until the action has ended, and reports how. */
export async function waitForEnd(io: Io, call: Call, wait: Wait, options: Options): Promise<ExitCode> {
	const {name, ids, done} = wait;
	const progress = await openProgress(io, {total: 1, quiet: options.quiet});
	const end = await pollUntilEnd(io, call, wait, {...options, progress}).finally(progress.close);
	if ('last' in end) {
		say(io, messages.over(end.last));
		return io.ending.aborted ? exitCodes.interrupted : exitCodes.failed;
	}
	if (end.problem === undefined) {
		sayDone(io, messages.done(name, done), options.hasId);
		if (end.note !== undefined) say(io, messages.done(name, end.note));
		return exitCodes.done;
	}
	const reason = printableLine(end.problem);
	if (ids.serverId !== undefined) call.recordFailed(ids.serverId, reason);
	say(io, messages.failed(name, reason));
	return exitCodes.failed;
}

/**
Polls until the action has ended, or returns the last line if the time was over before. Shows each change: on a line of the
terminal, as JSON, or on stderr.
*/
async function pollUntilEnd(
	io: Io,
	{signal}: Call,
	{name, ids, look}: Wait,
	{json, quiet, deadline, progress}: Options & {progress: Progress},
): Promise<Seen | {last: string}> {
	const withinMs = deadline === undefined ? maxWaitMs : durationOption('--deadline', deadline);
	const startedAt = systemClock.monotonic();
	const until = startedAt + withinMs;
	let shown = '';
	for (;;) {
		let retryAfterMs = 0;
		try {
			const seen = await look();
			const {state, progress: percent, isDone = false, problem} = seen;
			const line = messages.now(name, state, percent);
			const isOver = isDone || problem !== undefined;
			if (json && (line !== shown || isOver))
				writeJsonLine(io, {at: Date.now(), ...ids, state, progress: percent, reached: isDone, problem});
			if (isOver) return seen;
			const leftMs = timeLeft((percent ?? 0) / 100, systemClock.monotonic() - startedAt);
			if (io.stderr.isTTY) progress.say(messages.now(name, state, percent, leftMs));
			else if (line !== shown && !json && !quiet) say(io, line);
			shown = line;
		} catch (error) {
			if (!isHiccup(error)) throw error;
			if (error instanceof ApiError) retryAfterMs = error.retryAfterMs ?? 0;
		}
		if (signal.aborted || systemClock.monotonic() >= until) return {last: shown === '' ? name : shown};
		await pause(systemClock, Math.max(pollEveryMs, retryAfterMs), signal).catch(() => {});
	}
}
