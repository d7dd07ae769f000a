import {UsageError} from '../lib/usage-error.ts';
import {envValue, type Env} from './paths.ts';
import type {ConfigFile, ProfileTable} from './schema.ts';

export type Flags = {
	profile?: string | undefined;
	url?: string | undefined;
	readOnly?: boolean | undefined;
	screenReader?: boolean | undefined;
};

export type Profile = {
	name: string;
	/** False where the environment alone says what is meant. */
	isNamed: boolean;
	table: ProfileTable;
};

/** The profile that is meant: named by flag or environment, else the file's default where no URL comes from outside. */
export function chooseProfile(flags: Flags, env: Env, file: {path: string; content: ConfigFile}): Profile {
	const profiles = file.content.profiles ?? {};
	const fromOutside = flags.url ?? envValue(env, 'RCONDECK_URL');
	const asked = flags.profile ?? envValue(env, 'RCONDECK_PROFILE');
	const name = asked ?? (fromOutside === undefined ? file.content.profile : undefined);
	if (name === undefined) return {name: 'environment', isNamed: false, table: {}};
	const table = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
	if (table) return {name, isNamed: true, table};
	const known = Object.keys(profiles);
	const whatToDo =
		known.length > 0 ? `choose one of ${known.join(', ')}.` : `write [profiles.${name}] into ${file.path}.`;
	throw new UsageError(`There is no profile ${name}: ${whatToDo}`);
}
