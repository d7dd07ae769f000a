import type {SavedView} from './saved-view.ts';

/** The session's access to the configuration. Nothing here throws; a returned text is a problem. */
export type ConfigAccess = {
	/** Writes a named view to config.toml and keeps the rest of the file; undefined removes it. */
	writeView: (name: string, view: SavedView | undefined) => Promise<string | undefined>;
	/** The profiles that a session can switch to. */
	profiles: readonly ProfileChoice[];
	/** Returns why a profile cannot be opened; undefined if it can. */
	profileProblem: (name: string) => string | undefined;
};

export type ProfileChoice = {name: string; label: string};

/** Writes nothing, for tests and programs without a configuration. */
export const noConfigAccess: ConfigAccess = {
	writeView: async () => undefined,
	profiles: [],
	profileProblem: () => undefined,
};
