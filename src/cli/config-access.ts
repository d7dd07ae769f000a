import type {ConfigAccess, ProfileChoice} from '../app/kernel/config-access.ts';
import {loadConfig, withoutService, type Config} from '../config/load.ts';
import type {Env} from '../config/paths.ts';
import type {Globals} from './command-run.ts';

/** The flags and the environment that open a profile. */
export type Opening = {flags: Globals; env: Env};

/** `first` is the profile that the program started with. `env` and `flags` open the others. */
export type Openings = {first: {name: string; opening: Opening} | undefined; env: Env; flags: Globals};

/**
Returns how to open a profile that the user switches to. A service or credentials in the environment apply only to the
first profile.
*/
export function openingOf({first, env, flags}: Openings, name: string): Opening {
	if (name === first?.name) return first.opening;
	const {profile: _profile, url: _url, demo: _demo, ...others} = flags;
	return {flags: {...others, ...(name === demo ? {demo: true} : {profile: name})}, env: withoutService(env)};
}

const demo = 'demo';

/** Creates a session's access to the configuration files of this user. */
export const configAccess = (config: Config, openings: Openings): ConfigAccess => ({
	writeView: async (name, view) => {
		const {writeView} = await import('../config/write-view.ts');
		return problemOf(() =>
			writeView(config.configDir, name, view && {...view, columns: view.columns?.slice()}),
		);
	},
	profiles: choicesOf(config, openings),
	profileProblem: name => problemOf(() => void loadConfig(openingOf(openings, name))),
});

/** Returns the profiles of the file, the first profile and the demo. */
function choicesOf({profiles}: Config, {first}: Openings): ProfileChoice[] {
	const others = [...(first ? [first.name] : []), demo].filter(
		(name, at, all) => all.indexOf(name) === at && profiles.every(profile => profile.name !== name),
	);
	return [...profiles, ...others.map(name => ({name, label: name}))];
}

function problemOf(task: () => void): string | undefined {
	try {
		task();
		return undefined;
	} catch (error) {
		if (error instanceof Error) return error.message;
		throw error;
	}
}
