import {mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync} from 'node:fs';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {dataFile, openService} from './open-service.ts';

const folderText = (folder: string, except: string) =>
	readdirSync(folder)
		.filter(name => name !== except)
		.map(name => readFileSync(path.join(folder, name), 'latin1'))
		.join('');

/** Moves the records into one table, as in an earlier version. */
function setVersion(data: string, version: number): void {
	const database = new DatabaseSync(data, {enableForeignKeyConstraints: false});
	database.exec(`
		CREATE TABLE records (kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id));
		CREATE TABLE commands (seq INTEGER PRIMARY KEY AUTOINCREMENT, server TEXT NOT NULL, json TEXT NOT NULL);
		INSERT INTO commands SELECT seq, server_id, json FROM commands_of_servers;
		DROP TABLE commands_of_servers;
	`);
	const tables = database.prepare("SELECT name FROM pragma_table_list WHERE type = 'table' AND strict").all();
	for (const {name} of tables) {
		database.exec(
			`INSERT INTO records (kind, id, json) SELECT '${String(name)}', id, json FROM ${String(name)}`,
		);
		database.exec(`DROP TABLE ${String(name)}`);
	}
	database.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
	database.close();
}

test("records contain no token, and the owner's is in a private file beside them", async () => {
	const data = dataFile();
	const folder = path.dirname(data);
	const file = path.join(folder, 'owner-token');
	const first = await openService({data});
	const {body} = await first.post('/team/team/application-user', {name: 'bot', permissions: []});
	const {token} = first.demo.credentials;
	expect(readFileSync(file, 'utf8')).toBe(`${token}\n`);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	await first.demo.close();
	const stored = folderText(folder, 'owner-token');
	expect(stored).toContain('app-rcondeck');
	for (const secret of [token, String(body['token']), first.demo.credentials.readOnlyToken])
		expect(stored).not.toContain(secret.split('_').at(-1));

	// Without the file, a new token replaces the old one.
	rmSync(file);
	const second = await openService({data});
	expect(second.demo.credentials.token).not.toBe(token);
	expect((await second.call('GET', '/team/my')).status).toBe(200);
	expect((await second.call('GET', '/team/my', undefined, {'Application-Token': token})).status).toBe(401);
	const bot = {'Application-Token': String(body['token'])};
	expect((await second.call('GET', '/info/version', undefined, bot)).status).toBe(200);
});

test('a token file that cannot be read is not replaced, and the records can be opened afterwards', async () => {
	const data = dataFile();
	const file = path.join(path.dirname(data), 'owner-token');
	const {demo} = await openService({data});
	await demo.close();
	renameSync(file, `${file}-kept`);
	mkdirSync(file);
	await expect(openService({data})).rejects.toThrow(`${file} cannot be read`);
	rmdirSync(file);
	renameSync(`${file}-kept`, file);
	const again = await openService({data});
	expect(again.demo.credentials).toEqual(demo.credentials);
});

test('credentials of records in version 2 continue to work, and leave the file', async () => {
	const data = dataFile();
	const made = await openService({data});
	await made.demo.close();
	rmSync(path.join(path.dirname(data), 'owner-token'));
	const database = new DatabaseSync(data);
	const put = database.prepare('UPDATE applications SET json = ? WHERE id = ?');
	for (const [id, permissions] of [
		['app-rcondeck', ['ALL']],
		['app-read-only', ['ACCESS_SERVERS']],
	] as const) {
		const secrets = {token: `gmc-app-token-${id}`, secret: `${id}-secret`, bearer: `${id}-bearer`};
		put.run(JSON.stringify({id, name: id, teamId: 'team', permissions, ...secrets}), id);
	}
	database.exec("DELETE FROM applications WHERE json LIKE '%secretHash%'");
	database.close();
	setVersion(data, 2);

	for (const opening of ['first', 'second', 'after an interruption']) {
		if (opening === 'after an interruption') setVersion(data, 2);
		const {call, demo} = await openService({data});
		for (const id of ['app-rcondeck', 'app-read-only']) {
			for (const headers of [
				{'Application-Token': `gmc-app-token-${id}`},
				{'Application-Id': id, 'Application-Secret': `${id}-secret`},
				{Authorization: `Bearer ${id}-bearer`},
			])
				expect((await call('GET', '/server/by-team/team', undefined, headers)).status).toBe(200);
		}
		expect((await call('GET', '/team/my')).status).toBe(200);
		const {readOnlyToken} = demo.credentials;
		const readOnly = {'Application-Token': readOnlyToken};
		expect((await call('GET', '/server/by-team/team', undefined, readOnly)).status).toBe(200);
		await demo.close();
	}
	const stored = folderText(path.dirname(data), 'owner-token');
	expect(stored).toContain('olderHashes');
	expect(stored).not.toMatch(/gmc-app-token|app-read-only-secret|app-rcondeck-bearer/);
});
