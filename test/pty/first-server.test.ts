import {readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {tempFolder} from '../cli/temp-folder.ts';
import {shellWords} from '../helpers/shell-words.ts';
import {codeBlocks, readme} from '../readme/pages.ts';
import {openSourceServer, sourceGames} from '../service/console/servers/source-server.ts';
import {bundle} from '../shipped/shipped.ts';
import {openPtyTui} from './pty-tui.ts';

test('the three lines of the README create a private password file, add a server and show it in the TUI', async () => {
	const answer = () => 'There are 3 of a max of 20 players online: Alice, Bob, Carol';
	const game = await openSourceServer({password: 'open sesame', answer}, sourceGames.minecraft);
	onTestFinished(game.close);
	const [, section = ''] = readme.text.split('## Your first server\n');
	const lines = codeBlocks({file: 'README.md', text: section})[0]?.text ?? '';
	expect(lines.trimEnd().split('\n')).toHaveLength(3);
	// The path of a user who has installed the program.
	const bin = tempFolder();
	writeFileSync(path.join(bin, 'rcondeck'), `#!/bin/sh\nexec ${shellWords(bundle)} "$@"\n`, {mode: 0o755});
	const tui = await openPtyTui({
		program: ['sh', '-c', lines.replace('127.0.0.1:25575', `127.0.0.1:${game.port}`)],
		env: {PATH: `${bin}:${process.env['PATH']}`},
		isStream: true,
		atEnd: onTestFinished,
	});
	tui.write('open sesame\r');
	await tui.sees(/^open sesame$/m);
	tui.write('\x04');
	await tui.until('the TUI', () => tui.emulator.isAlternate());
	await tui.sees(/^> +survival +MIN\S* +RUNNING .* 3 +local$/m);
	const file = path.join(tui.folder, '.mc-rcon');
	expect(readFileSync(file, 'utf8')).toBe('open sesame\n');
	expect(statSync(file).mode & 0o777).toBe(0o600);
});
