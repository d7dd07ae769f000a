import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {quietMs} from '../../src/app/kernel/keys/typing-guard.ts';
import {openPtyTui, type PtyTui} from './pty-tui.ts';
import {waitUntil} from '../helpers/wait-for.ts';

function configFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-profile-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const profile = '[profiles.prod]\nurl = "http://127.0.0.1:9"\nlabel = "LIVE"\ntoken_command = "echo x"\n';
	writeFileSync(path.join(folder, 'config.toml'), profile, {mode: 0o600});
	return folder;
}

async function palette(tui: PtyTui, text: string) {
	tui.write(':');
	await tui.sees('Palette');
	tui.write(text);
	await tui.sees(text);
	const typed = performance.now();
	await waitUntil(() => performance.now() - typed > quietMs + 100);
	tui.write('\r');
}

test('the TUI switches profiles, shows nothing of the old one, and restores its filter on return', async () => {
	const tui = await openPtyTui({
		atEnd: onTestFinished,
		args: ['--demo'],
		env: {RCONDECK_CONFIG_DIR: configFolder()},
	});
	await tui.isLive();
	tui.write('/');
	await tui.sees('filter: ');
	tui.write('ark');
	await tui.sees('5 of 10');
	tui.write('\r');
	await tui.sees('Enter Console');
	await palette(tui, 'profile prod');
	await tui.sees('[LIVE]');
	await tui.sees('SERVERS 0');
	expect(tui.screen()).not.toContain('ark');
	await palette(tui, 'profile demo');
	await tui.sees('[DEMO]');
	await tui.sees('5 of 10  filter: ark');
	tui.write('q');
	await waitUntil(() => tui.isRestored() || (tui.write('q'), false), {interval: 300});
});

test('line mode switches the profile and shows the greeting of the new one', async () => {
	const tui = await openPtyTui({
		atEnd: onTestFinished,
		isStream: true,
		columns: 100,
		rows: 50,
		args: ['--demo', '--screen-reader'],
		env: {RCONDECK_CONFIG_DIR: configFolder()},
	});
	await tui.sees('SERVERS 10 servers');
	tui.write(':profile prod');
	await tui.sees('> :profile prod');
	tui.write('\r');
	await tui.sees(/rcondeck .*LIVE/);
});
