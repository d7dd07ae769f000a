import type {ConfigFile} from '../../../config/schema.ts';
import type {ByName} from '../../../lib/json/maps.ts';
import type {SavedViews} from './view-state.ts';

/** The settings of `config.toml`, some of them in another form, and what follows from the profile and its credentials. */
export type Settings = Readonly<
	Omit<ConfigFile, 'profile' | 'profiles' | 'views' | 'at_once_per_node' | 'poll_seconds' | 'hung_after'>
> & {
	profile: Profile;
	/** Time between two polls. */
	pollMs: number;
	/** How long a server may be in a state that ends by itself, ms by state, where it is not the usual time. */
	hungMs: ReadonlyMap<string, number>;
	/** How long the service waits for the game's answer. */
	awaitMs: number;
	/** The most commands that run at once on a node; how many it serves so is learned. */
	atOncePerNode: number;
	readOnly: boolean;
	/** The id of these credentials in the team's record; undefined for a token. */
	applicationId?: string;
	version: string;
	/** The words that start this program. */
	self?: readonly string[];
	/** `high`: dialogs ask for one more level of confirmation. */
	protect: 'normal' | 'high';
	/** This is the first run: the demo, without a profile, and the welcome was not dismissed. */
	welcome?: true;
	/** The named views of the server list in config.toml. */
	views: SavedViews;
	/** The system has no job control. */
	cannotSuspend?: true;
};

/** How the header shows where commands go. `color` is a name or `#rrggbb`. */
export type Profile = {
	name: string;
	label: string;
	color: string | undefined;
	isDemo: boolean;
	/** Options with which a command line reaches the same service as this session. */
	words: readonly string[];
};

/** Overridden keys by command id. */
export type KeyOverrides = ByName<readonly string[]>;
