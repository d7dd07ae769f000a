import type * as z from 'zod';
import {nodeShape, taskShape} from '../shapes/node.ts';
import {recordOf, schemaOf} from './common.ts';

export const Node = recordOf(['node'], schemaOf(nodeShape));
export type Node = z.output<typeof Node>;

export const NodeTask = recordOf(['nodeTask', 'task'], schemaOf(taskShape));
export type NodeTask = z.output<typeof NodeTask>;
