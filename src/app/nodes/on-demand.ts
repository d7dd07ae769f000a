import {nodesScreen} from './nodes-screen.ts';
import {taskMenu} from './task-menu.ts';

/** The modules that the bundle loads when the nodes are first shown (`build/lazy-imports.ts`). */
export const nodesOnDemand = {nodesScreen, taskMenu};
