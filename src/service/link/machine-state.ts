import {type AgentMessage, type LinkedServer, linkedTaskTypes} from '../../contract/models/link.ts';
import {blockedOperations} from '../agent/agent.ts';
import type {ServiceContext} from '../context.ts';
import {localNodeId} from '../own/local-node.ts';
import {isLive, type ServerRecord, type TaskRecord} from '../records/records.ts';

/** The limits of the protocol for texts of games. */
const most = {sentence: 2000, reason: 500, line: 300, lines: 20};

/** Finds unreported changes of the servers and tasks of this machine, and remembers reported ones. */
export function createMachineState(service: ServiceContext) {
	const {store} = service;
	/** What was reported, by id. */
	const [sentServers, sentTasks] = [new Map<string, string>(), new Map<string, string>()];
	const servers = () => store.servers.all().filter(({nodeId}) => nodeId === localNodeId);
	const tasks = () =>
		store.tasks.all().flatMap(task => {
			const {type, nodeId} = task;
			return nodeId === localNodeId && isReported(type) ? [{...task, type}] : [];
		});
	const reportsOf = (present: ServerRecord[]) =>
		present.flatMap(server =>
			ifNew(sentServers, server.id, {type: 'server', server: reportOf(service, server)}),
		);
	const changes = (): AgentMessage[] => {
		const present = servers();
		const reports = reportsOf(present);
		const ids = new Set(present.map(({id}) => id));
		const gone = [...sentServers.keys()].filter(id => !ids.has(id));
		for (const id of gone) sentServers.delete(id);
		// A server has one unfinished scheduled action, so the end of the former one comes first.
		const all = tasks().toSorted((a, b) => Number(isLive(a)) - Number(isLive(b)));
		return [
			...reports,
			...all.flatMap(task => ifNew(sentTasks, task.id, messageOf(task))),
			...gone.map((serverId): AgentMessage => ({type: 'removed', serverId})),
		];
	};
	return {
		changes,
		/** The same of one server, without its tasks. */
		changesOf: (serverId: string): AgentMessage[] => reportsOf(servers().filter(({id}) => id === serverId)),
		/** Reports a server again, because its record at the service may differ. */
		forget: (serverId: string): void => {
			if (sentServers.has(serverId)) sentServers.set(serverId, '');
		},
		/** Everything, for a service that may have other records. */
		all: (): AgentMessage[] => [
			...changes(),
			{
				type: 'complete',
				servers: servers().map(({id}) => id),
				tasks: tasks()
					.filter(isLive)
					.map(({id}) => id),
			},
		],
	};
}

/** Returns the message unless the same was reported. */
function ifNew(sent: Map<string, string>, id: string, message: AgentMessage): AgentMessage[] {
	const text = JSON.stringify(message);
	if (sent.get(id) === text) return [];
	sent.set(id, text);
	return [message];
}

function reportOf({agentOf}: ServiceContext, server: ServerRecord): LinkedServer {
	const {
		id,
		displayName,
		gameType,
		createdAt,
		state,
		stateSince = createdAt,
		isStopped,
		own,
		report,
	} = server;
	const {serverPort, queryPort, rconPort} = server;
	const agent = agentOf(localNodeId);
	const {map, cpuPercent, memoryBytes, ...facts} = agent.facts(id);
	const players = amountOf(facts.players);
	const [atLeast, maxPlayers] = [amountOf(facts.atLeast), amountOf(facts.maxPlayers)];
	const problem = agent.problem(id);
	const consoleProblem = agent.consoleProblem(id);
	const reasons = blockedOperations.flatMap(operation => {
		const reason = agent.blocked(id, operation);
		return reason === undefined ? [] : [[operation, reason.slice(0, most.reason)] as const];
	});
	return {
		id,
		name: displayName,
		gameType,
		createdAt,
		state: state === 'CREATING' ? 'UNKNOWN' : state,
		stateSince,
		...(isStopped && {isStopped}),
		...(players !== undefined && {players}),
		...(atLeast !== undefined && {atLeast}),
		...(maxPlayers !== undefined && {maxPlayers}),
		...(map !== undefined && {map: map.slice(0, 200)}),
		...(cpuPercent !== undefined && {cpuPercent}),
		...(memoryBytes !== undefined && {memoryBytes}),
		serverPort,
		queryPort,
		rconPort,
		hasConsole: own?.console !== undefined,
		problem: problem?.slice(0, most.sentence),
		consoleProblem: consoleProblem?.slice(0, most.sentence),
		blocked: Object.fromEntries(reasons),
		playersCommand: own?.playersCommand,
		sayCommand: own?.sayCommand,
		report: report && {
			...report,
			message: report.message.slice(0, most.sentence),
			log: linesOf(report.log),
		},
		backups: server.backups.map(({file: _file, directory: _directory, ...backup}) => ({
			...backup,
			name: backup.name.slice(0, most.line),
		})),
		log: linesOf(agent.log(id)),
	};
}

/** Games may tell any number. */
const amountOf = (told: number | undefined): number | undefined =>
	told !== undefined && told >= 0 && told <= Number.MAX_SAFE_INTEGER ? told : undefined;

const linesOf = (log: readonly string[]) => log.slice(-most.lines).map(line => line.slice(0, most.line));

type Reported = (typeof linkedTaskTypes)[number];
const isReported = (type: TaskRecord['type']): type is Reported =>
	linkedTaskTypes.some(reported => reported === type);

function messageOf(task: TaskRecord & {type: Reported}): AgentMessage {
	const {id, type, state, targetIds, context, createdAt, finishedAt, cancellable, progressPercentage} = task;
	const [serverId = ''] = targetIds;
	const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : undefined);
	const delay = context?.['delay'];
	return {
		type: 'task',
		task: {
			id,
			type,
			state,
			serverId,
			context: {
				delay: typeof delay === 'number' ? delay : undefined,
				backupName: text(context?.['backupName']),
				backupId: text(context?.['backupId']),
			},
			createdAt,
			finishedAt,
			cancellable,
			progressPercentage,
			errorMessage: task.errorMessage?.slice(0, most.sentence),
		},
	};
}
