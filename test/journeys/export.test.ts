import {mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openFiles} from '../../src/cli/start/output-files.ts';
import {openApp, type AppOptions, type Screen} from '../helpers/open-app.ts';
import {waitFor} from '../helpers/wait-for.ts';

async function openWithFiles(options: AppOptions = {}) {
	const folder = mkdtempSync(path.join(tmpdir(), 'take-along-'));
	const stateDir = path.join(folder, 'state');
	const screen = await openApp({
		columns: 200,
		files: openFiles({stateDir, folder, secrets: ['s3cret-token']}),
		...options,
	});
	await screen.sees('feed LIVE');
	const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
	const written = (ending: string) => readdirSync(folder).filter(name => name.endsWith(ending));
	return {screen, folder, read, written};
}

/** The text last copied to the terminal's clipboard. */
const clipboard = ({terminal}: Screen) => {
	const base64 = [...terminal.bytes().matchAll(/\x1b\]52;c;([^\x07]*)\x07/g)].at(-1)?.[1];
	return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('utf8');
};

test("y copies a server's address to the terminal and to a file", async () => {
	const {screen, read} = await openWithFiles();
	await screen.press('y').sees('Copy', 'Name: ', 'Address: ', 'ID: ', 'Plain view');
	const address = /Address: (\S+)/.exec(screen.frame())?.[1];
	expect(address).toMatch(/:\d+$/);
	await screen.press('down', 'enter').sees('Copied address (OSC 52); also in ');
	expect(clipboard(screen)).toBe(address);
	expect(read('state/copied.txt')).toBe(address);
});

test('y in the console copies a command with its answer, without secrets', async () => {
	const {screen, read} = await openWithFiles();
	await screen.press('G', 'i').type('say token=abcdefgh s3cret-token').press('enter').sees('me    > say');
	await screen.press('esc', '2', 'y').sees('Copy', 'with its answer', 'Everything on screen');
	await screen.press('down', 'enter').sees('Copied');
	expect(clipboard(screen)).toContain('> say token=*** ***');
	expect(read('state/copied.txt')).not.toMatch(/abcdefgh|s3cret/);
});

test('the plain view shows the console on the main screen and returns on Enter', async () => {
	const {screen} = await openWithFiles();
	await screen
		.press('G', 'i')
		.type('ListPlayers')
		.press('enter')
		.sees('me    > ListPlayers')
		.press('esc', '2');
	await screen
		.press('y')
		.sees('Plain view')
		.press('up', 'enter')
		.sees('-- Press Enter to return to rcondeck --');
	expect(screen.terminal.isAlternate()).toBe(false);
	expect(screen.frame()).toMatch(/^2026-11-21 03:0\d:\d\dZ .* me > ListPlayers/m);
	await screen.press('enter').sees('CONSOLE', 'feed LIVE');
	expect(screen.terminal.isAlternate()).toBe(true);
	await screen.press('1').sees('SERVERS');
});

test('e exports a console, never overwrites a file, and reports the gaps', async () => {
	const {screen, read, written} = await openWithFiles();
	await screen.press('G', 'i').type('say password hunter2').press('enter').sees('me    > say').press('esc');
	for (const file of ['night.md', 'night-2.md']) {
		await screen.press('e').sees('Export consoles').press('enter').sees('Range', 'Format', 'File');
		await screen.press('tab', 'right').sees('Markdown');
		await screen.press('tab', 'ctrl+u').type('night.md').sees('Writes /', `/${file}`);
		await screen.press('enter').sees(/\d+ entr.* written to \//, `/${file}`);
		expect(written('.md')).toContain(file);
	}
	const text = read('night.md');
	expect(text).toMatch(/^# Console of /);
	expect(text).toContain('**Times:** UTC');
	expect(text).toContain('**Not covered:** Starts, stops and restarts');
	expect(text).toContain('me > `say password ***`');
	expect(text).not.toContain('hunter2');
});

test('e in the timeline exports the filtered entries with their answers', async () => {
	const {screen, read} = await openWithFiles();
	await screen.press('G', 'i').type('status').press('enter').sees('me    > status').press('esc');
	await screen.press('4').sees('TIMELINE').press('/').type('kind:command').press('enter');
	await screen.press('e').sees('Export the timeline').press('enter').sees('the timeline, as filtered');
	await screen.press('tab', 'right', 'tab', 'ctrl+u').type('night.md').press('enter').sees('written to ');
	const text = read('night.md');
	expect(text).toMatch(/^# Timeline/);
	expect(text).toContain('**Filter:** kind:command');
	expect(text).toContain('me > `status`');
});

test('if a file cannot be written, the dialog returns and says why', async () => {
	const {screen} = await openWithFiles();
	await screen.press('e').sees('Export consoles').press('enter').sees('File');
	await screen
		.press('tab', 'tab', 'ctrl+u')
		.type('nowhere/night.md')
		.press('enter')
		.sees('cannot be written: no such');
	await screen.press('esc').sees('SERVERS');
});

test('a transcript records states, actions, answers and gaps from e to e, and the header shows it', async () => {
	const {screen, folder, read, written} = await openWithFiles();
	await screen
		.press('G', 'e')
		.sees('Record a transcript')
		.press('down', 'enter')
		.sees('Name')
		.press('ctrl+u');
	await screen.type('storage').press('enter').sees('REC storage');
	await screen.press('i').type('say token=abcdefgh').press('enter').sees('me    > say').press('esc');
	const [name = ''] = written('.md');
	// This much would survive a crash.
	await waitFor(() => expect(read(name)).toContain('me > `say token=***`'));
	screen.demo.faults.dropFeed();
	await screen.comes('feed LOST').comes('feed LIVE').comes('back-filled');
	await screen
		.press('esc', 'e')
		.sees('Stop the transcript storage')
		.press('enter')
		.sees('Transcript written to');
	await screen.seesNot('REC storage');
	const text = read(name);
	expect(text).toMatch(/^# Transcript storage/);
	expect(text).toContain('At the start');
	expect(text).toContain('gap  no feed since');
	expect(text).toMatch(/gap {2}no feed from .* to .*; \d+ back-filled/);
	expect(text).toContain('End of the transcript');
	expect(text).not.toContain('abcdefgh');
	expect(readdirSync(folder)).toHaveLength(1);
});

test('the header reports a transcript that can no longer be written, and the TUI continues', async () => {
	let reportProblem: (problem: string | undefined) => void = () => {};
	const folder = mkdtempSync(path.join(tmpdir(), 'take-along-'));
	const files = openFiles({stateDir: folder, folder, secrets: []});
	const {screen} = await openWithFiles({
		files: {
			...files,
			record: async (name, onProblem) => {
				reportProblem = onProblem;
				return files.record(name, onProblem);
			},
		},
	});
	await screen.press('e').sees('Record a transcript').press('down', 'enter').sees('Name').press('enter');
	await screen.sees('REC incident', 'Recording ');
	reportProblem('x.md cannot be written: the disk is full.');
	await screen.sees('REC incident NOT WRITTEN', 'the disk is full');
	await screen.press('j', 'i').type('ListPlayers').press('enter').sees('me    > ListPlayers').press('esc');
	reportProblem(undefined);
	await screen.sees('The transcript is being written again').seesNot('NOT WRITTEN');
	await screen.press('e').sees('Stop the transcript incident').press('enter').sees('Transcript written');
});
