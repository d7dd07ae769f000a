import {onDemand} from '../../lib/on-demand.ts';
import type {Menu} from '../kernel/menu.ts';
import type {Feature} from '../kernel/feature.ts';
import {nodeCommands} from './node-commands.ts';
import {nodesOnDemand} from './on-demand.ts';
import {watchNodes} from './poll-nodes.ts';

export const nodesFeature: Feature = {
	id: 'nodes',
	commands: nodeCommands,
	menus: {task: onDemand((): Menu => nodesOnDemand.taskMenu)},
	screens: {nodes: onDemand(() => nodesOnDemand.nodesScreen)},
	refreshes: {nodes: ({refreshers}) => refreshers.readNodes()},
	effects: [
		program => {
			const {again, stop} = watchNodes(program);
			program.refreshers.readNodes = again;
			return stop;
		},
	],
};
