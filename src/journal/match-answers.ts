import type {DatabaseSync, StatementSync} from 'node:sqlite';
import {shellPrefix} from './entry.ts';
import {runsStill} from './jobs.ts';
import {prepareLater} from './statement.ts';
import {inTransaction} from './transaction.ts';

/** Maximum delay of an answer after its command, and maximum error of the known difference between the clocks. */
const [answeredWithinMs, skewAllowedMs] = [10 * 60_000, 30_000];
/** No request takes longer. After this its process counts as ended, even if another process has its id now. */
const longestRequestMs = 15 * 60_000;
/** Commands of killed processes are matched for this long. */
const orphansForMs = 7 * 24 * 3_600_000;
const maxOrphans = 500;

/** The conditions of the indexes `entry_open` and `entry_waiting`. */
const isWaiting = `kind = 'command' AND origin IN ('me', 'probe') AND status = 'waiting'`;
const isUnanswered = `kind = 'command' AND origin IN ('me', 'probe')
	AND status IN ('waiting', 'sent', 'timeout', 'abandoned')`;
/** When it was sent, by the service's clock, or by ours if the service's answers had no date. */
const sentAt = 'coalesce(until,at)';

type Row = ReturnType<StatementSync['all']>[number];

export type AnswerMatch = {
	/** Assigns the answers to one command text around a time of the service, epoch ms. */
	match: (serverId: string, text: string, at: number) => void;
	/** Assigns answers to all commands of processes that were killed while waiting. */
	matchOrphans: () => void;
	/** How many answers it has assigned. */
	matched: () => number;
};

/**
Assigns answers that were recorded as someone else's to the user's own commands if the sender stopped waiting, because
it timed out, gave up or was killed. As in a session, only the text identifies the command: the oldest command gets the
first answer recorded and dated after it. While a process is waiting for an answer to the same text, nothing is assigned,
since the answer may belong to that process.
*/
export function createAnswerMatch(database: DatabaseSync, service: string, now: () => number): AnswerMatch {
	const prepare = prepareLater(database);
	const unanswered = prepare(`
		SELECT id, at, ${sentAt} AS sent_at, status, deck FROM entry INDEXED BY entry_open
		WHERE server_id = ? AND text = ? AND ${isUnanswered} AND ${sentAt} BETWEEN ? AND ? AND service = ? ORDER BY id`);
	const received = prepare(`
		SELECT id, identity, at, response FROM entry
		WHERE server_id = ? AND text = ? AND at BETWEEN ? AND ? AND id > ? AND kind = 'command' AND origin = 'other'
			AND service = ? ORDER BY at, id LIMIT 1`);
	const remove = prepare('DELETE FROM entry WHERE id = ?');
	const settle = prepare(
		'UPDATE entry SET identity = ?, status = ?, at = ?, response = ?, problem = NULL WHERE id = ?',
	);
	const orphans = prepare(`
		SELECT id, server_id, text, ${sentAt} AS sent_at, deck FROM entry INDEXED BY entry_waiting
		WHERE ${isWaiting} AND at > ? AND service = ? ORDER BY id DESC LIMIT ${maxOrphans}`);
	const isWaitedFor = (row: Row) =>
		row['status'] === 'waiting' && Number(row['at']) > now() - longestRequestMs && hasProcess(row);
	const answerTo = (serverId: string, text: string, {id = null, sent_at: at}: Row) => {
		const [first, last] = [Number(at) - skewAllowedMs, Number(at) + answeredWithinMs];
		return received().get(serverId, text, first, last, id, service);
	};
	let matched = 0;
	const match: AnswerMatch['match'] = (serverId, text, at) => {
		const [from, to] = [at - answeredWithinMs - skewAllowedMs, at + answeredWithinMs + skewAllowedMs];
		const open = unanswered().all(serverId, text, from, to, service);
		if (open.some(isWaitedFor)) return;
		for (const row of open) {
			const answer = answerTo(serverId, text, row);
			if (!answer) continue;
			const {id = null, identity = null, at: answeredAt = null, response = null} = answer;
			matched++;
			remove().run(id);
			settle().run(
				identity,
				row['status'] === 'sent' ? 'answered' : 'late',
				answeredAt,
				response,
				row['id'] ?? null,
			);
		}
	};
	return {
		match,
		matched: () => matched,
		matchOrphans: () => {
			const found = orphans()
				.all(now() - orphansForMs, service)
				.filter(row => !hasProcess(row))
				.map(row => ({row, serverId: String(row['server_id']), text: String(row['text'])}))
				.filter(({row, serverId, text}) => answerTo(serverId, text, row) !== undefined);
			// Usually there is none, and no lock is needed.
			if (found.length === 0) return;
			inTransaction(database, () => {
				for (const {row, serverId, text} of found) match(serverId, text, Number(row['sent_at']));
			});
		},
	};
}

/** Returns whether the process that wrote an entry is still running. */
function hasProcess({deck}: Row): boolean {
	const session = String(deck);
	const name = session.startsWith(shellPrefix) ? session.slice(shellPrefix.length) : session;
	return runsStill(name.split(' ', 1)[0] ?? '');
}
