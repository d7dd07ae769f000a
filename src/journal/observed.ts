import type {DatabaseSync} from 'node:sqlite';
import type {MemorableStates, Observed} from '../actions/memorable.ts';
import type {Scope} from './scope.ts';
import {prepareLater} from './statement.ts';

/** Returns a function that writes the states of some servers at one time. */
export function createObservedWrite(database: DatabaseSync, scope: Scope): (entry: MemorableStates) => void {
	const prepare = prepareLater(database);
	const put = prepare(`
		INSERT INTO observed (service, team, server_id, server, state, first_at, last_at)
		VALUES (:service, :team, :serverId, :server, :state, :at, :at)
		ON CONFLICT (service, team, server_id) DO UPDATE SET
			before_state = iif(state IS excluded.state, before_state, state),
			before_at = iif(state IS excluded.state, before_at, last_at),
			first_at = iif(state IS excluded.state, first_at, excluded.first_at),
			state = excluded.state, server = excluded.server, last_at = excluded.last_at
		WHERE excluded.last_at >= last_at`);
	return ({at, servers}) => {
		const {service, team} = scope;
		for (const {serverId, server, state = null} of servers) {
			put().run({service, team, serverId, server, state, at});
		}
	};
}

/** Reads the last observed state of each server of the team. */
export function readObserved(database: DatabaseSync, {service, team}: Scope): Observed[] {
	const rows = database.prepare('SELECT * FROM observed WHERE service = ? AND team = ?').all(service, team);
	const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
	return rows.map(row => ({
		serverId: String(row['server_id']),
		server: String(row['server']),
		state: text(row['state']),
		firstAt: Number(row['first_at']),
		lastAt: Number(row['last_at']),
		before:
			row['before_at'] === null
				? undefined
				: {state: text(row['before_state']), at: Number(row['before_at'])},
	}));
}
