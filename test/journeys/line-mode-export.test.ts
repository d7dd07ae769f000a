import {mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {openFiles} from '../../src/cli/start/output-files.ts';
import {withAutomations} from '../helpers/automations.ts';
import {openListed, type LineModeAppOptions} from '../helpers/open-line-mode-app.ts';

const open = (options: LineModeAppOptions = {}) => openListed({seed: {fleet: withAutomations}, ...options});

describe('exports in line mode', () => {
	async function openWithFiles(options: LineModeAppOptions = {}) {
		const folder = mkdtempSync(path.join(tmpdir(), 'stream-'));
		const stateDir = path.join(folder, 'state');
		const stream = await open({files: openFiles({stateDir, folder, secrets: []}), ...options});
		const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
		const written = () => readdirSync(folder).filter(name => name !== 'state');
		return {stream, read, written};
	}

	test('a copy is chosen by number and written to the terminal and to a file', async () => {
		const {stream, read} = await openWithFiles();
		await stream.line(':use Alpha');
		await stream.line('echo hello');
		await stream.comes('ANSWER Alpha');
		await stream.line(':copy');
		await stream.comes('1, Answer to echo hello', 'Which? A number or word; Enter cancels:');
		expect(stream.output()).not.toMatch(/Plain view|on screen/);
		await stream.line('name: alpha');
		await stream.comes('DONE Copied name (OSC 52); also in ');
		expect(stream.bytes()).toContain(`\x1b]52;c;${Buffer.from('Alpha').toString('base64')}`);
		expect(read('state/copied.txt')).toBe('Alpha');
	});

	test('a copied command is named completely, even with a colon in it', async () => {
		const {stream} = await openWithFiles();
		await stream.line(':use Alpha');
		await stream.line('echo time: now');
		await stream.comes('ANSWER Alpha');
		await stream.line(':copy');
		await stream.comes('Which?');
		await stream.line('1');
		await stream.comes('DONE Copied');
		expect(stream.output()).toContain('DONE Copied answer to echo time: now (OSC 52)');
	});

	test('a dumb terminal has no clipboard, so a notice shows where the copy is', async () => {
		const {stream, read} = await openWithFiles({isDumb: true, settings: {clipboard: 'off'}});
		await stream.line(':use Alpha');
		await stream.line(':copy');
		await stream.comes('Which?');
		await stream.line('id');
		await stream.comes(/DONE Copied id; it is in .*copied\.txt/);
		expect(read('state/copied.txt')).toBe('alpha');
		expect(stream.bytes()).not.toContain('\x1b');
	});

	test('nothing is copied if no server is selected', async () => {
		const {stream} = await openWithFiles();
		await stream.line(':export');
		await stream.comes('Range');
		expect(stream.output()).not.toContain('this console');
		await stream.keys('\x03');
		await stream.line(':copy');
		await stream.comes('No server is highlighted.');
		await stream.keys('\x03');
		expect(await stream.line(':undo')).toContain('Nothing to undo');
	});

	test('a transcript and an export are written, both with a bookmark', async () => {
		const {stream, read, written} = await openWithFiles();
		await stream.line(':use Alpha');
		await stream.line(':record crash');
		await stream.comes('DONE Recording ', ':record end stops it');
		expect(await stream.line(':note players report lag')).toContain('Seen by (');
		expect(await stream.line('')).toContain('on this machine only; :log and :timeline show it.');
		await stream.line('echo hello');
		await stream.comes('ANSWER Alpha');
		expect(await stream.line(':status')).toContain('RECORDING ');
		await stream.line(':record end');
		await stream.comes('DONE Transcript written to ');
		expect(await stream.line(':record end')).toContain('No transcript is recording.');
		await stream.line(':export timeline');
		await stream.comes('Format');
		await stream.line('');
		await stream.line('');
		await stream.comes(/DONE \d+ entr(y|ies) written to /);
		const files = written();
		expect(files).toHaveLength(2);
		for (const file of files) expect(read(file)).toMatch(/players report lag[^]*echo hello/);
	});
});
