import type {ServerCommand} from '../contract/models/server.ts';
import type {Activity} from './activity.ts';
import type {Job, JobAnswer, JobRequest, JobStep} from '../contract/models/job.ts';
import type {ServerSample} from './sample.ts';
import type {ReceivedTeamEntry, TeamEntry} from './team-entry.ts';

/** The sender of a command. `probe`: rcondeck itself, for a watch, a job or the list of players. */
export const commandOrigins = ['me', 'probe', 'other'] as const;
export type CommandOrigin = (typeof commandOrigins)[number];

/** An entry stored between sessions. Texts are sanitized, times are epoch ms. */
export type Memorable =
	/** A line that was typed and sent; only these form the input history. */
	| {kind: 'typed'; at: number; serverId: string; gameType: string | undefined; text: string}
	/**
	A command with its answer. The service's id makes it one entry, even if several sessions report it repeatedly;
	`localId` identifies it within the sending session until the answer arrives.
	*/
	| {
			kind: 'command';
			at: number;
			serverId: string;
			server: string;
			origin: CommandOrigin;
			status: CommandStatus;
			localId: string | undefined;
			answer: ServerCommand;
			/** When it was sent, by the service's clock, which dates the answer. */
			sentAt?: number | undefined;
			/** The failure, as a sentence. */
			problem: string | undefined;
	  }
	/** A change of state, or an action by the user with its outcome. */
	| {
			kind: 'note';
			at: number;
			id: string;
			/** undefined: it concerns no server, such as an action on the team or a node. */
			serverId: string | undefined;
			server: string | undefined;
			activity: Activity;
	  }
	/** A bookmark, with a note that may be empty. */
	| {kind: 'mark'; at: number; id: string; text: string}
	/** A server's alert was acknowledged, or (`isKnown` false) the acknowledgment was removed. */
	| {
			kind: 'acknowledged';
			at: number;
			serverId: string;
			server: string;
			/** The acknowledged state; undefined: the service sent none. */
			state: string | undefined;
			isKnown: boolean;
			/** It was acknowledged as part of its lost node. */
			withNode?: true | undefined;
	  }
	/**
	Whether the connected feed delivers the user's own answers: the number of consecutive missing ones; 0: it does.
	*/
	| {kind: 'feedProof'; at: number; missed: number}
	/** A job with all its steps. */
	| {kind: 'job'; at: number; job: Job}
	/** A changed step of a job. */
	| {kind: 'jobStep'; at: number; jobId: string; step: JobStep}
	/** Asks the program that runs a job for something, and its answer. */
	| {kind: 'jobRequest'; at: number; request: JobRequest}
	| {kind: 'jobAnswer'; at: number; requestId: string; answer: JobAnswer}
	/** The user's own entry for the team's journal, to be sent to the service. */
	| {kind: 'forTeam'; at: number; entry: TeamEntry}
	/** The service has these own entries. */
	| {kind: 'teamDelivered'; at: number; ids: readonly string[]}
	/** An entry that the service returned, also an own one. */
	| {kind: 'teamEntry'; at: number; entry: ReceivedTeamEntry}
	| MemorableStates
	| MemorableSamples
	/** A gap in the feed, recorded at its end. */
	| {kind: 'gap'; at: number; to: number; teamId: string | undefined; filled: number};

/** The states of some servers at one time. They replace earlier ones, whose end stays known. */
export type MemorableStates = {
	kind: 'states';
	at: number;
	servers: readonly {serverId: string; server: string; state: string | undefined}[];
};

/** What sessions saw of a server. Times are epoch ms. `state` undefined: the service sent none. */
export type Observed = {
	serverId: string;
	/** Its name at the time. */
	server: string;
	state: string | undefined;
	/** When it was first and last seen in this state. */
	firstAt: number;
	lastAt: number;
	/** The previous state, and when it was last seen. */
	before: {state: string | undefined; at: number} | undefined;
};

/** Samples of some servers; what other sessions saw in the same periods is merged. */
export type MemorableSamples = {kind: 'samples'; at: number; samples: readonly ServerSample[]};

/** `waiting`: sent, without an answer at the time of recording. This stays if the session ended meanwhile. */
export type CommandStatus = 'waiting' | 'answered' | 'late' | 'timeout' | 'failed' | 'abandoned' | 'sent';

/** Entries that become lines of the journal. */
export type MemorableLine = Exclude<
	Memorable,
	| MemorableJob
	| MemorableTeam
	| MemorableStates
	| MemorableSamples
	| {kind: 'typed' | 'acknowledged' | 'feedProof'}
>;

/** Entries that concern the team's journal. */
export type MemorableTeam = Extract<Memorable, {kind: 'forTeam' | 'teamDelivered' | 'teamEntry'}>;

export const isForTeam = (entry: Memorable): entry is MemorableTeam =>
	entry.kind === 'forTeam' || entry.kind === 'teamDelivered' || entry.kind === 'teamEntry';

const jobKinds = ['job', 'jobStep', 'jobRequest', 'jobAnswer'] as const;

/** Entries that belong to jobs, which are kept apart from what happened. */
export type MemorableJob = Extract<Memorable, {kind: (typeof jobKinds)[number]}>;

export const isOfJob = (entry: Memorable): entry is MemorableJob =>
	jobKinds.some(kind => kind === entry.kind);
