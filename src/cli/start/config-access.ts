import {themeNames} from '../../config/themes.ts';
import type {ConfigAccess, ProfileChoice} from '../../app/kernel/state/view-state.ts';
import {type Config, loadConfig, withoutService} from '../../config/load.ts';
import {hasLocalServers} from '../../config/local-servers.ts';
import type {Env} from '../../config/paths.ts';
import {builtInProfiles} from '../../config/profile.ts';
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
	return {flags: {...others, profile: name}, env: withoutService(env)};
}

/** Creates a session's access to the configuration files of this user. */
export const configAccess = (config: Config, openings: Openings): ConfigAccess => ({
	writeView: async (name, view) => {
		const {writeView} = await import('../../config/write.ts');
		return problemOf(() =>
			writeView(config.configDir, name, view && {...view, columns: view.columns?.slice()}),
		);
	},
	profiles: choicesOf(config, openings),
	themes: themeNames(config.configDir),
	profileProblem: name => problemOf(() => void loadConfig(openingOf(openings, name))),
});

/** Returns the profiles of the file, the first profile, the local service if it has servers, and the demo. */
function choicesOf({settings, stateDir}: Config, {first}: Openings): ProfileChoice[] {
	const profiles = Object.entries(settings.profiles).map(([name, {label = name}]) => ({name, label}));
	const builtIn = builtInProfiles.filter(name => name === 'demo' || hasLocalServers(stateDir));
	const others = [...(first ? [first.name] : []), ...builtIn].filter(
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
