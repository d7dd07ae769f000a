import type {ByName} from '../../lib/json/maps.ts';
import {powerVerbs} from '../power.ts';

/** The actions on servers that may run in batches, and that a typed line can name with their arguments. */
export const typedJobActions = [...powerVerbs, 'broadcast'] as const;
export type TypedJobAction = (typeof typedJobActions)[number];
/** The actions that may run on several servers as a job. */
export const jobActions = [...typedJobActions, 'ban-player', 'unban-player'] as const;
export type JobAction = (typeof jobActions)[number];

/** Whether a server that fails pauses the job, so that the user decides about the others. */
export const pausesAtFailure: Readonly<Record<JobAction, boolean>> = {
	start: true,
	stop: true,
	restart: true,
	broadcast: false,
	'ban-player': false,
	'unban-player': false,
};

/**
`sending`: the request is in progress. `gate`: the service accepted the request, or may have, and the job waits for
proof that it worked. `unknown`: the request got no answer and may have run. `skipped`: nothing was sent and nothing
will be.
*/
export type StepStatus = 'waiting' | 'sending' | 'gate' | 'done' | 'failed' | 'unknown' | 'skipped';

/** Why a server did not pass. `reason`: the error key, or the title of the failure. */
export type StepProblem =
	/** The service refused the request. */
	| {kind: 'refused'; reason: string}
	/** The service was not reached. */
	| {kind: 'notSent'; reason: string}
	/** The server went down and did not start again. */
	| {kind: 'offline'}
	/** The server was up or starting, and went down again. */
	| {kind: 'crashed'; state: string}
	/** The scheduled action was canceled before its time. */
	| {kind: 'unscheduled'}
	/** The state of the server never changed. */
	| {kind: 'unchanged'; withinMs: number}
	/** The last state before the deadline; undefined: the server disappeared from the list. */
	| {kind: 'state'; state: string | undefined; withinMs: number}
	/** The server is up but did not answer this command. */
	| {kind: 'unanswered'; command: string}
	/** The program ended before the result was known. */
	| {kind: 'cut'}
	/** The user did not wait for the result. */
	| {kind: 'skipped'};

/**
What a server waits for: to leave its state, to reach another one, or to answer a command. `from`: when the action was
due, epoch ms. `withinMs`: the time for it, which the user can extend.
*/
export type Gate = {
	from: number;
	withinMs: number;
	awaits: 'change' | 'state' | {command: string};
};

/** The progress on one server; `at` is when its status last changed, epoch ms. */
export type JobStep = {
	serverId: string;
	name: string;
	status: StepStatus;
	at: number;
	/** The service certainly did not carry out the request; it is retried. */
	retry?: {reason: string; delayMs: number} | undefined;
	/** Why the request has no answer although it may have run; `reason` undefined: it timed out. */
	doubt?: {reason: string | undefined} | undefined;
	gate?: Gate | undefined;
	/** Time from the request to the proof. */
	tookMs?: number | undefined;
	problem?: StepProblem | undefined;
	/** For a delayed action: the task of the node, once it is certain which one is the job's. */
	taskId?: string | undefined;
	/** The user confirmed that the server is back. */
	isTold?: boolean | undefined;
	/** The user acknowledged the problem, or excluded the server from the job. */
	isSettled?: boolean | undefined;
};

/**
`paused`: by the user, or because of the server in `stoppedBy`. `cut`: the program that ran the job ended; nothing more
is sent.
*/
export type JobStatus = 'running' | 'paused' | 'aborted' | 'done' | 'cut';

/** An action on several servers, one after another. */
export type Job = {
	id: string;
	action: JobAction;
	/** Whether a stop is forced. */
	force: boolean;
	startedAt: number;
	status: JobStatus;
	/** The id of the server that paused the job. */
	stoppedBy: string | undefined;
	steps: readonly JobStep[];
	/** The state that completes a server; undefined: an accepted request completes it. */
	aim: 'online' | 'offline' | undefined;
	/** The text of each dialog field, for opening the dialog again. */
	typed: ByName<string>;
	/** The player whom it concerns. */
	subject?: {id: string; name: string; slot?: string | undefined} | undefined;
	/** The command line before and after the remaining servers. `option`: stands before the name of each. */
	command: {before: readonly string[]; option?: string; after: readonly string[]};
	/** It is paused because the program was suspended for this long, ms. */
	suspendedMs?: number | undefined;
	/** How many times the user asked to retry refused requests immediately. */
	retryRequests?: number;
};

/** A stored job. `isRunning`: its program still runs it. */
export type ShiftJob = {job: Job; isRunning: boolean};

/**
What another program may ask of a running job. `skip`, `back` and `extend` concern a server: `back` takes it as done at its
gate, `extend` gives it more time there. `acknowledge` settles its problems.
*/
export const jobVerbs = ['pause', 'continue', 'skip', 'abort', 'back', 'extend', 'acknowledge'] as const;
export type JobVerb = (typeof jobVerbs)[number];

/** What sends something new for a job, which any program can do: again to the servers that failed, or a start, or a cancellation. */
export const jobRepairs = ['retry', 'start', 'undo'] as const;
export type JobRepair = (typeof jobRepairs)[number];

/** `serverId` undefined: the only server that it can concern. */
export type JobRequest = {id: string; jobId: string; verb: JobVerb; serverId: string | undefined};

/** The outcome of a request, as a sentence. `isDone`: the job is as requested. */
export type JobAnswer = {isDone: boolean; text: string};
