import {z} from 'zod';
import {pause} from '../../lib/clock.ts';
import {isSupported} from '../agent/game-types.ts';
import type {Plane} from '../control-plane.ts';
import {checkedCommand} from '../fields.ts';
import {notify} from '../history.ts';
import {checkOffline, checkOnline, checkStateKnown, checkStoppable, visibleState} from '../preconditions.ts';
import type {ServerRecord} from '../records.ts';

/*
The shapes of workflow steps are not public. These are the sandbox's own: `type` (or `kind`) in any case, with the
fields below; unknown fields are kept. A step of another type fails, and says so.
*/
const seconds = z.coerce.number().min(0);
const Step = z.looseObject({
	type: z.string().optional(),
	kind: z.string().optional(),
	command: z.string().optional(),
	timeoutMs: seconds.optional(),
	timeoutSec: seconds.optional(),
	seconds: seconds.optional(),
	durationSec: seconds.optional(),
	state: z.string().optional(),
	forceStop: z.boolean().optional(),
	backupName: z.string().optional(),
	title: z.string().optional(),
	message: z.string().optional(),
});
type Step = z.output<typeof Step>;

/** One step's work on one server; throws where it fails. */
export type Act = (plane: Plane, server: ServerRecord, signal: AbortSignal) => Promise<void>;
export type ReadStep = {
	type: string;
	timeoutMs: number;
	once?: (plane: Plane, signal: AbortSignal) => Promise<void>;
	each?: Act;
};

const usualTimeoutMs = 300_000;

/** What a step is and does, or the reason why it cannot be done. */
export function readStep(value: unknown, teamId: string): ReadStep | {type: string; problem: string} {
	const read = Step.safeParse(value);
	if (!read.success) return {type: 'UNKNOWN', problem: 'The step is not understood.'};
	const step = read.data;
	const type = (step.type ?? step.kind ?? 'UNKNOWN').toUpperCase().replaceAll(/[\s-]/g, '_');
	const timeoutMs = step.timeoutSec === undefined ? usualTimeoutMs : step.timeoutSec * 1000;
	if (type === 'WAIT' || type === 'WAIT_TIMED' || type === 'DELAY') {
		const ms = (step.seconds ?? step.durationSec ?? 0) * 1000;
		return {type, timeoutMs: ms + timeoutMs, once: ({clock}, signal) => pause(clock, ms, signal)};
	}
	if (type === 'NOTIFY') {
		return {type, timeoutMs, once: async plane => notify(plane, teamId, noticeOf(step))};
	}
	const each = acts[type.replace(/_SERVER$/, '')];
	return each ? {type, timeoutMs, each: each(step)} : {type, problem: `A step of type ${type} is not known.`};
}

const acts: Record<string, (step: Step) => Act> = {
	START: () => async (plane, server, signal) => {
		checkOffline(plane, server);
		plane.agentOf(server.nodeId).start(server.id);
		await reached(plane, server.id, 'ONLINE', signal);
	},
	STOP:
		({forceStop = false}) =>
		async (plane, server, signal) => {
			checkStoppable(plane, server, forceStop);
			plane.agentOf(server.nodeId).stop(server.id, forceStop);
			await reached(plane, server.id, 'OFFLINE', signal);
		},
	RESTART: () => async (plane, server, signal) => {
		checkOnline(plane, server);
		plane.agentOf(server.nodeId).restart(server.id);
		await reached(plane, server.id, 'INITIALIZING', signal);
		await reached(plane, server.id, 'ONLINE', signal);
	},
	RCON: step => (plane, server, signal) => rcon(step, plane, server, signal),
	RCON_COMMAND: step => (plane, server, signal) => rcon(step, plane, server, signal),
	BACKUP:
		({backupName = ''}) =>
		async (plane, server) => {
			checkStateKnown(plane, server);
			plane.agentOf(server.nodeId).backUp(server.id, backupName);
		},
	WAIT_FOR_STATE:
		({state = 'ONLINE'}) =>
		(plane, server, signal) =>
			reached(plane, server.id, state.toUpperCase(), signal),
};

async function rcon(
	{command = '', timeoutMs}: Step,
	plane: Plane,
	server: ServerRecord,
	signal: AbortSignal,
) {
	checkOnline(plane, server);
	if (!isSupported(server.gameType) || command.trim() === '') throw new Error('The step has no command.');
	const order = {
		serverId: server.id,
		command: checkedCommand(plane, command.trim()),
		commandId: plane.newId(),
	};
	const enough = new AbortController();
	const limit = pause(
		plane.clock,
		timeoutMs ?? plane.limits.defaultTimeoutMs,
		AbortSignal.any([signal, enough.signal]),
	);
	const late = limit.then(() => Promise.reject(new Error('No reply before the deadline.')));
	const answer = await Promise.race([plane.agentOf(server.nodeId).rcon(order), late]).finally(() =>
		enough.abort(),
	);
	if (answer.response === null) throw new Error('The game could not be reached.');
}

const lookEveryMs = 250;

async function reached(plane: Plane, serverId: string, state: string, signal: AbortSignal): Promise<void> {
	for (;;) {
		const server = plane.store.servers.get(serverId);
		if (!server) throw new Error('The server is gone.');
		if (visibleState(plane, server) === state) return;
		await pause(plane.clock, lookEveryMs, signal);
	}
}

function noticeOf({title = 'Automation', message = ''}: Step) {
	return {type: 'AUTOMATION', title, message};
}
