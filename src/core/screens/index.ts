import type {ListId} from '../state/screens.ts';
import type {ListScreen} from './list-screen.ts';
import {automationsScreen} from './automations.ts';
import {nodesScreen} from './nodes.ts';
import {runsScreen} from './runs.ts';
import {teamScreen} from './team.ts';

/** Every list that has a screen of its own. */
export const screens: Readonly<Partial<Record<ListId, ListScreen>>> = {
	nodes: nodesScreen,
	automations: automationsScreen,
	runs: runsScreen,
	team: teamScreen,
};
