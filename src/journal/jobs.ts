import type {DatabaseSync} from 'node:sqlite';
import {
	type Job,
	jobActions,
	type JobStatus,
	type JobStep,
	type StepStatus,
	type ShiftJob,
} from '../contract/models/job.ts';
import type {MemorableJob} from '../actions/memorable.ts';
import {parseJson} from '../lib/json/json.ts';
import {thisProcess} from '../lib/files/private-folder.ts';
import {prepareLater} from './statement.ts';

/** A stored job of a service. `process`: the process that runs it or, unless it ended, ran it; `''`: none. */
export type StoredJob = {job: Job; process: string; service: string};

type JobOptions = {
	service: string;
	/** Limits the length of a text and removes secrets from it. */
	kept: (text: string) => string;
};

/** Returns a function that writes a job or one of its steps. */
export function createJobWrite(
	database: DatabaseSync,
	{service, kept}: JobOptions,
): (entry: Extract<MemorableJob, {kind: 'job' | 'jobStep'}>) => void {
	const prepare = prepareLater(database);
	const putJob = prepare(`
		INSERT OR REPLACE INTO job (service, id, at, process, action, status, details)
		VALUES (?, ?, ?, ?, ?, ?, ?)`);
	const putStep = prepare(`
		INSERT INTO job_step (service, job_id, place, server_id, server, status, at, details)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (service, job_id, server_id) DO UPDATE
		SET status = excluded.status, at = excluded.at, details = excluded.details`);
	const step = (jobId: string, place: number, {serverId, name, status, at, ...details}: JobStep) =>
		putStep().run(service, jobId, place, serverId, name, status, at, JSON.stringify(details));
	return entry => {
		if (entry.kind === 'jobStep') {
			step(entry.jobId, 0, entry.step);
			return;
		}
		const {id, startedAt, action, status, steps, typed, command, ...others} = entry.job;
		const isRunning = status === 'running' || status === 'paused';
		const texts = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, kept(text)]));
		const words = {...command, before: command.before.map(kept), after: command.after.map(kept)};
		const details = JSON.stringify({...others, typed: texts, command: words});
		putJob().run(service, id, startedAt, isRunning ? thisProcess : '', action, status, details);
		for (const [place, one] of steps.entries()) step(id, place, one);
	};
}

/** Reads the jobs that started after `since`, oldest first. `isRunning`: the job's program still runs. */
export const readJobs = (database: DatabaseSync, service: string, since: number): ShiftJob[] =>
	readStoredJobs(database, service, since).map(({job, process}) => ({
		job,
		isRunning: process !== '' && runsStill(process),
	}));

/** Reads the jobs that started after `since` and have not ended, oldest first. */
export const readUnfinishedJobs = (database: DatabaseSync, service: string, since: number): StoredJob[] =>
	readStoredJobs(database, service, since).filter(
		({job: {status}}) => status !== 'done' && status !== 'aborted',
	);

/** Reads the jobs of a service, or with `''` of all, that started after `since`, oldest first. */
export function readStoredJobs(database: DatabaseSync, service: string, since: number): StoredJob[] {
	const rows = database
		.prepare("SELECT * FROM job WHERE (:service = '' OR service = :service) AND at >= :since ORDER BY at")
		.all({service, since});
	const steps = database.prepare('SELECT * FROM job_step WHERE service = ? AND job_id = ? ORDER BY place');
	return rows.flatMap(row => {
		const details = parseJson(String(row['details']));
		const action = jobActions.find(one => one === row['action']);
		if (typeof details !== 'object' || details === null || !action) return [];
		const job: Job = {
			...(details as Omit<Job, 'id' | 'startedAt' | 'action' | 'status' | 'steps'>), // only this file writes them
			id: String(row['id']),
			startedAt: Number(row['at']),
			action,
			status: String(row['status']) as JobStatus,
			steps: steps.all(String(row['service']), String(row['id'])).map(stepOf),
		};
		return [{job, process: String(row['process']), service: String(row['service'])}];
	});
}

function stepOf(row: Record<string, unknown>): JobStep {
	const details = parseJson(String(row['details']));
	return {
		...(typeof details === 'object' ? details : {}),
		serverId: String(row['server_id']),
		name: String(row['server']),
		status: String(row['status']) as StepStatus,
		at: Number(row['at']),
	};
}

/**
Returns whether the process that wrote this name still runs, as far as this machine can tell. Another program may have
reused the process id; this only hides a job.
*/
export function runsStill(name: string): boolean {
	const id = Number(name.split('.', 1)[0]);
	if (name === thisProcess) return true;
	if (!Number.isSafeInteger(id) || id <= 0 || id === process.pid) return false;
	try {
		process.kill(id, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}
