import {homedir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {directory, type Env} from '../../src/config/paths.ts';

const pathsOn = (platform: NodeJS.Platform, env: Env) => [
	directory(env, 'RCONDECK_CONFIG_DIR', platform).path,
	directory(env, 'RCONDECK_STATE_DIR', platform).path,
];

test.each(['linux', 'darwin'] as const)('the directories on %s follow the XDG specification', platform => {
	expect(pathsOn(platform, {HOME: '/home/mina'})).toEqual([
		'/home/mina/.config/rcondeck',
		'/home/mina/.local/state/rcondeck',
	]);
	expect(pathsOn(platform, {XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', APPDATA: '/a'})).toEqual([
		'/c/rcondeck',
		'/s/rcondeck',
	]);
});

test('the directories on Windows are the application directories, unless XDG variables are set', () => {
	const known = {
		APPDATA: String.raw`C:\Users\mina\AppData\Roaming`,
		LOCALAPPDATA: String.raw`C:\Users\mina\AppData\Local`,
	};
	expect(pathsOn('win32', known)).toEqual([
		String.raw`C:\Users\mina\AppData\Roaming\rcondeck`,
		String.raw`C:\Users\mina\AppData\Local\rcondeck`,
	]);
	const config = path.win32.join(homedir(), 'AppData', 'Roaming', 'rcondeck');
	expect(pathsOn('win32', {})[0]).toBe(config);
	const xdg = {...known, XDG_CONFIG_HOME: String.raw`D:\config`, XDG_STATE_HOME: String.raw`D:\state`};
	expect(pathsOn('win32', xdg)).toEqual([String.raw`D:\config\rcondeck`, String.raw`D:\state\rcondeck`]);
});
