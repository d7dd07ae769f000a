import {type ByName, emptyRecord} from '../lib/json/maps.ts';
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

/** The origin of each value by name: `--url`, `environment RCONDECK_URL`, a file; absent or `default`: the default. */
export type Origins = ByName<string>;

export type OriginNotes = ReturnType<typeof createOrigins>;

export function createOrigins() {
	const origins = emptyRecord<string>();
	return {
		/** Records that a file sets these settings, unless they have an origin. */
		noteFile: (names: readonly string[], file: string) => {
			for (const name of names) origins[name] ??= file;
		},
		/**
		Returns the first candidate that is set and records its origin; otherwise the value in the files, whose origin is
		recorded.
		*/
		pick: <Value>(
			name: SettingName,
			inFiles: Value,
			...candidates: [value: Value | undefined, origin: string][]
		): {value: Value; origin: string} => {
			for (const [value, origin] of candidates) {
				if (value === undefined) continue;
				origins[name] = origin;
				return {value, origin};
			}
			return {value: inFiles, origin: (origins[name] ??= 'default')};
		},
		note: (name: SettingName, {path, origin}: {path: string; origin: string}): string => {
			origins[name] = origin;
			return path;
		},
		all: (): Origins => ({...origins}),
	};
}
