import * as z from 'zod';
import {maybe, Moment} from './common.ts';

/** A machine that hosts servers. Only `id` is certain: the specification does not show the record. */
export const Node = z.looseObject({
	id: z.string().min(1),
	teamId: maybe(z.string()),
	status: maybe(z.string()),
	daemonVersion: maybe(z.string()),
	lastAlive: Moment,
	lastLogin: Moment,
	logoutReason: maybe(z.string()),
	settings: maybe(z.looseObject({name: maybe(z.string()), defaultServerDirectory: maybe(z.string())})),
	systemData: maybe(z.looseObject({})),
});
export type Node = z.output<typeof Node>;

/** Work that a node does for a while; states PENDING, RUNNING, SUCCEEDED, FAILED, CANCELED are known. */
export const NodeTask = z.looseObject({
	id: z.string().min(1),
	type: maybe(z.string()),
	state: maybe(z.string()),
	nodeId: maybe(z.string()),
	targetIds: z
		.array(z.string())
		.nullish()
		.transform(ids => ids ?? []),
	context: maybe(z.record(z.string(), z.unknown())),
	createdAt: Moment,
	finishedAt: Moment,
	cancellable: maybe(z.boolean()),
	progressPercentage: maybe(z.number()),
	errorMessage: maybe(z.string()),
});
export type NodeTask = z.output<typeof NodeTask>;
