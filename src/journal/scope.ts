import type {DatabaseSync} from 'node:sqlite';
import {activityColumns} from './activity-columns.ts';

/** Whose work an entry is: the profile it was done with, the base URL of the service, the team's id. `''`: not known. */
export type Scope = {profile: string; service: string; team: string};

/** Reads every entry, and writes entries that belong to no service. */
export const everyScope: Scope = {profile: '', service: '', team: ''};

/**
(Re)creates the view `shown`, which every read goes through: entries, with the columns of their activities, of this service and team, under whatever profile,
and those of versions that did not keep the service. While the team is not known, it is the one that the profile had
the last time.
*/
export function showScope(database: DatabaseSync, {profile, service, team}: Scope): void {
	const teamOrLast = team || lastTeam(database, profile, service);
	const ofTeam =
		teamOrLast === ''
			? `profile = ${quoteSql(profile)}`
			: `(team = ${quoteSql(teamOrLast)} OR (team = '' AND profile = ${quoteSql(profile)}))`;
	const condition =
		service === '' ? '' : `WHERE service = '' OR (service = ${quoteSql(service)} AND ${ofTeam})`;
	database.exec(`
		DROP VIEW IF EXISTS temp.shown;
		CREATE TEMP VIEW shown AS
			SELECT entry.*, ${activityColumns.join(', ')} FROM main.entry LEFT JOIN main.activity ON entry_id = entry.id
			${condition};`);
}

/** Remembers the team of a profile, for reads that do not ask the service. */
export function storeTeam(database: DatabaseSync, {profile, service, team}: Scope): void {
	if (team === '' || lastTeam(database, profile, service) === team) return;
	database
		.prepare('INSERT OR REPLACE INTO profile_team (profile, service, team) VALUES (?, ?, ?)')
		.run(profile, service, team);
}

function lastTeam(database: DatabaseSync, profile: string, service: string): string {
	const row = database
		.prepare('SELECT team FROM profile_team WHERE profile = ? AND service = ?')
		.get(profile, service);
	return String(row?.['team'] ?? '');
}

/** A text as SQL: a view takes no parameters. */
const quoteSql = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", "''")}'`;
