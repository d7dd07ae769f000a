import {pause, repeat} from '../lib/clock.ts';
import type {NodeAgent} from '../service/agent/agent.ts';
import type {ServiceContext} from '../service/context.ts';
import type {ServerRecord} from '../service/records.ts';
import type {ScenarioName} from './choices.ts';
import {simulatedNodes} from './node-outages.ts';
import {isSteady} from './simulated-servers.ts';

/** What a scenario plays with: the team's simulated nodes, and their servers that run. */
type Stage = {
	service: ServiceContext;
	nodes: {agent: NodeAgent; servers: () => ServerRecord[]}[];
	onBug: (bug: unknown) => void;
};
/** Returns how it is ended. */
type Scenario = (stage: Stage) => () => void;

const awayMs = 90_000;
const firstOutageMs = 10_000;

/** The first node goes away after ten seconds, and then is away for 90 seconds and there for 90. */
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

/** Two servers of the first node crash soon after each time they are up. */
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
A server of the first node answers after eight seconds, longer than an awaited command waits by itself, and somebody
asks it all the time: so the commands for the rest of the node wait too.
*/
const slowRcon: Scenario = ({service, nodes: [node], onBug}) => {
	const [victim] = node?.servers() ?? [];
	if (!node || !victim) return () => {};
	node.agent.setSlowness(victim.id, slowRconMs);
	return repeat(
		service.clock,
		() => 1.5 * slowRconMs,
		() => void look(service, node.agent, victim).catch(onBug),
	);
};

/** On every node commands are run one after another, and heartbeats come twice a second. */
const busyFeed: Scenario = ({service, nodes, onBug}) => {
	const over = new AbortController();
	const ask = async ({agent, servers}: Stage['nodes'][number]) => {
		for (let turn = 0; !over.signal.aborted; turn++) {
			const running = servers();
			const server = running[turn % running.length];
			if (server) await Promise.race([look(service, agent, server), pause(service.clock, 5000, over.signal)]);
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

/** Begins them; the returned function ends them. */
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

/** Those that run and do not misbehave already. */
function runningServers({store}: ServiceContext, nodeId: string): ServerRecord[] {
	if (store.nodes.get(nodeId)?.status !== 'ONLINE') return [];
	return store.servers
		.all()
		.filter(server => server.nodeId === nodeId && server.state === 'ONLINE' && isSteady(server));
}

/** Somebody runs a harmless command. */
function look({newId}: ServiceContext, agent: NodeAgent, {id, gameType}: ServerRecord): Promise<unknown> {
	return agent.rcon({
		serverId: id,
		command: gameType === 'CS2' ? 'status' : 'ListPlayers',
		commandId: newId(),
	});
}
