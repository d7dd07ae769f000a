import type {ServiceContext} from '../context.ts';
import type {RunningServer} from '../server-driver.ts';

/** What happens to one server just now. */
export type Life = {
	/** Undefined while no process runs, or while nobody has needed it yet. */
	game: RunningServer | undefined;
	/** Resolves to the process that is being launched. */
	launching: Promise<RunningServer> | undefined;
	/** True while the end of the process is what was asked for. */
	endExpected: boolean;
	/** What the process said that runs or ran last; only attached ones say anything. */
	log: () => readonly string[];
	/** Crashes in a row without having been ONLINE. */
	crashes: number;
	/** Calls off what is in progress. */
	abort: AbortController | undefined;
};

/** What the parts of one node's agent share. */
export type Node = {
	id: string;
	service: ServiceContext;
	/** How many servers the service had when it was opened: see `maxEager`. */
	serverCount: number;
	/** By server id. */
	lives: Map<string, Life>;
	/** By task id: calls off a running task. */
	tasks: Map<string, AbortController>;
	/** Milliseconds that RCON of a server is late, by server id. */
	slowness: Map<string, number>;
	/** True: orders and answers get lost on their way. */
	isSilent: () => boolean;
	/** A process ended that nobody had ended. */
	onCrash: (serverId: string) => void;
	/** A failure of our own, of work that nobody waits for. */
	onBug: (bug: unknown) => void;
	/** Aborted when the service closes. */
	closed: AbortSignal;
};

export function lifeOf({lives}: Node, serverId: string): Life {
	const known = lives.get(serverId);
	if (known) return known;
	const life: Life = {
		game: undefined,
		launching: undefined,
		endExpected: false,
		log: () => [],
		crashes: 0,
		abort: undefined,
	};
	lives.set(serverId, life);
	return life;
}

/**
Does one thing with a server, calling off what was in progress before. What `work` is aborted with, or a service that
closes, ends it silently; anything else is a bug and goes up.
*/
export async function replaceWork(
	node: Node,
	serverId: string,
	work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const life = lifeOf(node, serverId);
	life.abort?.abort();
	const mine = new AbortController();
	life.abort = mine;
	const signal = AbortSignal.any([mine.signal, node.closed]);
	try {
		await work(signal);
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		if (life.abort === mine) life.abort = undefined;
	}
}
