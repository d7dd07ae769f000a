import type {ConfigFile, ProfileTable} from './schema.ts';

/** Everything that can be set by a flag, the environment or a file. */
export type SettingName =
	| Exclude<keyof ConfigFile | keyof ProfileTable, 'feed' | 'profiles' | 'token_command' | 'token_file'>
	| `feed.${keyof NonNullable<ProfileTable['feed']> | 'passcode'}`
	| 'client_cert'
	| 'client_key'
	| 'config_dir'
	| 'credentials'
	| 'state_dir';

/** The origin of each value by name: `--url`, `environment RCONDECK_URL`, a file, `default`. */
export type Origins = Partial<Record<SettingName, string>>;

export type OriginNotes = ReturnType<typeof createOrigins>;

export function createOrigins() {
	const origins: Origins = {};
	return {
		/** Returns the first candidate that is set and records its origin. */
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
