import {mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {dataFile, openService} from './open-service.ts';

const folderText = (folder: string, except: string) =>
	readdirSync(folder)
		.filter(name => name !== except)
		.map(name => readFileSync(path.join(folder, name), 'latin1'))
		.join('');

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

test('a token file that cannot be read is not replaced, and the records can be opened afterward', async () => {
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
