import {knownMoment} from '../../contract/moments.ts';
import {phaseOf} from '../../contract/states.ts';
import type {Services} from '../kernel/state/services.ts';
import type {Feature} from '../kernel/state/feature.ts';
import {nodeCommands, taskMenu} from './node-commands.ts';
import {nodesScreen} from './nodes-screen.ts';
import {watchNodes} from './poll-nodes.ts';

export const nodesFeature: Feature = {
	id: 'nodes',
	commands: nodeCommands,
	menus: {task: taskMenu},
	screens: {nodes: nodesScreen},
	refreshes: {nodes: ({refreshers}) => refreshers.readNodes()},
	effects: [
		program => {
			const {again, stop} = watchNodes(program);
			program.refreshers.readNodes = again;
			return stop;
		},
		endAcknowledgments,
	],
};

/** How far the clocks of the service and of the acknowledging machine may differ, ms. */
const clocksMs = 30_000;

/**
Ends the acknowledgment of a lost node that was alive after it: it went away again, maybe while no session of this user ran.
*/
function endAcknowledgments({store}: Services): () => void {
	let {nodes, fleet} = store.getState();
	return store.subscribe(() => {
		const state = store.getState();
		const isSame =
			state.nodes.nodes === nodes.nodes && state.fleet.acknowledgedWithNode === fleet.acknowledgedWithNode;
		({nodes, fleet} = state);
		if (isSame || fleet.acknowledgedWithNode.size === 0) return;
		const aliveAt = new Map(
			nodes.nodes.flatMap(({id, status, lastAlive}): [string, number][] => {
				const at = knownMoment(lastAlive);
				return at !== undefined && phaseOf(status) === 'offline' ? [[id, at]] : [];
			}),
		);
		const serverIds = [...fleet.acknowledgedWithNode].flatMap(([id, at]) => {
			const alive = aliveAt.get(fleet.servers.get(id)?.nodeId ?? '');
			return alive !== undefined && alive > at + clocksMs ? [id] : [];
		});
		if (serverIds.length > 0)
			store.dispatch({type: 'fleet/acknowledgedElsewhere', serverIds, isKnown: false});
	});
}
