import type {ByName} from '../lib/json/maps.ts';
import type {DatabaseSync} from 'node:sqlite';
import {knownMoment} from '../contract/moments.ts';
import {textOf} from '../contract/wire-values.ts';
import {isOtherCommand} from '../contract/rcon-text.ts';
import {withoutSecrets} from '../lib/secrets/secret-patterns.ts';
import type {Memorable, MemorableLine} from '../actions/memorable.ts';
import {activityText, mapTexts, toneOf} from '../actions/activity.ts';
import {senderOf} from './entry.ts';
import {journalMessages} from '../messages/journal.ts';
import {createJobRequestWrite} from './job-requests.ts';
import {createJobWrite} from './jobs.ts';
import type {AnswerMatch} from './match-answers.ts';
import {
	answerIdentity,
	bareIdentity,
	identityOf,
	localIdentity,
	repeatedIdentity,
	repeatedOwnIdentity,
} from './identity.ts';
import {createObservedWrite} from './observed.ts';
import {createSamplesWrite} from './samples.ts';
import {storeTeam, type Scope} from './scope.ts';
import {prepareLater} from './statement.ts';
import {createTeamWrite} from './team.ts';

/** Longer responses are truncated; the service has the full text. */
const longestText = 64 * 1024;
/** Sessions that poll see the same state change at different times. */
const sameChangeMs = 90_000;

type Command = Extract<Memorable, {kind: 'command'}>;
type Note = Extract<Memorable, {kind: 'note'}>;

export type Write = (entry: Memorable) => void;

type Statements = ReturnType<typeof statementsOf>;

/** Returns the statements that write entries. */
function statementsOf(database: DatabaseSync) {
	const prepare = prepareLater(database);
	return {
		insert: prepare(`
			INSERT INTO entry (identity, at, kind, deck, server_id, server, origin, status, text, response, problem, until,
				profile, service, team)
			VALUES (:identity, :at, :kind, :session, :serverId, :server, :origin, :status, :text, :response, :problem, :until,
				:profile, :service, :team)
			ON CONFLICT (identity, service) DO UPDATE SET
				origin = excluded.origin, status = excluded.status, problem = excluded.problem,
				response = coalesce(excluded.response, response), at = excluded.at, deck = excluded.deck,
				kind = excluded.kind, text = excluded.text
			WHERE excluded.origin IN ('me', 'probe') OR excluded.kind IN ('act', 'failure')`),
		describe: prepare(`
			INSERT OR REPLACE INTO activity (entry_id, activity)
			SELECT id, :activity FROM entry WHERE identity = :identity AND service = :service`),
		complete: prepare(
			'UPDATE entry SET response = ? WHERE identity = ? AND service = ? AND response IS NULL',
		),
		rename: prepare('UPDATE entry SET identity = ? WHERE identity = ? AND service = ?'),
		remove: prepare('DELETE FROM entry WHERE identity = ? AND service = ?'),
		find: prepare('SELECT id, origin, status, text, response FROM entry WHERE identity = ? AND service = ?'),
		said: prepare(
			'SELECT 1 FROM entry WHERE server_id = ? AND at = ? AND kind = ? AND text = ? AND service = ?',
		),
		changes: prepare(`
			SELECT at, from_state, to_state, deck FROM entry LEFT JOIN activity ON entry_id = id
			WHERE server_id = ? AND at BETWEEN ? AND ? AND kind = 'state' AND service = ?`),
		nodeChanges: prepare(`
			SELECT at, from_state, to_state, deck FROM entry JOIN activity ON entry_id = id
			WHERE activity ->> 'nodeId' = ? AND at BETWEEN ? AND ? AND kind = 'node' AND service = ?`),
		type: prepare(`
			INSERT INTO sent (service, server_id, text, game, at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (service, server_id, text) DO UPDATE SET at = max(at, excluded.at), game = excluded.game`),
		// Sessions may write out of order, so the newest entry wins.
		acknowledge: prepare(`
			INSERT INTO acknowledged (service, server_id, state, at, is_known, author, with_node)
			VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (service, server_id) DO UPDATE SET
				state = excluded.state, at = excluded.at, is_known = excluded.is_known, author = excluded.author,
				with_node = excluded.with_node
			WHERE excluded.at >= at`),

		proveFeed: prepare(`
			INSERT INTO feed_proof (service, at, missed) VALUES (?, ?, ?)
			ON CONFLICT (service) DO UPDATE SET at = excluded.at, missed = excluded.missed WHERE excluded.at >= at`),
		reopen: prepare(
			"UPDATE entry SET identity = 'own ' || deck || ' again ' || id, status = 'abandoned', response = NULL WHERE id = ?",
		),
	};
}

const blank = {
	serverId: null,
	server: null,
	origin: null,
	status: null,
	response: null,
	problem: null,
	until: null,
};

/** The columns that say what an entry belongs to. */
const ownerOf = ({profile, service, team}: Scope) => ({profile, service, team});

/** Returns a function that writes an acknowledgment, or (`isKnown` false) its withdrawal, by another admin if there is `by`. */
const createAcknowledgedWrite =
	({acknowledge}: Pick<ReturnType<typeof statementsOf>, 'acknowledge'>, service: string) =>
	({serverId, state, at, isKnown, by = null, withNode}: Acknowledged): void => {
		acknowledge().run(service, serverId, state ?? null, at, isKnown ? 1 : 0, by, withNode ? 1 : 0);
	};

type Acknowledged = Pick<
	Extract<Memorable, {kind: 'acknowledged'}>,
	'serverId' | 'state' | 'at' | 'isKnown' | 'withNode'
> & {
	by?: string | null;
};

/** Returns a function that writes an entry; the caller holds the transaction. */
export function createWrite(
	database: DatabaseSync,
	{session, scope, answers}: {session: string; scope: Scope; answers: AnswerMatch},
): Write {
	const {service} = scope;
	const statements = statementsOf(database);
	const {insert, describe, find, type, proveFeed} = statements;
	const put = (identity: string, entry: MemorableLine) => {
		insert().run({...blank, ...ownerOf(scope), identity, at: entry.at, session, ...columnsOf(entry)});
	};

	const command = createCommandWrite({statements, session, service, answers, put});
	const acknowledge = createAcknowledgedWrite(statements, service);
	const job = createJobWrite(database, {service, kept: storedText});
	const jobRequest = createJobRequestWrite(database, service);
	const observe = createObservedWrite(database, scope);
	const putSamples = createSamplesWrite(database, service);
	const note = (identity: string, entry: Note) => {
		put(identity, entry);
		describe().run({activity: JSON.stringify(mapTexts(entry.activity, storedText)), identity, service});
	};
	const team = createTeamWrite(database, scope, {
		kept: storedText,
		note: (identity, entry) => void (find().get(identity, service) ?? note(identity, entry)),
		acknowledge: ({what, text, ...entry}) =>
			acknowledge({...entry, state: text, isKnown: what === 'acknowledged'}),
	});
	let teamKept = '';
	const keepTeamOnce = () => {
		if (teamKept === scope.team) return;
		storeTeam(database, scope);
		teamKept = scope.team;
	};

	return entry => {
		keepTeamOnce();
		switch (entry.kind) {
			case 'typed':
				type().run(service, entry.serverId, entry.text, entry.gameType ?? '', entry.at);
				break;
			case 'acknowledged':
				acknowledge(entry);
				break;
			case 'feedProof':
				proveFeed().run(service, entry.at, entry.missed);
				break;
			case 'job':
			case 'jobStep':
				job(entry);
				break;
			case 'jobRequest':
			case 'jobAnswer':
				jobRequest(entry);
				break;
			case 'states':
				observe(entry);
				break;
			case 'samples':
				putSamples(entry);
				break;
			case 'command':
				command(entry);
				break;
			case 'note':
				if (!wasSeenElsewhere(statements, entry, {session, service})) note(identityOf(entry, session), entry);
				break;
			case 'forTeam':
			case 'teamDelivered':
			case 'teamEntry':
				team(entry);
				break;
			case 'mark':
			case 'gap':
				put(identityOf(entry, session), entry);
				break;
		}
	};
}

type CommandWriteOptions = {
	statements: Statements;
	session: string;
	service: string;
	answers: AnswerMatch;
	put: (identity: string, entry: MemorableLine) => void;
};

/** Merges repeated reports of a command, which come from several sources, into one entry. */
function createCommandWrite({statements, session, service, answers, put}: CommandWriteOptions) {
	const {complete, describe, find, remove, rename, reopen, said} = statements;
	const has = (identity: string) => find().get(identity, service) !== undefined;
	/**
	Gives the entry of an own command the identity of its answer, and returns that. Every own command is a request of its
	own and stays an entry of its own, whatever the service calls its answer.
	*/
	const nameOwn = (own: string, known: string): string => {
		const taken = find().get(known, service);
		if (taken?.['origin'] === 'other') {
			remove().run(own, service);
			return known;
		}
		// Only by its text was this answer assigned to the other command, which may still get its own.
		if (taken?.['status'] === 'late') reopen().run(taken['id'] ?? null);
		const name = taken && taken['status'] !== 'late' ? repeatedOwnIdentity(known, own) : known;
		rename().run(name, own, service);
		return name;
	};

	/**
	Returns the identity of an answered command. A service may use one commandId for two answers; the second becomes a
	separate entry.
	*/
	const knownAs = (entry: Command): string | undefined => {
		const known = answerIdentity(entry);
		if (known === undefined) return undefined;
		const {commandId, command, response} = entry.answer;
		const before = commandId === undefined ? undefined : find().get(known, service);
		if (!before) return known;
		const output = before['response'] ?? undefined;
		const isOther =
			isOtherCommand(String(before['text']), storedText(command)) ||
			(output !== undefined && response !== undefined && output !== storedText(response));
		return isOther ? repeatedIdentity(known, entry.answer) : known;
	};

	return (entry: Command): void => {
		const {serverId, answer} = entry;
		const own = localIdentity(entry, session);
		let known = knownAs(entry);
		const text = withoutSecrets(answer.command);
		const timestamp = knownMoment(answer.timestamp);
		if (answer.commandId !== undefined && timestamp !== undefined) {
			const bare = bareIdentity(serverId, timestamp, answer.command);
			if (known !== undefined && !has(known)) rename().run(known, bare, service);
		} else if (timestamp !== undefined && own === undefined) {
			if (said().get(serverId, timestamp, 'command', text, service)) return;
		}
		if (own !== undefined && known !== undefined && has(own)) known = nameOwn(own, known);
		const isNews = entry.origin !== 'other' || (known !== undefined && !has(known));
		const identity = known ?? identityOf(entry, session);
		put(identity, entry);
		const by = entry.origin === 'other' ? textOf(answer['by']) : undefined;
		if (by) describe().run({activity: JSON.stringify(senderOf(storedText(by))), identity, service});
		// The command was reported before its output was known.
		if (known !== undefined && answer.response !== undefined)
			complete().run(storedText(answer.response), known, service);
		if (isNews && entry.status !== 'waiting') answers.match(serverId, text, entry.at);
	};
}

/** Returns whether another session saw the same change, with no other change of the server or node in between. */
function wasSeenElsewhere(
	{changes, nodeChanges}: Pick<Statements, 'changes' | 'nodeChanges'>,
	{serverId, at, activity}: Extract<Memorable, {kind: 'note'}>,
	{session, service}: {session: string; service: string},
): boolean {
	if (activity.type !== 'stateChange' && activity.type !== 'nodeChange') return false;
	const {from = null, to = null} = activity;
	const [found, id] = activity.type === 'nodeChange' ? [nodeChanges, activity.nodeId] : [changes, serverId];
	if (id === undefined) return false;
	const near = found()
		.all(id, at - sameChangeMs, at + sameChangeMs, service)
		.map(row => ({
			at: Number(row['at']),
			isSame: row['from_state'] === from && row['to_state'] === to,
			isElsewhere: row['deck'] !== session,
		}));
	const isBetween = (one: number, other: number) =>
		near.some(row => !row.isSame && row.at > Math.min(one, other) && row.at < Math.max(one, other));
	return near.some(row => row.isSame && row.isElsewhere && !isBetween(row.at, at));
}

function columnsOf(entry: MemorableLine): ByName<string | number | null> & {kind: string; text: string} {
	switch (entry.kind) {
		case 'command': {
			const {serverId, server, origin, status, problem, answer, sentAt} = entry;
			return {
				kind: 'command',
				serverId,
				server,
				origin,
				status,
				text: storedText(answer.command),
				response: answer.response === undefined ? null : storedText(answer.response),
				problem: problem ?? null,
				until: sentAt ?? null,
			};
		}
		case 'note': {
			const {serverId, server, activity} = entry;
			return {
				kind: toneOf(activity),
				serverId: serverId ?? null,
				server: server ?? null,
				// Only for searching.
				text: storedText(activityText(activity)),
			};
		}
		case 'mark':
			return {kind: 'mark', text: storedText(entry.text)};
		case 'gap': {
			const text = journalMessages.gap(Math.round((entry.to - entry.at) / 1000), entry.filled);
			return {kind: 'gap', text, until: entry.to};
		}
	}
}

/** Removes secrets and limits the length. */
function storedText(text: string): string {
	if (text.length <= longestText) return withoutSecrets(text);
	return journalMessages.cutText(withoutSecrets(text.slice(0, longestText)), text.length - longestText);
}
