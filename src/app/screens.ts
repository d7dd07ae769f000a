import type {ListId} from './kernel/screens-state.ts';
import type {ListScreen} from './kernel/list-screen.ts';
import {automationsScreen} from './automations/automations-screen.ts';
import {nodesScreen} from './nodes/nodes-screen.ts';
import {runsScreen} from './automations/runs-screen.ts';
import {teamScreen} from './team/team-screen.ts';

/** Every list that has a screen of its own. */
export const screens: Readonly<Partial<Record<ListId, ListScreen>>> = {
	nodes: nodesScreen,
	automations: automationsScreen,
	runs: runsScreen,
	team: teamScreen,
};
