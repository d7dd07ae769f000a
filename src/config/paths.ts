import type {ByName} from '../lib/json/maps.ts';
import {homedir} from 'node:os';
import path from 'node:path';
import {originMessages} from '../messages/origins.ts';

export type Env = ByName<string | undefined>;

/** An empty variable counts as unset, as in a shell. */
export function envValue(env: Env, name: string): string | undefined {
	const value = env[name]?.trim();
	return value === '' ? undefined : value;
}

/** The program's folders, with their origin. (XDG Base Directory Specification; Windows: Known Folders) */
export function directory(
	env: Env,
	own: 'RCONDECK_CONFIG_DIR' | 'RCONDECK_STATE_DIR',
	platform = process.platform,
): {path: string; origin: string} {
	const {isAbsolute, join} = platform === 'win32' ? path.win32 : path;
	const [xdg, fallback] =
		own === 'RCONDECK_CONFIG_DIR'
			? ['XDG_CONFIG_HOME', '.config']
			: ['XDG_STATE_HOME', path.join('.local', 'state')];
	const given = envValue(env, own);
	if (given !== undefined) return {path: path.resolve(given), origin: originMessages.environment([own])};
	const base = envValue(env, xdg);
	// The specification says to ignore relative paths.
	if (base !== undefined && isAbsolute(base)) {
		return {path: join(base, 'rcondeck'), origin: originMessages.environment([xdg])};
	}
	if (platform === 'win32') {
		const [known, below] = xdg === 'XDG_CONFIG_HOME' ? ['APPDATA', 'Roaming'] : ['LOCALAPPDATA', 'Local'];
		const folder = envValue(env, known) ?? join(homedir(), 'AppData', below);
		return {path: join(folder, 'rcondeck'), origin: 'default'};
	}
	return {path: path.join(home(env), fallback, 'rcondeck'), origin: 'default'};
}

/** The folder of the local service, unless `--data` names another. */
export const serviceFolder = (stateDir: string): string => path.join(stateDir, 'service');

/** A path in the configuration file: `~/` is the home directory; relative paths are relative to the file. */
export function filePath(env: Env, configDir: string, given: string): string {
	if (given.startsWith('~/')) return path.join(home(env), given.slice(2));
	return path.resolve(configDir, given);
}

/** The home directory. */
export const home = (env: Env): string => envValue(env, 'HOME') ?? homedir();
