import type {DatabaseSync} from 'node:sqlite';

/**
What an entry belongs to: the profile, the base URL of the service, and the team's id. `''`: unknown. `account`:
what tells the credentials of the session from others, undefined if it needs none.
*/
export type Scope = {
	profile: string;
	service: string;
	team: string;
	account?: string | undefined;
};

/** Reads every entry; written entries belong to no service. */
export const everyScope: Scope = {profile: '', service: '', team: ''};

/**
Creates or replaces the view `shown`, which all reads use: the entries of this service and team, with the columns of
their activities, under any profile. While the team is unknown, uses the profile's last one.
*/
export function showScope(database: DatabaseSync, {profile, service, team}: Scope): void {
	const teamOrLast = team || lastTeam(database, profile, service);
	const ofTeam =
		teamOrLast === ''
			? `profile = ${quoteSql(profile)}`
			: `(team = ${quoteSql(teamOrLast)} OR (team = '' AND profile = ${quoteSql(profile)}))`;
	const condition = service === '' ? '' : `WHERE service = ${quoteSql(service)} AND ${ofTeam}`;
	database.exec(`
		DROP VIEW IF EXISTS temp.shown;
		CREATE TEMP VIEW shown AS
			SELECT entry.*, activity, type, action, outcome, from_state, to_state FROM main.entry LEFT JOIN main.activity ON entry_id = entry.id
			${condition};`);
}

/** Records the team of a profile, for reads that do not ask the service. */
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

/** Quotes a text for SQL, because a view cannot have parameters. */
const quoteSql = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", "''")}'`;
