import {homedir} from 'node:os';
import path from 'node:path';
import {originMessages} from '../messages/configuration.ts';

export type Env = Record<string, string | undefined>;

/** What is set to nothing counts as not set, as everywhere in a shell. */
export function envValue(env: Env, name: string): string | undefined {
	const value = env[name]?.trim();
	return value === '' ? undefined : value;
}

/** Where the program keeps its files, with who said so. (XDG Base Directory Specification) */
export function directory(
	env: Env,
	own: 'RCONDECK_CONFIG_DIR' | 'RCONDECK_STATE_DIR',
): {path: string; origin: string} {
	const [xdg, fallback] =
		own === 'RCONDECK_CONFIG_DIR'
			? ['XDG_CONFIG_HOME', '.config']
			: ['XDG_STATE_HOME', path.join('.local', 'state')];
	const given = envValue(env, own);
	if (given !== undefined) return {path: path.resolve(given), origin: originMessages.environment([own])};
	const base = envValue(env, xdg);
	// The specification: a relative path is to be ignored.
	if (base !== undefined && path.isAbsolute(base)) {
		return {path: path.join(base, 'rcondeck'), origin: originMessages.environment([xdg])};
	}
	return {path: path.join(home(env), fallback, 'rcondeck'), origin: 'default'};
}

/** A path of the configuration file: `~/` is the home directory, the rest is relative to the file. */
export function filePath(env: Env, configDir: string, given: string): string {
	if (given.startsWith('~/')) return path.join(home(env), given.slice(2));
	return path.resolve(configDir, given);
}

const home = (env: Env): string => envValue(env, 'HOME') ?? homedir();
