import {readdirSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openService} from '../shipped/shipped.ts';
import {tempFolder} from '../cli/temp-folder.ts';
import {openPtyTui, prompt} from './pty-tui.ts';

test('a TUI at rest has not loaded the rest of the program, and does not for its end', async () => {
	const cache = tempFolder();
	const {env, asked} = await openService();
	const tui = await openPtyTui({
		atEnd: onTestFinished,
		rows: 40,
		columns: 120,
		env: {...env, XDG_CACHE_HOME: cache},
	});
	await tui.sees('feed LIVE');
	// The nodes are read.
	await tui.sees(/, agent \d/);
	await expect.poll(() => asked.join()).toContain('/journal/');
	tui.write('q');
	await tui.sees(prompt);
	// The code of each part that it has loaded is stored at its end.
	const stored = readdirSync(path.join(cache, 'rcondeck')).flatMap(
		name => /^tui-(\w+)-/.exec(name)?.[1] ?? [],
	);
	expect(stored).toContain('feed');
	// Nothing was unusual, so no schema is needed.
	expect(stored).not.toContain('schemas');
	expect(stored).not.toContain('rest');
});
