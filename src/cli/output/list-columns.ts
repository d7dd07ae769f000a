import {automationColumns} from '../../app/automations/automations-screen.ts';
import {runColumns} from '../../app/automations/runs-screen.ts';
import {nodeColumns} from '../../app/nodes/nodes-screen.ts';
import {serverColumns} from '../../app/servers/columns.ts';
import {describeTrigger} from '../../actions/automation-trigger.ts';
import type {Automation, AutomationRun} from '../../contract/models/automation.ts';
import type {Node} from '../../contract/models/node.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {ReadCron} from '../../lib/time/cron.ts';
import {playersScreenMessages} from '../../messages/players.ts';
import {serverMessages} from '../../messages/server-list.ts';
import {cliNodeMessages} from '../../messages/nodes.ts';
import {secondsOf} from './moments.ts';
import {type Column, printedColumns} from './table.ts';

/*
The columns that list commands print: those of the lists on screen, and a few of their own.
*/

const id: Column<{id: string}> = {header: 'ID', value: ({id}) => id};

type ServerColumnId = (typeof serverColumns)[number]['id'];
const usualColumns: readonly ServerColumnId[] = ['name', 'state', 'players', 'game', 'node'];

/**
`times`: how often a server is listed, if more than once. `ids`: the columns in order; those that need a session, such as
`since`, are omitted. `stopped`: the servers that are down because someone stopped them.
*/
export function columnsOfServers(
	times: ReadonlyMap<string, number>,
	wide: boolean,
	ids: readonly string[] = usualColumns,
	stopped: ReadonlySet<string> = new Set(),
): Column<GameServer>[] {
	const listed = (server: GameServer) => ({server, times: times.get(server.id)});
	const isColumn = (wanted: string): wanted is ServerColumnId => serverColumns.some(({id}) => id === wanted);
	const chosen = printedColumns(serverColumns, ids.filter(isColumn), listed).map(column => ({
		...column,
		value: (server: GameServer) =>
			column.header === 'STATE' && stopped.has(server.id)
				? serverMessages.onPurpose(server.state)
				: column.value(server),
	}));
	const headers = new Set(chosen.map(({header}) => header));
	return [...chosen, ...(wide ? moreOfServers.filter(({header}) => !headers.has(header)) : []), id];
}

const moreOfServers: readonly Column<GameServer>[] = [
	...printedColumns(serverColumns, ['cpu', 'mem', 'map'], (server: GameServer) => ({
		server,
		times: undefined,
	})),
	{
		header: 'ADDRESS',
		value: ({serverIp, serverPort}) =>
			serverIp === undefined ? undefined : serverPort === undefined ? serverIp : `${serverIp}:${serverPort}`,
	},
	{header: 'DIRECTORY', value: ({serverDirectory}) => serverDirectory},
];

/** What `rcondeck players` lists. */
export const columnsOfPlayers: readonly Column<{
	name: string;
	playerId: string | undefined;
	userId: string | undefined;
	server: GameServer;
	flagged?: true;
}>[] = [
	{header: 'NAME', value: ({name}) => name},
	{header: 'SERVER', value: ({server}) => server.displayName ?? server.id},
	{header: 'ID', value: ({playerId, userId}) => playerId ?? userId},
	{header: 'FLAG', value: ({flagged}) => flagged && playersScreenMessages.flagged},
];

export const columnsOfNodes = (wide: boolean): Column<Node>[] => [
	...printedColumns(nodeColumns, ['name', 'status', 'version'], (node: Node) => ({node})),
	{header: cliNodeMessages.lastAliveHeader, value: ({lastAlive}) => secondsOf(lastAlive)},
	...(wide ? moreOfNodes : []),
	id,
];

const moreOfNodes: readonly Column<Node>[] = [
	{header: 'DIRECTORY', value: ({settings}) => settings?.defaultServerDirectory},
	{header: cliNodeMessages.lastLoginHeader, value: ({lastLogin}) => secondsOf(lastLogin)},
];

export function columnsOfAutomations(
	wide: boolean,
	{cron, now}: {cron: ReadCron; now: number},
): Column<Automation>[] {
	const read = ({trigger}: Automation) => describeTrigger(trigger, cron, now);
	return [
		...printedColumns(automationColumns, ['name', 'enabled'], (automation: Automation) => ({automation})),
		{header: 'TRIGGER', value: automation => read(automation).words},
		{
			header: 'NEXT',
			value: automation =>
				automation.enabled === false ? undefined : secondsOf(read(automation).upcoming[0]),
		},
		...printedColumns(automationColumns, ['steps'], (automation: Automation) => ({automation})),
		...(wide ? moreOfAutomations : []),
		id,
	];
}

const moreOfAutomations: readonly Column<Automation>[] = [
	{header: 'DESCRIPTION', value: ({description}) => description},
	{header: 'CREATED', value: ({createdAt}) => secondsOf(createdAt)},
	{header: 'UPDATED', value: ({updatedAt}) => secondsOf(updatedAt)},
];

/** `nameOf`: returns the automation's name, if known. */
export function columnsOfRuns(
	nameOf: (automationId: string) => string | undefined,
	wide: boolean,
): Column<AutomationRun>[] {
	const listed = (run: AutomationRun) => ({
		run,
		name: run.automationId === undefined ? undefined : nameOf(run.automationId),
	});
	return [
		{header: 'CREATED', value: ({createdAt}) => secondsOf(createdAt)},
		...printedColumns(runColumns, ['automation', 'status'], listed),
		...(wide ? moreOfRuns : []),
		{header: 'FINISHED', value: ({finishedAt}) => secondsOf(finishedAt)},
		...printedColumns(runColumns, ['targets'], listed),
		id,
	];
}

const moreOfRuns: readonly Column<AutomationRun>[] = [
	{header: 'STARTED', value: ({startedAt}) => secondsOf(startedAt)},
];
