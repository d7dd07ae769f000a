import {z} from 'zod';
import {pause} from '../../lib/clock.ts';
import type {Plane} from '../control-plane.ts';
import {checkedCommand} from '../fields.ts';
import {notify} from '../history.ts';
import {
	checkOffline,
	checkOnline,
	checkRestartable,
	checkStateKnown,
	checkStoppable,
	visibleState,
} from '../preconditions.ts';
import type {ServerRecord} from '../records.ts';

/*
The shapes of workflow steps are not public. These are the sandbox's own: `type` (or `kind`) in any case, with the
fields below; unknown fields are kept. A step of another type fails, and says so.
*/
const span = z.coerce.number().min(0).max(1_000_000);
const Step = z.looseObject({
	type: z.string().optional(),
	kind: z.string().optional(),
	command: z.string().optional(),
	timeoutMs: span.optional(),
	timeoutSec: span.optional(),
	seconds: span.optional(),
	state: z.string().optional(),
	forceStop: z.boolean().optional(),
	backupName: z.string().optional(),
	title: z.string().optional(),
	message: z.string().optional(),
});
type Step = z.output<typeof Step>;

/** One step's work on one server; throws where it fails. */
type Act = (plane: Plane, server: ServerRecord, signal: AbortSignal) => Promise<void>;
export type ReadStep = {
	type: string;
	timeoutMs: number;
	/** What is done once, whatever the targets. */
	once?: (plane: Plane, signal: AbortSignal) => Promise<void>;
	each?: Act;
};

const usualTimeoutSec = 300;

/** What a step is and does. One that cannot be done says why when it is tried. */
export function readStep(value: unknown, teamId: string): ReadStep {
	const read = Step.safeParse(value);
	if (!read.success) return broken('UNKNOWN', 'The step is not understood.');
	const step = read.data;
	const type = (step.type ?? step.kind ?? 'UNKNOWN').toUpperCase().replaceAll(/[\s-]/g, '_');
	const timeoutMs = (step.timeoutSec ?? usualTimeoutSec) * 1000;
	if (type === 'WAIT' || type === 'WAIT_TIMED') {
		const ms = (step.seconds ?? 0) * 1000;
		return {type, timeoutMs: ms + timeoutMs, once: ({clock}, signal) => pause(clock, ms, signal)};
	}
	if (type === 'NOTIFY') {
		const {title = 'Automation', message = ''} = step;
		return {
			type,
			timeoutMs,
			once: async plane => notify(plane, teamId, {type: 'AUTOMATION', title, message}),
		};
	}
	const act = acts.get(type);
	return act ? {type, timeoutMs, each: act(step)} : broken(type, `A step of type ${type} is not known.`);
}

function broken(type: string, problem: string): ReadStep {
	return {type, timeoutMs: 0, once: () => Promise.reject(new Error(problem))};
}

const acts = new Map<string, (step: Step) => Act>([
	['START', () => startServer],
	['STOP', step => (plane, server, signal) => stopServer(step.forceStop ?? false, plane, server, signal)],
	['RESTART', () => restartServer],
	['RCON', step => (plane, server, signal) => sendRcon(step, plane, server, signal)],
	['BACKUP', step => async (plane, server) => backUp(step.backupName ?? '', plane, server)],
	[
		'WAIT_FOR_STATE',
		({state = 'ONLINE'}) =>
			(plane, {id}, signal) =>
				reached(plane, id, state.toUpperCase(), signal),
	],
]);

const startServer: Act = async (plane, server, signal) => {
	checkOffline(plane, server);
	plane.agentOf(server.nodeId).start(server.id);
	await reached(plane, server.id, 'ONLINE', signal);
};

async function stopServer(
	force: boolean,
	plane: Plane,
	server: ServerRecord,
	signal: AbortSignal,
): Promise<void> {
	checkStoppable(plane, server, force);
	plane.agentOf(server.nodeId).stop(server.id, force);
	await reached(plane, server.id, 'OFFLINE', signal);
}

const restartServer: Act = async (plane, server, signal) => {
	checkRestartable(plane, server);
	plane.agentOf(server.nodeId).restart(server.id);
	await reached(plane, server.id, 'INITIALIZING', signal);
	await reached(plane, server.id, 'ONLINE', signal);
};

function backUp(name: string, plane: Plane, server: ServerRecord): void {
	checkStateKnown(plane, server);
	plane.agentOf(server.nodeId).backUp(server.id, name);
}

async function sendRcon(step: Step, plane: Plane, server: ServerRecord, signal: AbortSignal): Promise<void> {
	checkOnline(plane, server);
	const command = checkedCommand(plane, step.command?.trim() ?? '');
	if (command === '') throw new Error('The step has no command.');
	const over = new AbortController();
	const patienceMs = step.timeoutMs ?? plane.limits.defaultTimeoutMs;
	const tooLate = pause(plane.clock, patienceMs, AbortSignal.any([signal, over.signal])).then(() => {
		throw new Error('No reply before the deadline.');
	});
	const order = {serverId: server.id, command, commandId: plane.newId()};
	const answer = plane.agentOf(server.nodeId).rcon(order);
	const {response} = await Promise.race([answer, tooLate]).finally(() => over.abort());
	if (response === null) throw new Error('The game could not be reached.');
}

const lookEveryMs = 100;

/** Waits until the server is in the state. */
async function reached(plane: Plane, serverId: string, state: string, signal: AbortSignal): Promise<void> {
	for (;;) {
		const server = plane.store.servers.get(serverId);
		if (!server) throw new Error('The server is gone.');
		if (visibleState(plane, server) === state) return;
		await pause(plane.clock, lookEveryMs, signal);
	}
}
