import type {Activity} from '../../actions/activity.ts';
import {nodeLabel} from '../../actions/names.ts';
import type {Services} from '../kernel/services.ts';
import type {State} from '../state.ts';
import {carriedBy} from './node-labels.ts';
import {isAway} from './node-outages.ts';
import type {NodesState} from './nodes-state.ts';

type NodeChange = Extract<Activity, {type: 'nodeChange'}>;

/** Adds each change of a node's status to the timeline. The first list of nodes is not a change. */
export function noteNodeChanges({store, newId, clock}: Services, before: NodesState): void {
	if (before.at === undefined) return;
	const at = clock.now();
	for (const activity of changesSince(before, store.getState(), at))
		store.dispatch({type: 'timeline/actionAdded', action: {id: newId(), at, activity}});
}

function changesSince(before: NodesState, {nodes: now, fleet}: State, at: number): NodeChange[] {
	if (before.nodes === now.nodes) return [];
	const old = new Map(before.nodes.map(node => [node.id, node]));
	const carried = carriedBy(fleet.servers);
	const changed = now.nodes.flatMap((node): NodeChange[] => {
		const from = old.get(node.id)?.status;
		const to = node.status;
		if (to === undefined || from === to) return [];
		const {total = 0, players = 0} = carried.get(node.id) ?? {};
		const left = before.since.get(node.id);
		const isBack = isAway(from) && !isAway(to) && left?.seen === true;
		const change = {type: 'nodeChange', nodeId: node.id, node: nodeLabel(node), from, to} as const;
		return [{...change, servers: total, players, ...(isBack && {awayMs: at - left.at})}];
	});
	const listed = new Set(now.nodes.map(({id}) => id));
	const gone = before.nodes
		.filter(({id, status}) => status !== undefined && !listed.has(id))
		.map((node): NodeChange => {
			const about = {nodeId: node.id, node: nodeLabel(node), from: node.status, to: undefined};
			return {type: 'nodeChange', ...about, servers: 0, players: 0};
		});
	return [...changed, ...gone];
}
