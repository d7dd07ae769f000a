import type {Order} from '../agent/agent.ts';
import type {TaskHost} from '../agent/tasks.ts';
import type {PowerOrders} from '../agent/timed-power.ts';
import type {CommandRecord, ServerRecord} from '../records/records.ts';
import type {OwnServer} from './own-server.ts';

/** A server of the node and what the agent does with it. */
export type Member = {
	server: OwnServer;
	/** Consecutive observations that contradict ONLINE. */
	missed: number;
	/** Consecutive ends of its process without having been ONLINE. */
	crashes: number;
	/** When its command for a shutdown was last sent through the service, as monotonic milliseconds. */
	shutdownAt: number | undefined;
	/** The start, stop or restart in progress. */
	work: Work | undefined;
	isObserving: boolean;
	/** True once its state was observed since the service started. */
	isKnown: boolean;
	/** The problem that the last observation found, as a sentence. */
	problem: string | undefined;
	/** Why its console does not work, as a sentence. */
	consoleProblem: string | undefined;
	/** The backup or rollback that works on its files. */
	files: {ended: Promise<void>; abort: () => void} | undefined;
	/** The last lines of its output. */
	log: readonly string[];
	/** Ends the periodic observation. */
	stopObserving: () => void;
};

/** `carriedOut` resolves when only the result remains to be observed. */
type Work = {controller: AbortController; carriedOut: PromiseWithResolvers<void>};

export const createWork = (): Work => ({
	controller: new AbortController(),
	carriedOut: Promise.withResolvers(),
});

/** The state that the parts of the agent share. */
export type OwnNode = TaskHost & {
	members: Map<string, Member>;
	/** Opens the console, the query and the driver of a server, without connecting to it. */
	open: (server: ServerRecord) => OwnServer;
	orders: PowerOrders;
	/** Sends a command to a game once, and not anymore once `unlessSent` is aborted. May never settle. */
	sendCommand: (order: Order, unlessSent?: AbortSignal) => Promise<CommandRecord>;
	/** Called when a process has ended although nobody wanted that. */
	onCrash: (server: ServerRecord) => void;
	env: NodeJS.ProcessEnv;
	/** The folder for archives of servers that name none; undefined if the records are in memory. */
	archives: string | undefined;
};

/** Runs an operation on a server after aborting the one in progress. An abort ends it silently. */
export async function operate(
	{members, closed}: OwnNode,
	serverId: string,
	work: (member: Member, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const member = members.get(serverId);
	if (!member) return;
	member.work?.controller.abort();
	member.files?.abort();
	const mine = createWork();
	member.work = mine;
	const signal = AbortSignal.any([mine.controller.signal, closed]);
	try {
		await work(member, signal);
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		mine.carriedOut.resolve();
		if (member.work === mine) member.work = undefined;
	}
}
