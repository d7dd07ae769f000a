import {onTestFinished} from 'vitest';
import type {OnEvent} from '../../../src/service/events.ts';
import type {ServerRecord} from '../../../src/service/records/records.ts';
import type {NodeOrders, Recipients, Records} from '../../../src/service/records/repositories.ts';
import {openStoreRecords} from '../../../src/service/records/store-records.ts';
import {openStore} from '../../../src/service/records/store.ts';
import {emptyDatabase, missing} from '../postgres/database.ts';
import {openPostgres} from '../postgres/open-postgres.ts';
import {nobody, node, team} from './some-records.ts';

/** Opens empty records. Orders go to `agent`. */
type OpenRecords = (
	agent: NodeOrders,
	orderLinked?: Recipients['orderLinked'],
	onEvent?: OnEvent,
) => Promise<Records>;

/** `why`: why the tests of an engine are skipped. */
export const engines: {name: string; why?: string | undefined; open: OpenRecords}[] = [
	{
		name: 'SQLite',
		open: async (agent, orderLinked = nobody.orderLinked, onEvent = () => {}) =>
			openStoreRecords(openStore(':memory:', {onEvent}), {agentOf: () => agent, orderLinked}),
	},
	{
		name: 'PostgreSQL',
		why: missing,
		open: async (agent, orderLinked = nobody.orderLinked, onEvent = () => {}) =>
			openPostgres(await emptyDatabase(), {agentOf: () => agent, orderLinked, onEvent}),
	},
];

/** Opens records with two teams, two nodes and these servers, for one test. */
export async function openFilled(
	open: OpenRecords,
	servers: readonly ServerRecord[],
	agent: Partial<NodeOrders> = {},
	onEvent?: OnEvent,
): Promise<Records> {
	// The tests order nothing else.
	const records = await open(agent as NodeOrders, undefined, onEvent);
	onTestFinished(() => records.close());
	await records.transact(async transaction => {
		for (const id of ['team', 'other']) await transaction.teams.put(team(id));
		for (const id of ['node', 'away']) await transaction.nodes.put(node(id));
		for (const record of servers) await transaction.servers.put(record);
	});
	return records;
}

export const idsOf = (records: readonly {id: string}[]): string[] => records.map(({id}) => id);
