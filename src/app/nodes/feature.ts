import type {Feature} from '../kernel/state/feature.ts';
import {endAcknowledgments} from './end-acknowledgments.ts';
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
