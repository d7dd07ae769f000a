import type {CallOptions} from '../contract/endpoint.ts';
import type {Api} from '../contract/endpoints/index.ts';
import type {Message} from '../messages/text.ts';
import type {ActionInput} from './activity.ts';
import type {ActionId} from './ids.ts';
import type {ActionRequest} from './request.ts';
import type {Risk} from './risk.ts';
import type {GameServer} from '../contract/models/server.ts';
import type {Phase} from './preconditions.ts';

/** A row of the review: what somebody should know before an action is sent. */
export type ReviewRow = {
	label: string;
	lines: readonly Message[];
	tone: 'plain' | 'warning';
};

/** `overwrites`: fields that somebody else has changed since the plan was made. */
export type Renewed = {requests: readonly ActionRequest[]; overwrites: readonly string[]};

/** What a front end reads again once an action was accepted. */
export type Refresh = 'team' | 'nodes' | 'automations' | 'runs';

/** What an action is going to do with the values that it was given. */
export type Plan = {
	/** The exact requests, in their order. */
	requests: readonly ActionRequest[];
	/** The servers that it acts on, where these are not all that were chosen. */
	actsOn?: readonly string[];
	/** The requests are sent server by server, as a job. */
	rolling?: RollingPlan;
	/** The requests are sent again and again, as a job. */
	watch?: WatchPlan;
	/** What will happen, in sentences. */
	effect: readonly Message[];
	/** Rows of the review besides those that every dialog has. */
	rows?: readonly ReviewRow[];
	risk: Risk;
	/** Why it may do harm. */
	warning?: string;
	/** The same as a command line; gives undefined where no command does the same. Made when it is shown: names are looked up in the whole fleet. */
	commandLine: () => string | undefined;
	/** The state that should follow, while the service has not said so. */
	expects?: {state: string; withinMs: number};
	/** It only looks: no change of a server is to be put down to it. */
	onlyLooks?: true;
	/** A stop or restart that will happen later, as far as can be known here. */
	schedules?: {action: 'stop' | 'restart'; at: number};
	/** Fields that somebody else has changed since, and that it would overwrite. */
	overwrites?: readonly string[];
	/** Makes the requests again of what the service has now, just before they are sent; undefined: it is gone. */
	renew?: (api: Api, options?: CallOptions) => Promise<Renewed | undefined>;
	refresh?: Refresh;
	/** What would be done, as the question of a command has it: `Rename ark-1 to ark-2`. */
	summary: string;
	action: ActionId;
	/** What is recorded of it: by the names of its fields, never a secret. */
	input: ActionInput;
	/** After the outcome in the notice: where it goes on. */
	next?: Message;
};

/** An action that goes from server to server. */
export type RollingPlan = {
	verb: PowerVerb | 'broadcast';
	title: string;
	/** In this order. */
	servers: readonly GameServer[];
	/** How many at the same time. */
	atOnce: number;
	/** How long the proof may take once an action has begun. */
	deadlineMs: number;
	/** From the request until the action begins. */
	delayMs: number;
	/** The state by which one is done; `probed`: and a harmless command must have been answered. undefined: none. */
	gate: {phase: Phase; probed: boolean; leaves: boolean} | undefined;
	/** What proves that one is done, in words. */
	proof: string;
	expects: {state: string; withinMs: number} | undefined;
	requestFor: (server: GameServer) => ActionRequest;
	/** The same as words of a command: `before` the names of its servers, and `after` them. */
	command: {before: readonly string[]; after: readonly string[]};
};

/** A command that runs again and again. */
export type WatchPlan = {
	servers: readonly GameServer[];
	command: string;
	everyMs: number;
	/** It ends when every answer has this; undefined: it does not. */
	stopWhen: string | undefined;
	/** Rings at a change, and at the end. */
	bell: boolean;
	/** Commands that it may send. */
	budget: number;
};

export type PowerVerb = 'start' | 'stop' | 'restart';
