import type {Command} from 'commander';
import {ApiError} from '../../contract/errors.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {unreadableName} from '../../app/kernel/unreadable.ts';
import type {JournalLine} from '../../journal/entry.ts';
import {CommandError, exitCodes} from '../exit-codes.ts';
import {tasksOfNodes} from '../node-tasks.ts';
import {nameOf} from '../find-servers.ts';
import {handoverText, troubledServers, type Handover} from '../handover-text.ts';
import {journalOf, readJournal} from '../journal-file.ts';
import {journalDocument} from '../journal-text.ts';
import {momentOf} from '../moments.ts';
import {say, writeJson} from '../output.ts';
import {jsonOption} from '../output-options.ts';
import type {Run} from '../command-run.ts';
import {withService, type Call} from '../session.ts';
import {handoverMessages} from '../../messages/cli-journal.ts';

type Options = {since: string; json?: true};

const maxLines = 20_000;

export function addHandover(program: Command, run: Run): void {
	program
		.command('handover')
		.description(handoverMessages.description)
		.option('--since <time>', handoverMessages.sinceHelp, '12h')
		.addOption(jsonOption())
		.action(
			run((io, flags, options: Options) =>
				withService(io, flags, async call => {
					const {api, config, signal, teamId} = call;
					const at = Date.now();
					const since = momentOf(options.since, at);
					const {items, unreadable} = await api.listServers({teamId: await teamId()}, {signal});
					const team = await api.myTeam({}, {signal});
					const {path, scope} = journalOf(config);
					const ofTeam = {path, scope: {...scope, team: team.id}};
					let journalProblem: string | undefined;
					const lines =
						(await readJournal(io, ofTeam, {since, limit: maxLines}).catch((error: unknown) => {
							if (!(error instanceof CommandError)) throw error;
							// Report the servers that are down even without the journal.
							journalProblem = error.message;
							return [];
						})) ?? [];
					const handover: Handover = {
						at,
						since,
						team: team.name ?? team.id,
						profile: config.label,
						...troubledServers(items, lines),
						unreadable: unreadable
							.filter(({isRepeat}) => !isRepeat)
							.map(record => ({name: unreadableName(record), reason: record.reason})),
						pending: await pendingTasks(call, items),
						...summarizeWork(lines),
						journalProblem,
					};
					if (options.json) writeJson(io, {handover: documentOf(handover)});
					else io.stdout.write(`${handoverText(handover)}\n`);
					if (journalProblem === undefined) return exitCodes.done;
					say(io, journalProblem);
					return exitCodes.failed;
				}),
			),
		);
}

function summarizeWork(lines: readonly JournalLine[]): Pick<Handover, 'done' | 'open' | 'commands'> {
	const commands = lines.filter(({kind}) => kind === 'command');
	const mine = commands.filter(({origin}) => origin === 'me');
	return {
		done: lines.filter(({kind}) => kind === 'act' || kind === 'failure'),
		open: mine.filter(({status}) => status === 'timeout' || status === 'abandoned' || status === 'waiting'),
		commands: {mine: mine.length, others: commands.filter(({origin}) => origin === 'other').length},
	};
}

/** Returns the pending tasks of the nodes; undefined without permission to see them. */
async function pendingTasks(
	{api, signal}: Call,
	servers: readonly GameServer[],
): Promise<Handover['pending']> {
	const names = new Map(servers.map(server => [server.id, nameOf(server)]));
	const nodeIds = [...new Set(servers.flatMap(({nodeId}) => nodeId ?? []))];
	try {
		const tasks = await tasksOfNodes(api, nodeIds, signal);
		return tasks
			.filter(({state}) => state === 'PENDING' || state === 'RUNNING')
			.map(({type, state, targetIds}) => ({
				server: targetIds.map(id => names.get(id) ?? id).join(', ') || 'node',
				type: type ?? 'task',
				state: state ?? '',
			}));
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'refused' && error.status !== 401) return undefined;
		throw error;
	}
}

function documentOf({
	at,
	since,
	down,
	changing,
	unknown,
	done,
	open,
	...rest
}: Handover): Record<string, unknown> {
	const iso = (moment: number | undefined) =>
		moment === undefined ? undefined : new Date(moment).toISOString();
	return {
		...rest,
		at: iso(at),
		since: iso(since),
		down: down.map(server => ({...server, since: iso(server.since)})),
		changing: changing.map(server => ({...server, since: iso(server.since)})),
		unknown: unknown.map(server => ({...server, since: iso(server.since)})),
		done: done.map(journalDocument),
		open: open.map(journalDocument),
	};
}
