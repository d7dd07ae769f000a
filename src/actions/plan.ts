import type {ByName} from '../lib/json/maps.ts';
import type {CallOptions} from '../contract/endpoint.ts';
import type {Api} from '../contract/endpoints/index.ts';
import type {Message} from '../messages/text.ts';
import type {ActionInput} from './activity.ts';
import type {ActionId} from '../messages/actions.ts';
import type {JobAction} from '../contract/models/job.ts';
import type {Subject} from './context.ts';
import type {ActionRequest} from './request.ts';
import type {Risk} from './risk.ts';
import type {GameServer} from '../contract/models/server.ts';
import type {DelayedVerb} from '../contract/power.ts';
import type {Phase} from '../contract/states.ts';

/** A row of the review: something to know before an action is sent. */
export type ReviewRow = {
	label: string;
	lines: readonly Message[];
	tone: 'plain' | 'warning';
};

/** `overwrites`: fields that someone else has changed since the plan was made. */
export type RenewedRequests = {requests: readonly ActionRequest[]; overwrites: readonly string[]};

/** The lists that a front end reads again after an action was accepted. */
export type Refresh = 'team' | 'nodes' | 'automations' | 'runs';

/** What an action will do with its values. */
export type Plan = {
	/** The exact requests, in order. */
	requests: readonly ActionRequest[];
	/** The fields of a request that change; the others are sent as they are. */
	changes?: readonly string[];
	/** The affected servers, if not all chosen ones. */
	actsOn?: readonly string[];
	/** The requests are sent in batches, as a job. */
	rolling?: RollingPlan;
	/** The requests are repeated, as a job. */
	watch?: WatchPlan;
	/** What will happen, in sentences. */
	effect: readonly Message[];
	/** Rows of the review besides the common ones. */
	rows?: readonly ReviewRow[];
	risk: Risk;
	/** Why it may do harm. */
	warning?: string;
	/**
	Returns the equivalent command line, or undefined if there is none. Called when shown: it looks up names in the
	entire fleet.
	*/
	commandLine: () => string | undefined;
	/** The expected state until the service reports one. */
	expects?: {state: string; withinMs: number};
	/** The action is read-only, so no change of a server is attributed to it. */
	onlyLooks?: true;
	/** The later stop or restart, as far as it is known here. */
	schedules?: {action: DelayedVerb; at: number};
	/** Fields that someone else has changed meanwhile and that the action would overwrite. */
	overwrites?: readonly string[];
	/** Rebuilds the requests from current data, just before they are sent; undefined: the target no longer exists. */
	renew?: (api: Api, options?: CallOptions) => Promise<RenewedRequests | undefined>;
	refresh?: Refresh;
	/** The list that the accepted record is a new row of. */
	adds?: 'automations';
	/** The action as the question of a command: `Rename ark-1 to ark-2`. */
	summary: string;
	action: ActionId;
	/** The recorded values by field name; never a secret. */
	input: ActionInput;
	/** What to do next, after the outcome in the notice. */
	next?: Message;
};

/** An action that runs in batches of servers. */
export type RollingPlan = {
	verb: JobAction;
	/** A forced stop. */
	force: boolean;
	title: string;
	/** In this order. */
	servers: readonly GameServer[];
	/** The batch size. */
	atOnce: number;
	/** The time limit for the proof after an action has started. */
	deadlineMs: number;
	/** The time from the request until the action starts. */
	delayMs: number;
	/** The state that completes a server; `probed`: a harmless command must also be answered. undefined: no gate. */
	gate: {phase: Phase; probed: boolean; leaves: boolean} | undefined;
	/** Describes what proves that a server is done. */
	proof: string;
	expects: {state: string; withinMs: number} | undefined;
	requestFor: (server: GameServer) => ActionRequest;
	/** The recorded values of the action on one of the servers. */
	input: ActionInput;
	/** The text of each field of its dialog. */
	typed: ByName<string>;
	/** The player whom it concerns. */
	subject?: Subject;
	/** The equivalent words of a command: `before` and `after` the names of its servers, each after `option`. */
	command: {before: readonly string[]; option?: string; after: readonly string[]};
};

/** A command that is repeated. */
export type WatchPlan = {
	servers: readonly GameServer[];
	command: string;
	everyMs: number;
	/** The watch ends when every answer contains this text; undefined: it does not. */
	stopWhen: string | undefined;
	/** Rings on a change, and at the end. */
	bell: boolean;
	/** Maximum number of commands sent. */
	budget: number;
};
