import {describe} from './describe.ts';
import type {Command} from 'commander';
import {knownMoment} from '../../contract/moments.ts';
import {
	type Handover,
	type HandoverFacts,
	handoverOf,
	type ServerAlert,
} from '../../app/handover/handover.ts';
import type {Operation, Outcome, Piece} from '../../app/handover/work.ts';
import type {JournalLine} from '../../journal/entry.ts';
import {serverMessages} from '../../messages/server-list.ts';
import {journalDocument} from '../output/journal-text.ts';
import {unreadableName} from '../../app/kernel/state/failure.ts';
import {fleetOnce, stoppedIn} from '../../app/servers/fleet-once.ts';
import {handoverText} from '../../app/handover/handover-text.ts';
import {noShift} from '../../app/kernel/state/journal.ts';
import {ApiError} from '../../contract/errors.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {handoverCommandMessages} from '../../messages/journal.ts';
import type {Run} from '../start/command-run.ts';
import {CommandError, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {ifReadable} from './find/find-one.ts';
import {sayUnreadable} from '../output/unreadable.ts';
import {journalOf, readShift} from '../start/journal-file.ts';
import {momentOf} from '../output/moments.ts';
import {tasksOfNodes} from './node-tasks.ts';
import {jsonOption} from '../output/output-options.ts';
import {say, writeJson} from '../output/output.ts';
import {type Call, withService} from '../start/session.ts';

const iso = (moment: number | undefined) =>
	moment === undefined ? undefined : new Date(moment).toISOString();

const accepted: ReadonlySet<Outcome> = new Set(['back', 'done', 'sent', 'due', 'canceled']);

/** Converts a handover to JSON. `lines`: the journal lines that it was computed from. */
export function handoverDocument(handover: Handover, lines: readonly JournalLine[]): Record<string, unknown> {
	const {
		at,
		since,
		down,
		stopped,
		crashing,
		changing,
		unknown,
		nodes,
		pending,
		readsTasks,
		operations,
		notes,
		open,
		failing,
		...rest
	} = handover;
	const pieces = operations.flatMap(operation => operation.pieces);
	const byId = new Map(lines.map(line => [line.id, line]));
	const documentsOf = (ids: readonly (number | undefined)[]) =>
		ids
			.flatMap(id => (id === undefined ? [] : (byId.get(id) ?? [])))
			.sort((a, b) => a.at - b.at)
			.map(journalDocument);
	const recordsOf = (test: (outcome: Outcome) => boolean) =>
		pieces.filter(({outcome}) => test(outcome)).map(({record}) => record?.id);
	return {
		...rest,
		at: iso(at),
		since: iso(since),
		nodes: nodes?.map(({lastAlive, ...node}) => ({...node, lastAlive: iso(knownMoment(lastAlive))})),
		down: [
			...down.map(alertDocument),
			...stopped.map(server => ({...alertDocument(server), isStopped: true})),
		],
		changing: changing.map(alertDocument),
		unknown: unknown.map(alertDocument),
		crashing: crashing.map(({id: serverId, name: serverName, crashes, ...server}) => ({
			serverId,
			serverName,
			...server,
			crashes: crashes.map(iso),
		})),
		...(readsTasks && {
			pending: pending.map(({serverIds, servers, taskType = 'task', command, state, dueAt, taskId}) => ({
				servers: serverIds.map((serverId, index) => ({serverId, serverName: servers[index]})),
				type: taskType,
				command,
				state: state ?? '',
				dueAt: iso(dueAt),
				taskId,
			})),
		}),
		...(failing && {failing: failing.map(automation => ({...automation, since: iso(automation.since)}))}),
		operations: operations.map(operationDocument),
		notes: notes.map(({at: notedAt, by, text}) => ({at: iso(notedAt), by, text})),
		done: documentsOf(recordsOf(outcome => accepted.has(outcome))),
		failed: documentsOf(recordsOf(outcome => outcome === 'failed')),
		open: documentsOf([...recordsOf(outcome => outcome === 'unknown'), ...open.map(({id}) => id)]),
	};
}

const alertDocument = ({
	id: serverId,
	name: serverName,
	state,
	since,
	firstSeenAt,
	before,
	acknowledgedAt,
	...server
}: ServerAlert) => ({
	serverId,
	serverName,
	...server,
	state: state ?? serverMessages.noState,
	since: iso(since),
	firstSeenAt: iso(firstSeenAt),
	before: before && {state: before.state, at: iso(before.at)},
	acknowledgedAt: iso(acknowledgedAt),
});

const operationDocument = ({at, action, input, pieces}: Operation) => ({
	at: iso(at),
	action,
	input,
	servers: pieces.map(pieceDocument),
});

const pieceDocument = ({serverId, server: serverName, at, outcome, reason, dueAt, after}: Piece) => ({
	serverId,
	serverName,
	at: iso(at),
	outcome,
	reason,
	dueAt: iso(dueAt),
	state: after?.state,
	stateAt: iso(after?.at),
});

type Options = {since: string; markdown?: true; json?: true};

export function addHandover(program: Command, run: Run): void {
	describe(program.command('handover'), handoverCommandMessages)
		.option('--since <time>', handoverCommandMessages.sinceHelp, '12h')
		.option('--markdown', handoverCommandMessages.markdownHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, options: Options) =>
				withService(io, flags, async call => {
					const {api, config, signal, teamId} = call;
					const at = Date.now();
					const since = momentOf(options.since, at);
					const {items, unreadable} = await api.listServers({teamId: await teamId()}, {signal});
					const team = await api.myTeam({}, {signal});
					const unstored = await call.syncTeamJournal(team.id);
					const {path, scope} = journalOf(config);
					const ofTeam = {path, scope: {...scope, team: team.id}};
					// Report the servers that are down even without the journal.
					const read = await readShift(io, ofTeam, since).catch((error: unknown) => {
						if (!(error instanceof CommandError)) throw error;
						return {problem: error.message};
					});
					const {withEntries} = await import('../start/sync-team-journal.ts');
					const shift = read && 'problem' in read ? read : withEntries(read ?? noShift, unstored, since);
					const handover = handoverOf({
						at,
						since,
						team: team.name ?? team.id,
						profile: config.label,
						servers: items,
						stopped: stoppedIn(fleetOnce(items, 'problem' in shift ? [] : shift.lastChanges, at)),
						unreadable: unreadable
							.filter(({isRepeat}) => !isRepeat)
							.map(record => ({name: unreadableName(record), reason: record.reason})),
						...(await readNodes(io, call, team.id, items)),
						automations: await readRuns(call, team.id, since),
						shift,
					});
					const lines = read && 'records' in read ? read.records : [];
					if (options.json) writeJson(io, {handover: handoverDocument(handover, lines)});
					else io.stdout.write(`${handoverText(handover, options.markdown ? 'markdown' : 'text')}\n`);
					sayUnreadable(io, {items, unreadable});
					if (handover.journalProblem === undefined) return exitCodes.done;
					say(io, handover.journalProblem);
					return exitCodes.failed;
				}),
			),
		);
}

/** Returns the nodes and their tasks; undefined if these credentials or this service do not offer them. */
async function readNodes(
	io: Io,
	{api, signal}: Call,
	teamId: string,
	servers: readonly GameServer[],
): Promise<Pick<HandoverFacts, 'nodes' | 'tasks'>> {
	const listed = await orRefused(() => api.listNodes({teamId}, {signal}));
	const nodes = listed?.items;
	const nodeIds = new Set([
		...(nodes ?? []).map(({id}) => id),
		...servers.flatMap(({nodeId}) => nodeId ?? []),
	]);
	const tasks = await orRefused(() => tasksOfNodes(api, [...nodeIds], signal));
	for (const list of [listed, tasks])
		if (list) sayUnreadable(io, {items: servers, unreadable: list.unreadable});
	return {nodes, tasks: tasks?.items};
}

/** Returns the runs since a time, as far as one page has them; undefined if they cannot be read. */
async function readRuns(
	{api, signal}: Call,
	teamId: string,
	since: number,
): Promise<HandoverFacts['automations']> {
	const createdFrom = new Date(since).toISOString();
	const read = await ifReadable(() => api.listRuns({teamId, createdFrom, page: 0, size: 1000}, {signal}));
	const list = read && (await ifReadable(() => api.listAutomations({teamId}, {signal})));
	const names = new Map(list?.items.map(({id, name}) => [id, name]));
	return read && {runs: read.items, nameOf: ({automationId = ''}) => names.get(automationId) ?? automationId};
}

async function orRefused<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'refused' && error.status !== 401) return undefined;
		throw error;
	}
}
