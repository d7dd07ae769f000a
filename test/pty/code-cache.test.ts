import {readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {tempFolder} from '../cli/temp-folder.ts';
import {openPtyTui, prompt} from './pty-tui.ts';

test('a session that loads other parts of the program than earlier ones adds its functions to their code', async () => {
	const cache = tempFolder(onTestFinished);
	const session = async (shows: string | RegExp, env: Record<string, string>, args: string[] = []) => {
		const tui = await openPtyTui({env: {XDG_CACHE_HOME: cache, ...env}, args, atEnd: onTestFinished});
		// All parts are loaded by then.
		await tui.sees(shows);
		tui.write('q');
		await tui.sees(prompt);
		const names = readdirSync(path.join(cache, 'rcondeck'));
		const screen = names.find(name => name.startsWith('tui-screen-')) ?? '';
		const {size, mtimeMs} = statSync(path.join(cache, 'rcondeck', screen));
		return {size, mtimeMs, kinds: names.filter(name => name.startsWith('tui-has-')).length};
	};
	const configured = {RCONDECK_URL: 'http://127.0.0.1:9', RCONDECK_TOKEN: 'none'};
	const first = await session('feed LIVE', {}, ['--demo']);
	expect(first.kinds).toBe(1);
	const second = await session('Nothing is listening', configured);
	expect(second.kinds).toBe(2);
	expect(second.size).toBeGreaterThan(first.size);
	expect(await session('Nothing is listening', configured)).toEqual(second);
});
