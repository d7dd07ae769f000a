import {repeat} from '../lib/clock.ts';
import type {ServiceContext} from '../service/context.ts';
import type {NodeRecord} from '../service/records.ts';

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

/** Returns the nodes that are online, without the node of real servers, which is this machine. */
export function simulatedNodes({store}: ServiceContext, teamId: string): NodeRecord[] {
	const real = new Set(store.servers.all().flatMap(({own, nodeId}) => (own ? [nodeId] : [])));
	return store.nodes
		.all()
		.filter(node => node.teamId === teamId && node.status === 'ONLINE' && !real.has(node.id));
}
