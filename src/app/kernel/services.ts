import type {CommandQuestion} from './keymap/command-info.ts';
import type {Targets} from './targets.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import type {OpenFeed} from '../../contract/packets.ts';
import type {ConfigAccess} from './config-access.ts';
import type {Clock} from '../../lib/clock.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import type {Keymap} from './keymap/keymap.ts';
import type {AlertPort} from './alert-port.ts';
import type {SessionJournal} from './journal.ts';
import type {Event, State} from '../state.ts';
import type {Store} from './store.ts';
import type {Files, Recorder} from './files.ts';
import type {Settings} from './settings.ts';
import type {FrontEnd} from './front-end.ts';

/** What the core needs from outside: everything that may differ between a test, the demo and a hosted service. */
export type Services = {
	api: Api;
	/** undefined if no feed is configured; answers then arrive with each poll. */
	openFeed: OpenFeed | undefined;
	store: Store<State, Event>;
	clock: Clock;
	newId: () => string;
	/** Between 0 and 1. */
	random: () => number;
	settings: Settings;
	/** The commands and their keys in this session. */
	keymap: Keymap;
	runCommand: (id: CommandId, targets: Targets) => CommandQuestion | void;
	journal: SessionJournal;
	/** Opens what sends alerts; absent: nobody wants them. */
	openAlerts?: () => Promise<AlertPort>;
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
	/** Trigger an immediate poll, reconnect or read; set by `openSession`. */
	refreshers: {
		pollNow: () => void;
		redialFeed: () => void;
		readNodes: () => void;
		syncTeamJournal: () => void;
	};
	/** Aborted when the session is closed: then no timer fires any more, and nothing further is sent. */
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
	/** While it waits, the number of commands before it on its node, as shown with its entry. */
	ahead?: number;
	/** It timed out, and only keeps its node idle for a moment. `isAnnounced`: the user was informed of that. */
	isOver?: true;
	isAnnounced?: true;
	stop: () => void;
	start?: () => void;
};
