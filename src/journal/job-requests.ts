import type {DatabaseSync} from 'node:sqlite';
import type {MemorableJob} from '../actions/memorable.ts';
import {type JobAnswer, type JobRequest, jobVerbs} from '../contract/models/job.ts';
import {thisProcess} from '../lib/files/private-folder.ts';
import {prepareLater} from './statement.ts';

/**
`asked`: nobody has read the request. `taken`: the program of the job carries it out now. `withdrawn`: the program that asked
did not wait any longer, so it is never carried out.
*/
export type JobRequestState = 'asked' | 'taken' | 'withdrawn' | JobAnswer;

/** Returns a function that writes a request, or the answer to one. */
export function createJobRequestWrite(
	database: DatabaseSync,
	service: string,
): (entry: Extract<MemorableJob, {kind: 'jobRequest' | 'jobAnswer'}>) => void {
	const prepare = prepareLater(database);
	const ask = prepare(`
		INSERT INTO job_request (service, id, job_id, verb, server_id, at, status) VALUES (?, ?, ?, ?, ?, ?, 'asked')`);
	const answer = prepare('UPDATE job_request SET status = ?, answer = ? WHERE service = ? AND id = ?');
	return entry => {
		if (entry.kind === 'jobRequest') {
			const {id, jobId, verb, serverId} = entry.request;
			ask().run(service, id, jobId, verb, serverId ?? null, entry.at);
			return;
		}
		const {isDone, text} = entry.answer;
		answer().run(isDone ? 'done' : 'refused', text, service, entry.requestId);
	};
}

/** Returns the requests for jobs of this process that nobody has taken, and takes them. */
export const takeJobRequests = (database: DatabaseSync, service: string): JobRequest[] =>
	database
		.prepare(
			`UPDATE job_request SET status = 'taken'
			WHERE service = ? AND status = 'asked'
				AND job_id IN (SELECT id FROM job WHERE service = ? AND process = ?)
			RETURNING id, job_id, verb, server_id`,
		)
		.all(service, service, thisProcess)
		.flatMap(row => {
			const verb = jobVerbs.find(one => one === row['verb']);
			const serverId = row['server_id'] === null ? undefined : String(row['server_id']);
			return verb ? [{id: String(row['id']), jobId: String(row['job_id']), verb, serverId}] : [];
		});

/** Withdraws a request that nobody has taken. Returns what became of it. */
export function withdrawJobRequest(
	database: DatabaseSync,
	service: string,
	id: string,
): JobRequestState | undefined {
	database
		.prepare("UPDATE job_request SET status = 'withdrawn' WHERE service = ? AND id = ? AND status = 'asked'")
		.run(service, id);
	return readJobRequest(database, service, id);
}

export function readJobRequest(
	database: DatabaseSync,
	service: string,
	id: string,
): JobRequestState | undefined {
	const row = database
		.prepare('SELECT status, answer FROM job_request WHERE service = ? AND id = ?')
		.get(service, id);
	if (!row) return undefined;
	const {status, answer} = row;
	if (status === 'done' || status === 'refused') return {isDone: status === 'done', text: String(answer)};
	return status === 'asked' || status === 'withdrawn' ? status : 'taken';
}
