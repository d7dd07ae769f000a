import {automationColumns} from '../app/automations/automation-columns.ts';
import {runColumns} from '../app/automations/run-columns.ts';
import {nodeColumns} from '../app/nodes/columns.ts';
import {serverColumns} from '../app/servers/columns.ts';
import type {Automation, AutomationRun} from '../contract/models/automation.ts';
import type {Node} from '../contract/models/node.ts';
import type {GameServer} from '../contract/models/server.ts';
import {nodeCommandMessages} from '../messages/cli-nodes.ts';
import {secondsOf} from './moments.ts';
import {printedColumns, type Column} from './output.ts';

/*
What commands that list print. They are in one file because each of them would else be a part of the program for
itself, with what the lists of the TUI are made of.
*/

const id: Column<{id: string}> = {header: 'ID', value: ({id}) => id};

/** `times`: how often a server is listed, where that is more than once. */
export const columnsOfServers = (times: ReadonlyMap<string, number>): Column<GameServer>[] => [
	...printedColumns(serverColumns, ['name', 'state', 'players', 'game', 'node'], (server: GameServer) => ({
		server,
		times: times.get(server.id),
	})),
	id,
];

export const columnsOfNodes: readonly Column<Node>[] = [
	...printedColumns(nodeColumns, ['name', 'status', 'version'], (node: Node) => ({node})),
	{header: nodeCommandMessages.lastAliveHeader, value: ({lastAlive}) => secondsOf(lastAlive)},
	id,
];

export const columnsOfAutomations: readonly Column<Automation>[] = [
	...printedColumns(automationColumns, ['name', 'enabled', 'steps'], (automation: Automation) => ({
		automation,
	})),
	{header: 'DESCRIPTION', value: ({description}) => description},
	id,
];

/** `nameOf`: of an automation, if it is known. */
export function columnsOfRuns(nameOf: (automationId: string) => string | undefined): Column<AutomationRun>[] {
	const listed = (run: AutomationRun) => ({
		run,
		name: run.automationId === undefined ? undefined : nameOf(run.automationId),
	});
	return [
		{header: 'CREATED', value: ({createdAt}) => secondsOf(createdAt)},
		...printedColumns(runColumns, ['automation', 'status'], listed),
		{header: 'FINISHED', value: ({finishedAt}) => secondsOf(finishedAt)},
		...printedColumns(runColumns, ['targets'], listed),
		id,
	];
}
