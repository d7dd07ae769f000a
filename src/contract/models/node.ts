import type * as z from 'zod';
import {type Fields, isFields, textOf} from '../wire-values.ts';
import {
	Count,
	field,
	Flag,
	Id,
	Ids,
	Moment,
	OpenRecord,
	OwnId,
	record,
	recordOf,
	State,
	Text,
} from '../record.ts';

const maxDepth = 3;

/** Reads a version in any shape: text, a number, `{major, minor, patch}`, or a record that holds one of these. */
export function readVersion(value: unknown, depth = maxDepth): string | undefined {
	if (!isFields(value)) return textOf(value);
	if (depth === 0) return undefined;
	const places = ['major', 'minor', 'patch'].flatMap(name => textOf(value[name]) ?? []);
	if (places.length > 0) return places.join('.');
	for (const name of ['version', 'build', 'app', 'name', 'value', 'number', 'data']) {
		const found = readVersion(value[name], depth - 1);
		if (found !== undefined) return found;
	}
	return undefined;
}

const Settings = record({name: Text, defaultServerDirectory: Text});

/** A machine that hosts servers. Only `id` is certain, because the specification does not show the record. */
export const Node = recordOf(
	['node'],
	record(
		{
			id: OwnId,
			teamId: Id,
			name: Text,
			nodeName: Text,
			status: State,
			daemonVersion: field<string, string | undefined>(readVersion),
			lastAlive: Moment,
			lastLogin: Moment,
			logoutReason: Text,
			settings: field<Fields, z.output<typeof Settings> | undefined>(value => Settings.safeParse(value).data),
			systemData: OpenRecord,
		},
		{
			id: ['uuid', 'guid', 'nodeId'],
			name: ['displayName', 'title', 'label', 'hostname'],
			status: ['state', 'nodeStatus', 'nodeState'],
			daemonVersion: ['version', 'agentVersion'],
			lastAlive: ['lastSeen', 'lastSeenAt', 'lastHeartbeat'],
		},
	),
);
export type Node = z.output<typeof Node>;

/** A task of a node. Known states are PENDING, RUNNING, SUCCEEDED, FAILED and CANCELED. */
export const NodeTask = recordOf(
	['nodeTask', 'task'],
	record(
		{
			id: OwnId,
			type: Text,
			state: State,
			nodeId: Id,
			targetIds: Ids,
			context: OpenRecord,
			createdAt: Moment,
			finishedAt: Moment,
			cancellable: Flag,
			progressPercentage: Count,
			errorMessage: Text,
		},
		{
			id: ['uuid', 'guid', 'taskId', 'nodeTaskId'],
			type: ['taskType', 'kind'],
			state: ['status', 'taskState', 'taskStatus'],
			targetIds: ['serverIds', 'targets'],
			createdAt: ['created', 'startedAt'],
			finishedAt: ['finished', 'completedAt', 'endedAt'],
			cancellable: ['cancelable', 'isCancellable'],
			progressPercentage: ['progress', 'percentage', 'percent'],
			errorMessage: ['error'],
		},
	),
);
export type NodeTask = z.output<typeof NodeTask>;
