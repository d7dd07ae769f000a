import type {PowerVerb} from './plan.ts';

export type JobAction = PowerVerb | 'broadcast';

/**
`sending`: the request is in progress. `gate`: the service accepted it, or may have, and the job waits for the proof that
it worked. `unknown`: the request was not answered and may have run. `skipped`: nothing was sent, and nothing will be.
*/
export type StepStatus = 'waiting' | 'sending' | 'gate' | 'done' | 'failed' | 'unknown' | 'skipped';

/** Why a server did not pass. `reason`: the error key, or the title of the failure. */
export type StepProblem =
	/** The service refused the request. */
	| {kind: 'refused'; reason: string}
	/** The service was not reached. */
	| {kind: 'notSent'; reason: string}
	/** It went down and did not start again. */
	| {kind: 'offline'}
	/** It came up, or was coming up, and went down again. */
	| {kind: 'crashed'; state: string}
	/** Its state never changed. */
	| {kind: 'unchanged'; withinMs: number}
	/** It was in this state at the end; undefined: it was gone from the list. */
	| {kind: 'state'; state: string | undefined; withinMs: number}
	/** It is up, but this command was not answered. */
	| {kind: 'unanswered'; command: string}
	/** The program ended before there was a proof. */
	| {kind: 'cut'};

/** The progress on one server; `at` is when its status last changed, epoch ms. */
export type JobStep = {
	serverId: string;
	name: string;
	status: StepStatus;
	at: number;
	/** The request was certainly not carried out and is repeated. */
	retry?: {reason: string; delayMs: number} | undefined;
	/** Why the request has no answer, though it may have run; undefined in it: none arrived in time. */
	doubt?: {reason: string | undefined} | undefined;
	/** The time from the request to the proof. */
	tookMs?: number | undefined;
	problem?: StepProblem | undefined;
	/** The user has acknowledged the problem, or left the server out. */
	isSettled?: boolean | undefined;
};

/**
`paused`: by a key, or because of the server in `stoppedBy`. `cut`: the program that ran it ended; nothing more is sent.
*/
export type JobStatus = 'running' | 'paused' | 'aborted' | 'done' | 'cut';

/** An action on several servers, one after another. */
export type Job = {
	id: string;
	action: JobAction;
	/** A forced stop. */
	force: boolean;
	startedAt: number;
	status: JobStatus;
	/** The id of the server that paused it. */
	stoppedBy: string | undefined;
	steps: readonly JobStep[];
	/** The state that completes a server; undefined: the acceptance of its request does. */
	aim: 'online' | 'offline' | undefined;
	/** The text of each field of the dialog, to open it again. */
	typed: Readonly<Record<string, string>>;
	/** The words of a command line before and after the servers that are left. */
	command: {before: readonly string[]; after: readonly string[]};
	/** How often the user has asked to retry refused requests without waiting. */
	retryRequests?: number;
};
