import type {Aliases} from '../../actions/aliases.ts';

export type Settings = {
	profile: Profile;
	/** Span between two polls. */
	pollMs: number;
	/** How long the service waits for an answer of the game. */
	awaitMs: number;
	/** Commands in progress at once on one node; 1 where it is not said. */
	atOncePerNode?: number;
	/** Lines kept of each console; 100,000 where it is not said. */
	scrollback?: number;
	readOnly: boolean;
	/** Under which name these credentials are in the team's record; undefined for a token. */
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
	/** Rings when a server goes down and stays down; `notify` also sends a terminal notification. */
	bell: boolean | 'notify';
	/** It is the first run: the demo, without a profile, and nobody has dismissed the welcome. */
	welcome?: true;
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

/** By the id of a command, the keys that it has instead of its own. */
export type KeyOverrides = Readonly<Record<string, readonly string[]>>;
