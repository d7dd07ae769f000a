import type {ActionContext, Known} from '../../../actions/context.ts';
import type {Job} from '../../../contract/models/job.ts';
import {asRead} from '../../../actions/automation-changes.ts';
import {pendingRows, pendingRun} from '../../../actions/pending.ts';
import {describeTrigger} from '../../../actions/automation-trigger.ts';
import {scheduledActionsOf, scheduledSlice} from '../../../app/servers/scheduled-actions.ts';
import type {Config} from '../../../config/load.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {loadCron} from '../../../lib/time/cron.ts';
import {pendingMessages} from '../../../messages/pending.ts';
import {renderMessage, shellSegments} from '../../../messages/text.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {ifReadable} from '../find/find-one.ts';
import type {Io} from '../../output/io.ts';
import {say} from '../../output/output.ts';
import type {Call} from '../../start/session.ts';
import {journalOf} from '../../start/journal-file.ts';
import {tasksOfNodes} from '../node-tasks.ts';

/** Returns whether someone sees the plan of a command before it is sent. */
export const hasReview = (
	{stdin, stderr}: Io,
	{yes}: {yes?: true},
	{dryRun}: {dryRun?: true | undefined},
): boolean => !yes && (dryRun === true || (stdin.isTTY === true && stderr.isTTY === true));

/** A job that has run for longer does not end anymore. */
const jobsSinceMs = 7 * 24 * 3_600_000;

/**
Reads what is due on servers: tasks of their nodes and automations, as far as the credentials may read them, and the jobs of
other programs that use the same journal.
*/
export async function readPending(
	io: Io,
	{api, signal, team, config}: Call,
	servers: readonly GameServer[],
	now: number,
): Promise<Known['pendingOn']> {
	const nodeIds = [...new Set(servers.flatMap(({nodeId}) => nodeId ?? []))];
	const [tasks, automations] = await Promise.all([
		ifReadable(() => tasksOfNodes(api, nodeIds, signal)),
		ifReadable(async () => api.listAutomations({teamId: (await team()).id}, {signal})),
	]);
	const {orderedOn} = await import('../../../app/pending.ts');
	const ordered = {
		scheduled: {...scheduledSlice.initial, tasks: new Map((tasks?.items ?? []).flatMap(scheduledActionsOf))},
		jobs: await readRunningJobs(io, config, now - jobsSinceMs),
	};
	const triggered = (automations?.items ?? []).filter(({enabled, trigger}) => enabled !== false && trigger);
	const cron = triggered.length > 0 ? await loadCron() : undefined;
	return serverId => {
		const server = servers.find(({id}) => id === serverId);
		const runs = triggered.flatMap(automation => {
			const {name, id, trigger} = automation;
			const upcoming = cron ? describeTrigger(trigger, cron, now).upcoming : [];
			return (server && pendingRun(name ?? id, asRead(automation), upcoming, server, now)) ?? [];
		});
		return [...orderedOn(ordered, serverId, [tasks?.items ?? []]), ...runs];
	};
}

/** A journal that cannot be read is reported. */
async function readRunningJobs(io: Io, config: Config, since: number): Promise<readonly Job[]> {
	const {path, scope} = journalOf(config);
	const {JournalUnreadable, readRunningJobsFile} = await import('../../../journal/reader.ts');
	try {
		return readRunningJobsFile(path, scope, since);
	} catch (error) {
		if (!(error instanceof JournalUnreadable)) throw error;
		say(io, error.message);
		return [];
	}
}

/** Prints the pending actions of the servers, with the command that cancels each. */
export function sayPending(io: Io, context: ActionContext): void {
	const {known, servers, now} = context;
	for (const {label, lines} of pendingRows(context)) {
		for (const line of lines) say(io, printableLine(`${label}: ${renderMessage(line, shellSegments)}`));
	}
	const tasks = servers.flatMap(({id}) => known.pendingOn(id, now).flatMap(({task}) => task ?? []));
	for (const {id} of tasks) say(io, pendingMessages.cancelFirst(id));
}
