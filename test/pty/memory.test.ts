import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {readJournalFile} from '../../src/journal/reader.ts';
import {openService} from './open-service.ts';
import {openPtyTui} from './pty-tui.ts';

test('recalls the commands of the previous session, even if it was killed', async () => {
	const state = mkdtempSync(path.join(tmpdir(), 'rcondeck-state-'));
	onTestFinished(() => rmSync(state, {recursive: true, force: true}));
	const env = {...(await openService(onTestFinished)), RCONDECK_STATE_DIR: state};
	const open = async () => {
		const tui = await openPtyTui({atEnd: onTestFinished, env});
		await tui.isLive();
		tui.write('gjjj');
		await tui.sees(/^\[ark-\S+ \d+p\] rcon>/m);
		tui.write('i');
		await tui.sees('Up Older');
		return tui;
	};
	const first = await open();
	first.write('cvarlist mp_max\r');
	await first.sees(/me +> cvarlist mp_max/);
	const file = path.join(state, 'journal.db');
	const kept = () => readJournalFile(file, undefined, {words: 'cvarlist'}) ?? [];
	await expect.poll(kept).toHaveLength(1);
	process.kill(first.pid(), 'SIGKILL');
	await first.sees(/^shell>/m);
	const second = await open();
	// The journal is read after the first paint, and a test may be faster.
	const up = () => {
		second.write('\x1b[A');
		return second.screen();
	};
	await expect.poll(up, {interval: 200}).toContain('rcon> cvarlist mp_max');
	second.write('\x15\x12mp_m');
	await second.sees(/search> mp_m +cvarlist mp_max/);
	second.write('\r');
	await second.sees('rcon> cvarlist mp_max');
});
