import * as z from 'zod';
import {Count, field, Flag, Id, Moment, OwnId, Text} from '../wire-fields.ts';
import {idsOf, isFields, type Fields} from '../wire-values.ts';
import {readState} from '../states.ts';
import {readVersion} from '../versions.ts';
import {recordOf} from './common.ts';

const Settings = z.looseObject({name: Text, defaultServerDirectory: Text});
type Settings = z.output<typeof Settings>;

/** A machine that hosts servers. Only `id` is certain, because the specification does not show the record. */
export const Node = recordOf(
	['node'],
	z.looseObject({
		id: OwnId,
		teamId: Id,
		name: Text,
		nodeName: Text,
		status: field<string, string | undefined>(readState),
		daemonVersion: field<string, string | undefined>(readVersion),
		lastAlive: Moment,
		lastLogin: Moment,
		logoutReason: Text,
		settings: field<z.input<typeof Settings>, Settings | undefined>(value => Settings.safeParse(value).data),
		systemData: field<Fields, Fields | undefined>(value => (isFields(value) ? value : undefined)),
	}),
);
export type Node = z.output<typeof Node>;

/** A task of a node. Known states are PENDING, RUNNING, SUCCEEDED, FAILED and CANCELED. */
export const NodeTask = recordOf(
	['nodeTask', 'task'],
	z.looseObject({
		id: OwnId,
		type: Text,
		state: field<string, string | undefined>(readState),
		nodeId: Id,
		targetIds: field<string[], string[]>(idsOf),
		context: field<Fields, Fields | undefined>(value => (isFields(value) ? value : undefined)),
		createdAt: Moment,
		finishedAt: Moment,
		cancellable: Flag,
		progressPercentage: Count,
		errorMessage: Text,
	}),
);
export type NodeTask = z.output<typeof NodeTask>;
