import type {Node} from '../../contract/models/node.ts';
import {isSame} from '../../lib/same.ts';

/** The machines of the team, as far as these credentials may read them. */
export type NodesState = {nodes: readonly Node[]; at: number | undefined};

export const initialNodes: NodesState = {nodes: [], at: undefined};

export type NodesEvent = {type: 'nodes/read'; at: number; nodes: readonly Node[]};

export function reduceNodes(state: NodesState, event: NodesEvent): NodesState {
	return {nodes: isSame(state.nodes, event.nodes) ? state.nodes : event.nodes, at: event.at};
}

/** What a node is called: by its settings, else by its id. */
export const nodeLabel = ({id, settings}: Node): string => settings?.name ?? id;
