import type {CommandRecord} from '../records/records.ts';
import type {Order} from './agent.ts';
import type {RunningServer} from './server-driver.ts';
import type {TaskHost} from './tasks.ts';
import type {PowerOrders} from './timed-power.ts';

/** The current activity of one server. */
export type ServerActivity = {
	/** Undefined while no process runs, or until one is first needed. */
	game: RunningServer | undefined;
	/** Resolves to the process that is being launched. */
	launching: Promise<RunningServer> | undefined;
	/** True while the end of the process is requested. */
	endExpected: boolean;
	/** Consecutive crashes without having been ONLINE. */
	crashes: number;
	/** Aborts the work in progress. */
	abort: AbortController | undefined;
};

/** The state that the parts of one node's agent share. */
export type Node = TaskHost & {
	orders: PowerOrders;
	/** Sends a command to a game once. May never settle. */
	sendCommand: (order: Order) => Promise<CommandRecord>;
	/** The number of servers when the service was opened; see `maxEager`. */
	serverCount: number;
	/** By server id. */
	activities: Map<string, ServerActivity>;
	/** Delay of a server's RCON in milliseconds, by server id. */
	slowness: Map<string, number>;
	/** True if orders and answers are lost in transit. */
	isSilent: () => boolean;
	/** Called when a process ends unexpectedly. */
	onCrash: (serverId: string) => void;
};

export function activityOf({activities}: Node, serverId: string): ServerActivity {
	const known = activities.get(serverId);
	if (known) return known;
	const activity: ServerActivity = {
		game: undefined,
		launching: undefined,
		endExpected: false,
		crashes: 0,
		abort: undefined,
	};
	activities.set(serverId, activity);
	return activity;
}

/**
Runs `work` on a server after aborting the work in progress. An abort of `work` and the close of the service end it
silently; any other error is a bug and propagates.
*/
export async function replaceWork(
	node: Node,
	serverId: string,
	work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const activity = activityOf(node, serverId);
	activity.abort?.abort();
	const mine = new AbortController();
	activity.abort = mine;
	const signal = AbortSignal.any([mine.signal, node.closed]);
	try {
		await work(signal);
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		if (activity.abort === mine) activity.abort = undefined;
	}
}
