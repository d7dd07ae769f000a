import {Count, field, Flag, Id, Moment, OpenRecord, OwnId, shapeOf, Text} from '../shape.ts';
import {readState} from '../states.ts';
import {readVersion} from '../versions.ts';
import {idsOf, type Fields} from '../wire-values.ts';

const settingsShape = shapeOf({name: Text, defaultServerDirectory: Text});

/** A machine that hosts servers. Only `id` is certain, because the specification does not show the record. */
export const nodeShape = shapeOf({
	id: OwnId,
	teamId: Id,
	name: Text,
	nodeName: Text,
	status: field<string, string | undefined>(readState),
	daemonVersion: field<string, string | undefined>(readVersion),
	lastAlive: Moment,
	lastLogin: Moment,
	logoutReason: Text,
	settings: field<Fields, ReturnType<typeof settingsShape.read>>(settingsShape.read),
	systemData: OpenRecord,
});

/** A task of a node. Known states are PENDING, RUNNING, SUCCEEDED, FAILED and CANCELED. */
export const taskShape = shapeOf({
	id: OwnId,
	type: Text,
	state: field<string, string | undefined>(readState),
	nodeId: Id,
	targetIds: field<string[], string[]>(idsOf),
	context: OpenRecord,
	createdAt: Moment,
	finishedAt: Moment,
	cancellable: Flag,
	progressPercentage: Count,
	errorMessage: Text,
});
