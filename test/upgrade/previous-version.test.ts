import {copyFileSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {gunzipSync} from 'node:zlib';
import {expect, onTestFinished, test} from 'vitest';
import {loadConfig} from '../../src/config/load.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {migrate} from '../../src/journal/schema.ts';
import {openService} from '../../src/service/index.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {tempFolder} from '../cli/temp-folder.ts';

/** Returns the path of a copy of a file that an earlier version of the program wrote. */
function oldFile(fixture: string, name: string): string {
	const file = path.join(tempFolder(), name);
	writeFileSync(file, gunzipSync(readFileSync(path.join(import.meta.dirname, fixture))));
	return file;
}

const versionOf = (file: string): unknown => {
	const database = new DatabaseSync(file, {readOnly: true});
	try {
		return database.prepare('PRAGMA user_version').get()?.['user_version'];
	} finally {
		database.close();
	}
};

const backupsOf = (file: string): string[] =>
	readdirSync(path.dirname(file))
		.filter(name => name.startsWith(`${path.basename(file)}.v`))
		.map(name => path.join(path.dirname(file), name));

function openOldJournal(file: string) {
	const journal = openJournal({
		path: file,
		clock: manualClock(Date.UTC(2026, 10, 21, 3)),
		onProblem: words => expect.fail(words),
		scope: {profile: 'prod', service: 'https://api.example.net'},
	});
	onTestFinished(() => journal.close());
	journal.setTeam('team');
	return journal;
}

const commands = [
	{text: 'listplayers', response: 'No Players Connected'},
	{text: 'saveworld', response: 'World Saved'},
];

test('opens the journal of the previous version, with a private backup beside it that opens as well', () => {
	const file = oldFile('journal-v9.db.gz', 'journal.db');
	expect(openOldJournal(file).recent(10)).toMatchObject(commands);
	expect(versionOf(file)).toBeGreaterThan(9);
	const [backup = '', ...others] = backupsOf(file);
	expect(others).toEqual([]);
	expect(path.basename(backup)).toMatch(/^journal\.db\.v9-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
	expect(statSync(backup).mode & 0o777).toBe(0o600);
	expect(versionOf(backup)).toBe(9);
	const restored = path.join(tempFolder(), 'journal.db');
	copyFileSync(backup, restored);
	expect(openOldJournal(restored).recent(10)).toMatchObject(commands);
});

test('a backup contains what a killed process left in the write-ahead log', () => {
	const file = oldFile('journal-v9.db.gz', 'journal.db');
	const killed = new DatabaseSync(file);
	onTestFinished(() => killed.close());
	killed.exec("PRAGMA journal_mode = WAL; UPDATE entry SET response = 'last words' WHERE text = 'saveworld'");
	openOldJournal(file).recent(10);
	const backup = new DatabaseSync(backupsOf(file)[0] ?? '', {readOnly: true});
	onTestFinished(() => backup.close());
	expect(backup.prepare("SELECT response FROM entry WHERE text = 'saveworld'").get()).toEqual({
		response: 'last words',
	});
});

test('keeps the three newest backups, and no other file', () => {
	const file = oldFile('journal-v9.db.gz', 'journal.db');
	const folder = path.dirname(file);
	const old = ['v10-2026-01-01T00-00-00Z', 'v7-2026-02-01T00-00-00Z', 'v8-2026-03-01T00-00-00Z'];
	for (const name of [...old, 'v-notes.txt']) writeFileSync(path.join(folder, `journal.db.${name}`), '');
	openOldJournal(file).recent(10);
	const names = backupsOf(file).map(name => path.basename(name));
	expect(names).toEqual([
		'journal.db.v-notes.txt',
		'journal.db.v7-2026-02-01T00-00-00Z',
		'journal.db.v8-2026-03-01T00-00-00Z',
		expect.stringMatching(/^journal\.db\.v9-/),
	]);
});

test('changes nothing if the backup fails', () => {
	const file = oldFile('journal-v9.db.gz', 'journal.db');
	const database = new DatabaseSync(file);
	onTestFinished(() => database.close());
	const full = new Error('full');
	const backUp = () => {
		throw full;
	};
	expect(() => migrate(database, undefined, backUp)).toThrow(full);
	expect(versionOf(file)).toBe(9);
});

test('a new journal has no backup', () => {
	const file = path.join(tempFolder(), 'journal.db');
	openOldJournal(file).recent(10);
	expect(backupsOf(file)).toEqual([]);
});

test('opens the records of the previous version, with a private backup that contains no credentials', async () => {
	const file = oldFile('service-v2.db.gz', 'service.db');
	const open = async () => {
		const service = await openService({clock: manualClock(), data: file, supervises: false});
		const request = new Request('http://local/server/by-team/team-local', {
			headers: {'Application-Token': 'gmc-app-token-00000000000040008000000000000002'},
		});
		const answer = await service.fetch(request);
		await service.close();
		return {team: service.context.store.teams.all()[0]?.name, servers: await answer.json()};
	};
	const opened = await open();
	expect(opened).toMatchObject({team: 'Night shift', servers: [{displayName: 'lobby'}]});
	const [backup = '', ...others] = backupsOf(file);
	expect(others).toEqual([]);
	expect(path.basename(backup)).toMatch(/^service\.db\.v2-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
	expect(statSync(backup).mode & 0o777).toBe(0o600);
	expect(readFileSync(backup, 'latin1')).toContain('Night shift');
	expect(readFileSync(backup, 'latin1')).not.toMatch(/gmc-app-token|000000000000[34]"/);
	copyFileSync(backup, file);
	expect(await open()).toEqual(opened);
	expect(backupsOf(file).length).toBeGreaterThan(0);
});

const configDir = (text: string): string => {
	const folder = tempFolder();
	writeFileSync(path.join(folder, 'config.toml'), text, {mode: 0o600});
	return folder;
};

test('reads every setting of a configuration of the first version', () => {
	const text = readFileSync(path.join(import.meta.dirname, 'config-v1.toml'), 'utf8');
	const env = {RCONDECK_CONFIG_DIR: configDir(text), RCONDECK_STATE_DIR: tempFolder()};
	expect(loadConfig({flags: {}, env})).toMatchObject({
		profileName: 'prod',
		baseUrl: 'https://api.example.net',
		label: 'PROD',
		colour: 'red',
		readOnly: true,
		protect: 'high',
		feed: {url: 'wss://api.example.net/websocket', destinations: ['/topic/team/{teamId}']},
		pollMs: 10_000,
		theme: 'high-contrast',
		bell: 'notify',
		atOncePerNode: 2,
		scrollback: 5000,
		keys: {'list.sort': ['b']},
		clipboard: 'tmux',
		aliases: {lp: 'listplayers {1}'},
		dangerous: ['wipe'],
		messages: ['Back in 5 minutes'],
	});
});

test('refuses a configuration with a setting of a newer version, and leaves it unchanged', () => {
	const text = '[profiles.prod]\nurl = "https://api.example.net"\nlater = true\n';
	const folder = configDir(text);
	const env = {RCONDECK_CONFIG_DIR: folder, RCONDECK_STATE_DIR: tempFolder()};
	const file = path.join(folder, 'config.toml');
	expect(() => loadConfig({flags: {}, env})).toThrow(
		`${file}: unknown key profiles.prod.later. Fix or remove it; if a newer rcondeck wrote it, update rcondeck.`,
	);
	expect(readFileSync(file, 'utf8')).toBe(text);
});
