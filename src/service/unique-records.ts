import {randomUUID} from 'node:crypto';
import type {DatabaseSync} from 'node:sqlite';
import {migrationMessages as messages} from '../messages/service-servers.ts';
import type {NotificationRecord, RunRecord, ServerRecord, TaskRecord} from './records.ts';
import {Refusal} from './refusal.ts';
import {rewriteRecords} from './rewrite-records.ts';
import {isLive, isTimed} from './task-facts.ts';

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

export const uniqueServers: Unique<ServerRecord> = {
	keyOf: nameKey,
	refuse: () => new Refusal('server.display_name_already_exists'),
};

/** One scheduled stop or restart of a server. */
export const uniqueTasks: Unique<TaskRecord> = {
	keyOf: task => (isTimed(task) && isLive(task) ? task.targetIds[0] : undefined),
	refuse: ({type}) =>
		new Refusal(
			type === 'TIMED_RESTART'
				? 'server.timed_restart_already_scheduled'
				: 'server.timed_shutdown_already_scheduled',
		),
};

/** The run of an automation at a time of its schedule. */
export const uniqueRuns: Unique<RunRecord> = {
	keyOf: ({automationId, scheduledFireAt}) =>
		scheduledFireAt === undefined ? undefined : JSON.stringify([automationId, scheduledFireAt]),
	refuse: () => new Refusal('general.not_carried_out'),
};

/** Returns whether SQLite refused a record because another one has its key. */
export const isTaken = (error: unknown): boolean =>
	// SQLITE_CONSTRAINT_UNIQUE; a primary key has another code.
	error instanceof Error && 'errcode' in error && error.errcode === 2067;

/** Returns whether the records have a column of unique keys. Those before version 4 have none. */
export const hasUniqueKeys = (database: DatabaseSync): boolean =>
	database.prepare("SELECT 1 FROM pragma_table_info('records') WHERE name = 'unique_key'").get() !==
	undefined;

/**
Adds the keys to the records of version 3, within a transaction of the caller. Nothing is lost where records break a
rule: the oldest server keeps its name and others of that name get a number; of several scheduled actions of a server
the earliest stays and the others fail. The team is notified of each.
*/
export function addUniqueKeys(database: DatabaseSync, now: number): void {
	database.exec('ALTER TABLE records ADD COLUMN unique_key TEXT');
	const insert = database.prepare("INSERT INTO records (kind, id, json) VALUES ('notifications', ?, ?)");
	const notify = (teamId: string, title: string, message: string) => {
		const id = randomUUID();
		const notification: NotificationRecord = {
			id,
			teamId,
			createdAt: now,
			type: 'RECORDS_CHANGED',
			title,
			message,
			read: false,
		};
		insert.run(id, JSON.stringify(notification));
	};
	const onRename = (server: ServerRecord, old: string) =>
		notify(server.teamId, messages.renamedTitle, messages.renamed(old, server.displayName));
	const servers = rewriteRecords<ServerRecord, ServerRecord>(
		database,
		'servers',
		records => numberNames(records, onRename),
		uniqueServers.keyOf,
	);
	const onEnd = ({type, targetIds}: TaskRecord) => {
		const server = servers.find(({id}) => id === targetIds[0]);
		const message = messages.notKept(server?.displayName ?? '', type === 'TIMED_RESTART');
		if (server) notify(server.teamId, messages.notKeptTitle, message);
	};
	rewriteRecords<TaskRecord, TaskRecord>(
		database,
		'tasks',
		records => endOthers(records, now, onEnd),
		uniqueTasks.keyOf,
	);
}

function numberNames(
	servers: ServerRecord[],
	onRename: (server: ServerRecord, old: string) => void,
): ServerRecord[] {
	const {keyOf} = uniqueServers;
	const given = new Set(servers.map(keyOf));
	const taken = new Set<string | undefined>();
	return servers.map(server => {
		let named = server;
		for (let number = 2; taken.has(keyOf(named)) || (named !== server && given.has(keyOf(named))); number++)
			named = {...server, displayName: `${server.displayName.trim()} (${number})`};
		taken.add(keyOf(named));
		if (named !== server) onRename(named, server.displayName);
		return named;
	});
}

function endOthers(tasks: TaskRecord[], now: number, onEnd: (task: TaskRecord) => void): TaskRecord[] {
	const dueAt = ({createdAt, context}: TaskRecord) => createdAt + Number(context?.['delay'] ?? 0) * 60_000;
	const kept = new Map<string, TaskRecord>();
	for (const task of tasks.toSorted((a, b) => dueAt(a) - dueAt(b))) {
		const key = uniqueTasks.keyOf(task);
		if (key !== undefined && !kept.has(key)) kept.set(key, task);
	}
	return tasks.map(task => {
		const key = uniqueTasks.keyOf(task);
		if (key === undefined || kept.get(key) === task) return task;
		onEnd(task);
		return {
			...task,
			state: 'FAILED',
			cancellable: false,
			finishedAt: now,
			errorMessage: messages.oneScheduled,
		};
	});
}
