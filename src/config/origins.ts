import type {ConfigFile, ProfileTable} from './schema.ts';

/** Whatever can be set: by a flag, the environment or a file. */
export type SettingName =
	| Exclude<keyof ConfigFile | keyof ProfileTable, 'feed' | 'profiles' | 'token_command' | 'token_file'>
	| `feed.${keyof NonNullable<ProfileTable['feed']> | 'passcode'}`
	| 'client_cert'
	| 'client_key'
	| 'config_dir'
	| 'credentials'
	| 'state_dir';

/** By the name of each value, where it comes from: `--url`, `environment RCONDECK_URL`, a file, `default`. */
export type Origins = Partial<Record<SettingName, string>>;

export type OriginNotes = ReturnType<typeof createOrigins>;

export function createOrigins() {
	const origins: Origins = {};
	return {
		/** Takes the first candidate that is given, and notes who gave it. */
		pick: <Value>(
			name: SettingName,
			...candidates: [value: Value | undefined, origin: string][]
		): {value: Value | undefined; origin: string} => {
			const [value, origin] = candidates.find(([value]) => value !== undefined) ?? [undefined, 'default'];
			origins[name] = origin;
			return {value, origin};
		},
		note: (name: SettingName, {path, origin}: {path: string; origin: string}): string => {
			origins[name] = origin;
			return path;
		},
		all: (): Origins => ({...origins}),
	};
}
