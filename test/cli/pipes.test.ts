import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {onDemo} from '../../src/cli/session.ts';

const program = path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs');

test('a reader that has had enough ends the program without a word of it', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const line = '"$DECK_NODE" "$DECK" --demo servers --json | head -c 10';
	const {stdout, stderr, status} = spawnSync('sh', ['-c', line], {
		encoding: 'utf8',
		env: {PATH: process.env['PATH'], HOME: folder, DECK: program, DECK_NODE: process.execPath},
	});
	expect({stdout, stderr, status}).toEqual({
		stdout: '{"schema":',
		stderr: `rcondeck: ${onDemo}\n`,
		status: 0,
	});
});
