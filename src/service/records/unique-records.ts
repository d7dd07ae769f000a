import {
	isLive,
	isTimed,
	type RecordsByKind,
	type RunRecord,
	type ServerRecord,
	type TaskRecord,
} from './records.ts';
import {Refusal} from '../http/refusal.ts';

/** What no two records of a kind may have in common. The database enforces it. */
export type Unique<Kept> = {
	/** Undefined if the record takes part in no such rule. */
	keyOf: (record: Kept) => string | undefined;
	/** Returns the refusal of a record whose key another one has. */
	refuse: (record: Kept) => Refusal;
};

/** Identifies a display name in its team. Case and surrounding whitespace are ignored, because people read names. */
export const nameKey = ({teamId, displayName}: Pick<ServerRecord, 'teamId' | 'displayName'>): string =>
	JSON.stringify([teamId, displayName.trim().toLowerCase()]);

const uniqueServers: Unique<ServerRecord> = {
	keyOf: nameKey,
	refuse: () => new Refusal('server.display_name_already_exists'),
};

/** One scheduled stop or restart of a server. */
const uniqueTasks: Unique<TaskRecord> = {
	keyOf: task => (isTimed(task) && isLive(task) ? task.targetIds[0] : undefined),
	refuse: ({type}) =>
		new Refusal(
			type === 'TIMED_RESTART'
				? 'server.timed_restart_already_scheduled'
				: 'server.timed_shutdown_already_scheduled',
		),
};

/** Identifies the run of an automation at a time of its schedule. */
export const runKey = (automationId: string, time: number): string => JSON.stringify([automationId, time]);

const uniqueRuns: Unique<RunRecord> = {
	keyOf: ({automationId, scheduledFireAt}) =>
		scheduledFireAt === undefined ? undefined : runKey(automationId, scheduledFireAt),
	refuse: () => new Refusal('general.not_carried_out'),
};

/** The rule of each kind that has one. */
export const uniqueOf: {[Kind in keyof RecordsByKind]?: Unique<RecordsByKind[Kind]>} = {
	servers: uniqueServers,
	tasks: uniqueTasks,
	runs: uniqueRuns,
};

/** Returns whether SQLite refused a record because another one has its key. */
export const isTaken = (error: unknown): boolean =>
	// SQLITE_CONSTRAINT_UNIQUE; a primary key has another code.
	error instanceof Error && 'errcode' in error && error.errcode === 2067;
