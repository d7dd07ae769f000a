import {pause, repeat} from '../lib/clock.ts';
import type {NodeAgent} from '../service/agent/agent.ts';
import type {ServiceContext} from '../service/context.ts';
import type {ServerRecord} from '../service/records.ts';
import type {ScenarioName} from './choices.ts';
import {simulatedNodes} from './node-outages.ts';
import {isSteady} from './simulated-servers.ts';

/** The team's simulated nodes, with their running servers. */
type Stage = {
	service: ServiceContext;
	nodes: {agent: NodeAgent; servers: () => ServerRecord[]}[];
	onBug: (bug: unknown) => void;
};
/** Starts the scenario and returns a function that ends it. */
type Scenario = (stage: Stage) => () => void;

const awayMs = 90_000;
const firstOutageMs = 10_000;

/** After ten seconds the first node alternates between 90 seconds offline and 90 seconds online. */
const nodeDown: Scenario = ({service: {clock}, nodes: [node]}) => {
	let isAway = false;
	let waitMs = firstOutageMs;
	return repeat(
		clock,
		() => waitMs,
		() => {
			waitMs = awayMs;
			isAway = !isAway;
			node?.agent.setReachable(!isAway);
		},
	);
};

/** Two servers of the first node crash each time soon after they are up. */
const crashLoop: Scenario = ({service: {clock}, nodes: [node], onBug}) => {
	const victims = new Set((node?.servers() ?? []).slice(0, 2).map(({id}) => id));
	return repeat(
		clock,
		() => 8000,
		() => {
			for (const {id} of node?.servers() ?? []) if (victims.has(id)) void node?.agent.crash(id).catch(onBug);
		},
	);
};

const slowRconMs = 8000;

/**
A server of the first node answers after eight seconds, longer than an awaited command waits by default. It is queried
constantly, so commands to the rest of the node wait, too.
*/
const slowRcon: Scenario = ({service, nodes: [node], onBug}) => {
	const [victim] = node?.servers() ?? [];
	if (!node || !victim) return () => {};
	node.agent.setSlowness(victim.id, slowRconMs);
	return repeat(
		service.clock,
		() => 1.5 * slowRconMs,
		() => void runHarmlessCommand(service, node.agent, victim).catch(onBug),
	);
};

/** Every node runs commands back to back and sends two heartbeats per second. */
const busyFeed: Scenario = ({service, nodes, onBug}) => {
	const over = new AbortController();
	const ask = async ({agent, servers}: Stage['nodes'][number]) => {
		for (let turn = 0; !over.signal.aborted; turn++) {
			const running = servers();
			const server = running[turn % running.length];
			if (server)
				await Promise.race([
					runHarmlessCommand(service, agent, server),
					pause(service.clock, 5000, over.signal),
				]);
			await pause(service.clock, 20, over.signal);
		}
	};
	for (const node of nodes) {
		void ask(node).catch((error: unknown) => {
			if (!over.signal.aborted) onBug(error);
		});
	}
	const stop = repeat(
		service.clock,
		() => 500,
		() => {
			for (const {agent} of nodes) agent.heartbeat();
		},
	);
	return () => {
		over.abort();
		stop();
	};
};

const scenarios: Record<ScenarioName, Scenario> = {
	'node-down': nodeDown,
	'crash-loop': crashLoop,
	'slow-rcon': slowRcon,
	'busy-feed': busyFeed,
};

/** Starts the scenarios. The returned function ends them. */
export function startScenarios(
	service: ServiceContext,
	teamId: string,
	names: readonly ScenarioName[],
	onBug: (bug: unknown) => void,
): () => void {
	const nodes = simulatedNodes(service, teamId).map(({id}) => ({
		agent: service.agentOf(id),
		servers: () => runningServers(service, id),
	}));
	const ends = [...new Set(names)].map(name => scenarios[name]({service, nodes, onBug}));
	return () => {
		for (const end of ends) end();
	};
}

/** Returns the running servers of a node that do not misbehave already. */
function runningServers({store}: ServiceContext, nodeId: string): ServerRecord[] {
	if (store.nodes.get(nodeId)?.status !== 'ONLINE') return [];
	return store.servers
		.all()
		.filter(server => server.nodeId === nodeId && server.state === 'ONLINE' && isSteady(server));
}

function runHarmlessCommand(
	{newId}: ServiceContext,
	agent: NodeAgent,
	{id, gameType}: ServerRecord,
): Promise<unknown> {
	return agent.rcon({
		serverId: id,
		command: gameType === 'CS2' ? 'status' : 'ListPlayers',
		commandId: newId(),
	});
}
