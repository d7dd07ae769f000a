import type {LearnedLimit} from '../../../lib/time/learned-limit.ts';
import {withoutSecrets} from '../../../lib/secrets/secret-patterns.ts';
import {exportCommandMessages} from '../../../messages/export.ts';
import type {SuspensionWatch} from '../../../lib/time/suspension.ts';
import type {CommandQuestion} from '../keys/command-info.ts';
import type {FleetChangeKind} from '../../../actions/activity.ts';
import type {Targets} from './targets.ts';
import type {Api} from '../../../contract/endpoints/index.ts';
import type {OpenFeed} from '../../../contract/packets.ts';
import type {ConfigAccess} from './view-state.ts';
import type {Clock} from '../../../lib/time/clock.ts';
import type {CommandId} from '../../../messages/key-words.ts';
import type {Keymap} from '../keys/keymap.ts';
import type {SessionJournal} from './journal.ts';
import type {Event, State} from '../../state.ts';
import type {Settings} from './settings.ts';
import type {FrontEnd} from './front-end.ts';

/** The rules for sending alerts. Quiet hours are minutes after midnight, local time. */
export type AlertRules = {
	/** How long a change must last, ms. */
	forMs: number;
	maxPerHour: number;
	quietHours: {from: number; to: number} | undefined;
};

/** `service`: the list of servers could not be read. */
export const alertKinds = ['server', 'node', 'service'] as const;

export type AlertSubject = {
	kind: (typeof alertKinds)[number];
	id: string;
	name: string;
	state: string | undefined;
	/** The node of a server. */
	node: string | undefined;
	/** When this program saw the subject go down or come back, epoch ms. */
	since: number;
};

/** An alert. Its text is sanitized and contains no secrets. */
export type Alert = {
	event: 'down' | 'up' | 'fleet' | 'trigger' | 'automation' | 'test';
	at: number;
	profile: string;
	subjects: readonly AlertSubject[];
	/** The names of the servers on the nodes that are down. */
	affected: readonly string[];
	/** For `fleet`: the servers that were created, deleted or renamed elsewhere. `before`: the former name. */
	changes?: readonly {
		serverId: string;
		change: FleetChangeKind;
		name: string;
		before: string | undefined;
	}[];
	/** For `automation`: the message of its step. */
	message?: string;
	/** For `trigger`: its name, and what it found. */
	trigger?: {name: string; serverId: string; server: string; player: string | undefined; text: string};
};

/** The result for one target; `problem` is undefined if the alert was delivered. */
export type AlertDelivery = {target: 'command' | 'webhook'; problem: string | undefined};

/** Sends an alert to all targets that are configured, or to one. */
export type SendAlert = (alert: Alert, only?: AlertDelivery['target']) => Promise<readonly AlertDelivery[]>;

/** What triggers need from outside. Nothing here throws. `alerts`: undefined if they are off. */
export type TriggerPort = Pick<AlertPort, 'claim' | 'release'> & {
	alerts: Pick<AlertPort, 'rules' | 'send'> | undefined;
};

/** Sends alerts and saves their state between sessions. Nothing here throws. */
export type AlertPort = {
	rules: AlertRules;
	/** Resolves to whether this session sends the alerts. Only one session per service does. */
	claim: () => Promise<boolean>;
	recall: () => Promise<string | undefined>;
	remember: (memory: string) => void;
	send: SendAlert;
	release: () => void;
};

/** The path of the written file, or a sentence on why nothing was written. */
export type Saved = {path: string} | {problem: string};

/** A file that grows. Additions reach the disk a moment later, in order. Nothing here throws. */
export type Recording = {
	path: string;
	add: (text: string) => void;
	/** Resolves when everything that could be written is written. */
	close: () => Promise<void>;
};

/** Writes the transcript, while one is being recorded. */
export type Recorder = {
	begin: (recording: Recording, at: number, isUtc: boolean) => void;
	/** Returns the file that was being written; nothing more is added to it. */
	end: () => Recording | undefined;
};

/** `isNumbered`: there is a file of the wanted name already. */
export type FileTarget = {path: string; isNumbered: boolean};

/** The user's own files besides the journal, readable only by the user (0600). Nothing here throws. */
export type Files = {
	/** Returns the text without anything that looks like a secret, and without the credentials of this session. */
	hide: (text: string) => string;
	/**
	Writes a new file. An existing file is left alone, and the name gets a number. The file appears only when it is
	complete. Returns undefined if it is no longer wanted by then; nothing is left of it.
	*/
	save: (name: string, texts: AsyncIterable<string>, isWanted: () => boolean) => Promise<Saved | undefined>;
	/** Returns the file that `save` or `record` would write now: with a number if there is one of this name already. */
	target: (name: string) => FileTarget;
	/** Replaces the file of the previous copy with this text. */
	keepCopy: (text: string) => Promise<Saved>;
	/**
	Creates a new file as `save` does. `onProblem` is called with the reason when it cannot be written, and with undefined
	when it can again.
	*/
	record: (
		name: string,
		onProblem: (problem: string | undefined) => void,
	) => Promise<Recording | {problem: string}>;
	/** Records that the welcome was dismissed. */
	dismissWelcome: () => void;
};

const problem = exportCommandMessages.keepsNoFiles;

/** Writes nothing. */
export const noFiles: Files = {
	hide: withoutSecrets,
	save: async () => ({problem}),
	target: path => ({path, isNumbered: false}),
	keepCopy: async () => ({problem}),
	record: async () => ({problem}),
	dismissWelcome: () => {},
};

export type Store<State, Event> = {
	getState: () => State;
	dispatch: (event: Event) => void;
	subscribe: (listener: () => void) => () => void;
};

/**
Creates a store: one state, changed only by events. Listeners run after a change, not after an event that changed
nothing.
*/
export function createStore<State, Event>(
	initial: State,
	reduce: (state: State, event: Event) => State,
): Store<State, Event> {
	let state = initial;
	const listeners = new Set<() => void>();
	return {
		getState: () => state,
		dispatch: event => {
			const next = reduce(state, event);
			if (next === state) return;
			state = next;
			for (const listener of listeners) listener();
		},
		subscribe: listener => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}

/** What the core needs from outside: everything that may differ between a test, the demo and a hosted service. */
export type Services = {
	api: Api;
	/** undefined if no feed is configured; answers then arrive with each poll. */
	openFeed: OpenFeed | undefined;
	store: Store<State, Event>;
	clock: Clock;
	/** Notices when the process was suspended; the handler of a key checks it first. */
	suspensions: Pick<SuspensionWatch, 'check' | 'count'>;
	newId: () => string;
	/** Between 0 and 1. */
	random: () => number;
	settings: Settings;
	/** The commands and their keys in this session. */
	keymap: Keymap;
	runCommand: (id: CommandId, targets: Targets) => CommandQuestion | void;
	journal: SessionJournal;
	/** Opens the sender of alerts; absent: none are configured. */
	openAlerts?: () => Promise<AlertPort>;
	/** Opens the resources of triggers; absent: there are none. */
	openTriggers?: () => Promise<TriggerPort>;
	/** The user's own files: copies, exports, transcripts. */
	files: Files;
	config: ConfigAccess;
	/** Writes the transcript while one is recorded. */
	recorder: Recorder;
	frontEnd: FrontEnd;
	/**
	The commands in progress and those queued after them, by the id of their entry, in the order in which they were
	issued.
	*/
	waits: Map<string, Wait>;
	/** The learned limit of each queue: how many commands it serves at once. */
	limits: Map<string, LearnedLimit>;
	/** Trigger an immediate poll, reconnect or read; set by `openSession`. */
	refreshers: {
		pollNow: () => void;
		redialFeed: () => void;
		readNodes: () => void;
		syncTeamJournal: () => void;
	};
	/** Aborted when the session is closed: then no timer fires anymore, and nothing further is sent. */
	ended: AbortSignal;
};

/**
A command in the queue. With `start` it waits for its turn, and stopping it means that it is never sent. Without, it was
sent and may continue to run on the server.
*/
export type Wait = {
	serverId: string;
	/** The id of its queue; see `commandQueueOf`. The server's if it is unknown. */
	queue?: string;
	/** Everything that a user typed goes first. */
	yields?: true;
	/** Commands that were confirmed one after another, each on condition that those before it are not refused. */
	batch?: string;
	/** While it waits, the number of commands before it on its node, as shown with its entry. */
	ahead?: number;
	/** It timed out, and only keeps its node idle for a moment. `isAnnounced`: the user was informed of that. */
	isOver?: true;
	isAnnounced?: true;
	stop: () => void;
	start?: () => void;
};
