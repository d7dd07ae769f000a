import type {CustomCommand} from '../../messages/custom-commands.ts';
import type {Aliases} from '../../actions/aliases.ts';
import type {SavedViews} from './saved-view.ts';

export type Settings = {
	profile: Profile;
	/** Time between two polls. */
	pollMs: number;
	/** How long the service waits for the game's answer. */
	awaitMs: number;
	/** Concurrent commands per node (default 1). */
	atOncePerNode?: number;
	/** Entries kept per console (default 100,000). */
	scrollback?: number;
	readOnly: boolean;
	/** The id of these credentials in the team's record; undefined for a token. */
	applicationId?: string;
	version: string;
	keys?: KeyOverrides;
	/** Commands of the configuration. */
	commands?: readonly CustomCommand[];
	/** The words that start this program. */
	self?: readonly string[];
	aliases: Aliases;
	/** Destructive words besides those of the games; `-word` removes one. */
	dangerous: readonly string[];
	/** `high`: dialogs ask for one more level of confirmation. */
	protect: 'normal' | 'high';
	/** Messages that dialogs suggest. */
	messages: readonly string[];
	/** Reasons for kicks and bans that dialogs offer. */
	reasons: readonly string[];
	/** Rings the bell when a server goes down and stays down; `notify` also sends a terminal notification. */
	bell: boolean | 'notify';
	/** This is the first run: the demo, without a profile, and the welcome was not dismissed. */
	welcome?: true;
	/** The named views of the server list in config.toml. */
	views?: SavedViews;
	/** The TUI listens to the mouse; default true. */
	mouse?: boolean;
	/** The system has no job control. */
	cannotSuspend?: true;
	/** How text is copied to the terminal's clipboard (default: plain OSC 52). */
	clipboard?: 'osc52' | 'tmux' | 'screen' | 'off';
};

/** How the header shows where commands go. `colour` is a name or `#rrggbb`. */
export type Profile = {
	name: string;
	label: string;
	colour: string | undefined;
	isDemo: boolean;
	/** Options with which a command line reaches the same service as this session. */
	words: readonly string[];
};

/** Overridden keys by command id. */
export type KeyOverrides = Readonly<Record<string, readonly string[]>>;
