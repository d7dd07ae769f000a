import type {Api} from '../contract/endpoints/index.ts';
import type {OpenFeed} from '../contract/packets.ts';
import type {Clock} from '../lib/clock.ts';
import type {KeyOverrides} from './commands/overrides.ts';
import type {Aliases} from '../actions/aliases.ts';
import type {Memory} from './memory.ts';
import type {Event, State} from './state/index.ts';
import type {Store} from './store.ts';
import type {Files} from './take-along/files.ts';
import type {Recorder} from './take-along/recorder.ts';
import type {FrontEnd} from '../messages/text.ts';

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
	/** What outlives the session. */
	memory: Memory;
	/** Files of the admin's own: copies, exports, transcripts. */
	files: Files;
	/** Writes down what happens while a transcript is recorded. */
	recorder: Recorder;
	/** What only the face can do. */
	face: Face;
	/** The commands under way and those behind them, by the id of their line, in the order in which they were given. */
	waits: Map<string, Wait>;
	/** Asks the loops for something at once; set by `openSession`. */
	loops: {pollNow: () => void; redialFeed: () => void; readNodes: () => void};
};

/** With `start` it waits for its turn and stopping means that it is never sent; without, it was sent and may run on. */
export type Wait = {
	serverId: string;
	/** The node whose turn it takes; its server where no node is known. */
	node?: string;
	/** It lets everything go first that somebody has typed. */
	yields?: true;
	/** While it waits: how many go before it on its node, as its line says. */
	behind?: number;
	/** It timed out, and only keeps its node in peace for a moment; `isTold`: that was said. */
	isOver?: true;
	isTold?: true;
	stop: () => void;
	start?: () => void;
};

export type Settings = {
	profile: Profile;
	/** Span between two polls. */
	pollMs: number;
	/** How long the service waits for a game's answer. */
	awaitMs: number;
	/** Commands under way at once on one node; 1 where it is not said. */
	atOncePerNode?: number;
	/** Lines kept of each console; 100,000 where it is not said. */
	scrollback?: number;
	readOnly: boolean;
	/** Under which name these credentials stand in the team's record; undefined for a token. */
	applicationId?: string;
	version: string;
	/** By the id of a command, the keys that it has instead of its own; absent where none is changed. */
	keys?: KeyOverrides;
	aliases: Aliases;
	/** Destructive words besides the games' own; `-word` takes one off. */
	dangerous: readonly string[];
	/** `high`: dialogs ask for one level more. */
	protect: 'normal' | 'high';
	/** Messages that dialogs offer. */
	messages: readonly string[];
	/** Rings when a server goes down and stays so; `notify` also asks the terminal for a notification. */
	bell: boolean | 'notify';
	/** How a copy goes to the terminal's clipboard; plain OSC 52 where it is not said. */
	clipboard?: 'osc52' | 'tmux' | 'screen' | 'off';
};

/** What the header says about where commands go; `colour` is a name or `#rrggbb`. */
export type Profile = {
	name: string;
	label: string;
	colour: string | undefined;
	isDemo: boolean;
	/** Options by which a command line reaches the same service as this session. */
	words: readonly string[];
};

/** `auto` takes dark or light, by the ground of the terminal: what it answers when asked, else COLORFGBG. */
export const themeNames = ['auto', 'dark', 'light', 'high-contrast', 'colour-blind', 'plain'] as const;
export type ThemeName = (typeof themeNames)[number];

export type Face = {
	/** What it puts in place of the segments of a message: the keys of the session, where it is not set. */
	frontEnd: FrontEnd;
	/** Paths of this machine that begin so, folders with a slash behind them. */
	paths: (start: string) => Promise<readonly string[]>;
	readFile: (path: string, mostBytes: number) => Promise<FileRead>;
	/** A picture of at most `side` pixels each way; undefined where it or this terminal cannot be drawn. */
	picture: (bytes: Uint8Array, side: number) => Promise<Pixels | undefined>;
	/** Changes the colours until the deck ends. */
	theme: (name: ThemeName) => void;
	quit: () => void;
	redraw: () => void;
	suspend: () => void;
	/** Rings; with a text, the terminal is also asked to show it outside of itself, which not every terminal does. */
	bell: (notification?: string) => void;
	/** Hands a text to the terminal's clipboard. Nobody says whether the terminal took it. */
	copy: (text: string) => void;
	/** Shows a text without the deck around it until Enter is pressed. */
	showPlainly: (text: string) => Promise<void>;
	/** Gives the terminal to an editor with this text, and takes it back. */
	edit: (text: string) => Promise<Edited>;
};

/** A file that somebody named, or why it is not read. */
export type FileRead = NamedFile | {problem: string};
/** `path` is absolute. */
export type NamedFile = {bytes: Uint8Array; fileName: string; path: string};

/** A picture in colours (`#rrggbb`, undefined where nothing is), row by row. */
export type Pixels = {
	columns: number;
	rows: number;
	colours: readonly (readonly (string | undefined)[])[];
};

/** What came out of the editor, or why nothing did. */
export type Edited = {text: string} | {problem: string};
