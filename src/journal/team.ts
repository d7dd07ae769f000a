import type {DatabaseSync} from 'node:sqlite';
import type {Memorable, MemorableTeam} from '../actions/memorable.ts';
import type {ReceivedTeamEntry, TeamEntry} from '../actions/team-entry.ts';
import {parseJson} from '../lib/json/json.ts';
import {teamIdentity} from './identity.ts';
import type {Scope} from './scope.ts';
import {prepareLater} from './statement.ts';

/** The user's own entries, and how far the team's journal has been read. */
export type TeamState = {
	/** The `seq` of the newest entry that was read; 0: none. */
	last: number;
	/** Entries that the service does not have yet, oldest first. */
	unsent: readonly TeamEntry[];
	ownIds: ReadonlySet<string>;
};

export const noTeamState: TeamState = {last: 0, unsent: [], ownIds: new Set()};

type Others = {
	/** Returns the text as it is stored. */
	kept: (text: string) => string;
	/** Adds an action of another admin, once. */
	note: (id: string, entry: Extract<Memorable, {kind: 'note'}>) => void;
	acknowledge: (entry: ReceivedTeamEntry & {serverId: string}) => void;
};

/** Returns a function that writes entries of the team's journal. */
export function createTeamWrite(
	database: DatabaseSync,
	scope: Scope,
	{kept, note, acknowledge}: Others,
): (entry: MemorableTeam) => void {
	const prepare = prepareLater(database);
	const putOwn = prepare(
		'INSERT OR IGNORE INTO team_own (service, team, account, id, at, entry, is_sent) VALUES (?, ?, ?, ?, ?, ?, 0)',
	);
	const setSent = prepare('UPDATE team_own SET is_sent = 1 WHERE service = ? AND team = ? AND id = ?');
	const isOwn = prepare('SELECT 1 FROM team_own WHERE service = ? AND team = ? AND account = ? AND id = ?');
	const putLast = prepare(`
		INSERT INTO team_read (service, team, seq) VALUES (?, ?, ?)
		ON CONFLICT (service, team) DO UPDATE SET seq = excluded.seq`);
	return item => {
		const {service, team} = scope;
		switch (item.kind) {
			case 'forTeam':
				putOwn().run(
					service,
					team,
					accountIn(scope),
					item.entry.id,
					item.at,
					JSON.stringify(keptEntry(item.entry, kept)),
				);
				break;
			case 'teamDelivered':
				for (const id of item.ids) setSent().run(service, team, id);
				break;
			case 'teamEntry': {
				const {id, at, seq, by, what, serverId, server, text} = item.entry;
				putLast().run(service, team, seq);
				if (isOwn().get(service, team, accountIn(scope), id)) break;
				note(teamIdentity(team, id), {
					kind: 'note',
					at,
					id,
					serverId,
					server,
					activity: {type: 'team', what, by, text},
				});
				if (what !== 'note' && serverId !== undefined) acknowledge({...item.entry, serverId});
			}
		}
	};
}

const accountIn = ({account}: Scope): string => account ?? '';

const keptEntry = (entry: TeamEntry, kept: (text: string) => string): TeamEntry =>
	entry.text === undefined ? entry : {...entry, text: kept(entry.text)};

/** Own entries that could not be sent for a week are not sent anymore. */
const sendWithinMs = 7 * 24 * 3_600_000;
const maxOwn = 2000;

/** A session with other credentials sends other entries: each must carry the name of its author. */
export function readTeamState(database: DatabaseSync, scope: Scope, now: number): TeamState {
	const {service, team} = scope;
	const last = database
		.prepare('SELECT seq FROM team_read WHERE service = ? AND team = ?')
		.get(service, team)?.['seq'];
	const own = database
		.prepare(
			`SELECT id, at, entry, is_sent FROM team_own WHERE service = ? AND team = ? AND account = ?
				ORDER BY at DESC, rowid DESC LIMIT ?`,
		)
		.all(service, team, accountIn(scope), maxOwn)
		.reverse();
	const unsent = own.filter(row => row['is_sent'] === 0 && Number(row['at']) > now - sendWithinMs);
	return {
		last: Number(last ?? 0),
		// Written above.
		unsent: unsent.map(row => parseJson(String(row['entry'])) as TeamEntry),
		ownIds: new Set(own.map(row => String(row['id']))),
	};
}
