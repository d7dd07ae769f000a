import {pause, repeat} from '../lib/time/clock.ts';
import type {ServiceContext} from '../service/context.ts';
import type {NodeRecord, ServerRecord} from '../service/records/records.ts';
import type {NodeAgent} from '../service/agent/agent.ts';
import type {ScenarioName} from './choices.ts';
import {isSteady} from './simulated-servers.ts';

const minuteMs = 60_000;
const [minMs, maxMs] = [25 * minuteMs, 75 * minuteMs];
const [minAwayMs, maxAwayMs] = [20_000, minuteMs];

/** Makes a node of the team occasionally lose its connection for a while, or only log in again. */
export function startNodeOutages(service: ServiceContext, teamId: string): () => void {
	const {clock, random} = service;
	const between = (least: number, most: number) => least + random() * (most - least);
	let cancelTimer = () => {};
	const stop = repeat(
		clock,
		() => between(minMs, maxMs),
		() => {
			const nodes = simulatedNodes(service, teamId);
			const node = nodes[Math.floor(random() * nodes.length)];
			if (!node) return;
			const agent = service.agentOf(node.id);
			if (random() < 0.5) return agent.logInAgain();
			agent.setReachable(false);
			cancelTimer = clock.after(between(minAwayMs, maxAwayMs), () => agent.setReachable(true));
		},
	);
	return () => {
		stop();
		cancelTimer();
	};
}

const [minSteadyMs, maxSteadyMs] = [8 * minuteMs, 25 * minuteMs];

/** Makes a running server of the team occasionally crash. Its node starts it again. */
export function startCrashes(
	service: ServiceContext,
	teamId: string,
	onBug: (bug: unknown) => void,
): () => void {
	const {clock, random} = service;
	return repeat(
		clock,
		() => minSteadyMs + random() * (maxSteadyMs - minSteadyMs),
		() => {
			const running = simulatedNodes(service, teamId).flatMap(({id}) => runningServers(service, id));
			const server = running[Math.floor(random() * running.length)];
			if (server) void service.agentOf(server.nodeId).crash(server.id).catch(onBug);
		},
	);
}

/** Returns the nodes that are online, without the node of real servers, which is this machine. */
function simulatedNodes({store}: ServiceContext, teamId: string): NodeRecord[] {
	const real = new Set(store.servers.all().flatMap(({own, nodeId}) => (own ? [nodeId] : [])));
	return store.nodes
		.all()
		.filter(node => node.teamId === teamId && node.status === 'ONLINE' && !real.has(node.id));
}

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
