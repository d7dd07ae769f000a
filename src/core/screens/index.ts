import type {ListId} from '../state/screens.ts';
import type {ListScreen} from './list-screen.ts';
import {nodesScreen} from './nodes.ts';

/** Every list that has a screen of its own. */
export const screens: Readonly<Partial<Record<ListId, ListScreen>>> = {nodes: nodesScreen};
