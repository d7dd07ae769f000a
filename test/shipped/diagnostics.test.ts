import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openPtyTui, prompt, typeLine} from '../pty/pty-tui.ts';
import {openService, openShipped} from './shipped.ts';

type Entry = Record<string, unknown>;

const entriesIn = (text: string): Entry[] =>
	text
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line) as Entry);

const logIn = (folder: string) => entriesIn(readFileSync(path.join(folder, 'log.jsonl'), 'utf8'));

/** Opens a session with a log at the level `debug`. */
const openLogged = async (args: string[] = []) =>
	openPtyTui({
		env: {...(await openService()).env, RCONDECK_LOG: 'log.jsonl'},
		args,
		...(args.length > 0 && {isStream: true}),
		atEnd: onTestFinished,
	});

test('the TUI logs when it first paints, its polls, its feed and its end', async () => {
	const tui = await openLogged();
	await tui.isLive();
	tui.write('qq');
	await tui.sees(prompt);
	const entries = logIn(tui.folder);
	const events = entries.map(({event}) => event);
	expect(events[0]).toBe('start');
	expect(events).toEqual(expect.arrayContaining(['config', 'reached', 'request', 'feed', 'frame']));
	expect(entries.filter(({event}) => event === 'reached').map(({what}) => what)).toEqual([
		'firstPaint',
		'firstList',
	]);
	expect(entries.find(({status}) => status === 'live')).toBeDefined();
	expect(entries.find(({background}) => background === true)).toMatchObject({method: 'GET', status: 200});
	expect(entries.at(-1)).toMatchObject({event: 'end', code: 0, dropped: 0});
	expect(statSync(path.join(tui.folder, 'log.jsonl')).mode & 0o777).toBe(0o600);
});

test('line mode logs too, and a crash writes everything up to the bug', async () => {
	const lines = await openLogged(['--screen-reader']);
	await lines.isLive();
	await typeLine(lines, ':use alpha');
	await lines.sees('USING Alpha');
	process.kill(lines.pid(), 'SIGUSR2');
	await lines.sees('report');
	await lines.sees(prompt);
	const entries = logIn(lines.folder);
	expect(entries.find(({what}) => what === 'lineMode')).toBeDefined();
	const bug = entries.findIndex(({event}) => event === 'bug');
	expect(entries[bug]?.['report']).toMatch(/report-.*\.txt$/);
	expect(entries.at(-1)).toMatchObject({event: 'end', code: 70});
});

test('a report lists its contents, replaces hosts, and never overwrites a file', async () => {
	const {env} = await openService();
	const {folder, run} = openShipped({env: {...env, RCONDECK_LOG: 'log.jsonl', RCONDECK_LOG_LEVEL: 'trace'}});
	await run(['rcon', 'alpha', '--yes', '--', 'say hello there']);
	const {code, out} = await run(['doctor', '--report']);
	expect({code, out}).toMatchObject({code: 0});
	const name = readdirSync(folder).find(each => each.endsWith('.tar.gz')) ?? '';
	expect(name).toMatch(/^rcondeck-report-\d{4}-\d\d-\d\dT[\d-]+Z\.tar\.gz$/);
	expect(out).toContain(`Report: ${path.join(folder, name)}`);
	expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
	// Other programs can read it.
	const tar = (...args: string[]) => execFileSync('tar', [...args, '-f', path.join(folder, name)]).toString();
	const listed = tar('-tz').trimEnd().split('\n');
	expect(listed).toEqual(
		['README.txt', 'program.json', 'findings.json', 'config.json', 'journal.json', 'log.jsonl'].map(
			each => `rcondeck-report/${each}`,
		),
	);
	for (const each of listed) expect(out).toContain(path.basename(each));
	const read = (each: string) => tar('-xzO', `rcondeck-report/${each}`);
	expect(JSON.parse(read('journal.json'))).toMatchObject({
		integrity: 'ok',
		entries: [{kind: 'command', count: 1}],
	});
	expect(JSON.parse(read('program.json'))).toMatchObject({kind: 'bundle', terminal: {stdout: false}});
	expect(read('config.json')).toContain('environment RCONDECK_URL');
	// The log has the command, the report only with `--with-commands`.
	expect(readFileSync(path.join(folder, 'log.jsonl'), 'utf8')).toContain('say hello there');
	expect(listed.filter(each => read(path.basename(each)).includes('hello there'))).toEqual([]);
	const events = entriesIn(read('log.jsonl')).map(({event}) => event);
	expect(events).toContain('request');
	expect(events).not.toContain('body');

	const before = statSync(path.join(folder, name)).size;
	const again = await run(['doctor', '--report', name]);
	expect(again.code).toBe(2);
	expect(again.err).toContain('the file already exists');
	expect(statSync(path.join(folder, name)).size).toBe(before);

	const full = await run(['doctor', '--report', 'full.tar.gz', '--with-commands', '--json']);
	const {report} = JSON.parse(full.out) as {report: {file: string; contents: {name: string}[]}};
	expect(report.contents.map(each => each.name)).toContain('commands.jsonl');
	const commands = execFileSync('tar', ['-xzOf', report.file, 'rcondeck-report/commands.jsonl']).toString();
	expect(commands).toContain('say hello there');
});

test('also writes a report of a broken installation, and exits with 1', async () => {
	const {folder, run} = openShipped({
		env: {
			RCONDECK_URL: 'https://panel.example.invalid',
			RCONDECK_TOKEN: 'token-4711',
			RCONDECK_STATE_DIR: 'state',
		},
	});
	writeFileSync(path.join(folder, 'notes.txt'), 'private notes\n');
	const {code, out} = await run(['doctor', '--report', 'r.tar.gz', '--log-file', 'notes.txt']);
	expect(code).toBe(1);
	expect(out).toContain('failure');
	const all = execFileSync('tar', ['-xzOf', path.join(folder, 'r.tar.gz')]).toString();
	const secrets = ['panel.example.invalid', 'token-4711', 'private notes', folder];
	expect(secrets.filter(secret => all.includes(secret))).toEqual([]);
	expect(all).toContain('https://host-1');
	expect(all).toContain('"problem": "no journal"');
	const alone = await run(['doctor', '--with-commands']);
	expect(alone).toMatchObject({code: 2, err: 'rcondeck: Add --report to use --with-commands.\n'});
});
