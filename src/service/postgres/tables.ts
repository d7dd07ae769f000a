import type {ByName} from '../../lib/json/maps.ts';
import type {Generated, Kysely} from 'kysely';
import type {RecordsByKind} from '../records/records.ts';
import type {columnsOf, Row, TableName} from './columns.ts';

/** The records of a machine that is linked to a service are not in the database. */
export type RecordsByTable = Omit<RecordsByKind, 'outboxes' | 'reports' | 'receivedOrders'>;

/** `nodeId` is in the column `node_id`. */
type Snake<Text> = Text extends `${infer First}${infer Rest}`
	? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
	: '';

type ColumnsOf<Table extends TableName> = {
	[Field in keyof (typeof columnsOf)[Table] as Snake<Field>]: Field extends keyof RecordsByTable[Table]
		? Exclude<RecordsByTable[Table][Field], undefined>
		: never;
};

/** The tables as queries see them. */
export type Tables = {[Table in TableName]: ColumnsOf<Table> & {place: Generated<number>; more: string}} & {
	invites: {team_id: string; code_hash: string};
	commands: {place: Generated<number>; server_id: string; command_id: string};
};

/** For code that handles all tables alike: the columns come from `columns.ts`. */
export type AnyTables = ByName<Row>;
export const anyTable = (database: Kysely<Tables>): Kysely<AnyTables> =>
	database as unknown as Kysely<AnyTables>;
