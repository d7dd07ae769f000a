import type {CommandQuestion} from './keymap/command-info.ts';
import type {Targets} from './targets.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import type {OpenFeed} from '../../contract/packets.ts';
import type {Clock} from '../../lib/clock.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import type {Keymap} from './keymap/keymap.ts';
import type {SessionJournal} from './journal.ts';
import type {Event, State} from '../state.ts';
import type {Store} from './store.ts';
import type {Files, Recorder} from './files.ts';
import type {Settings} from './settings.ts';
import type {FrontEnd} from './front-end.ts';

/** What core needs from outside, and all that may differ between a test, the demo and a hosted service. */
export type Services = {
	api: Api;
	/** undefined: no feed is configured, answers come with each poll. */
	openFeed: OpenFeed | undefined;
	store: Store<State, Event>;
	clock: Clock;
	newId: () => string;
	/** Between 0 and 1. */
	random: () => number;
	settings: Settings;
	/** What each key does in this session. */
	keymap: Keymap;
	runCommand: (id: CommandId, targets: Targets) => CommandQuestion | void;
	/** What outlives the session. */
	journal: SessionJournal;
	/** Files of the admin's own: copies, exports, transcripts. */
	files: Files;
	/** Writes down what happens while a transcript is recorded. */
	recorder: Recorder;
	/** What only the front end can do. */
	frontEnd: FrontEnd;
	/** The commands in progress and those behind them, by the id of their line, in the order in which they were given. */
	waits: Map<string, Wait>;
	/** Asks what polls and listens for something at once; set by `openSession`. */
	refreshers: {pollNow: () => void; redialFeed: () => void; readNodes: () => void};
};

/** With `start` it waits for its turn and stopping means that it is never sent; without, it was sent and may run on. */
export type Wait = {
	serverId: string;
	/** The node whose turn it takes; its server where no node is known. */
	node?: string;
	/** It lets everything go first that somebody has typed. */
	yields?: true;
	/** While it waits: how many go before it on its node, as its line says. */
	ahead?: number;
	/** It timed out, and only keeps its node in peace for a moment; `isTold`: that was said. */
	isOver?: true;
	isAnnounced?: true;
	stop: () => void;
	start?: () => void;
};
