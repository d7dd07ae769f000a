import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

test('changes of own servers and of the team are in the journal and the handover, without secrets', async () => {
	const state = tempFolder();
	const env = {RCONDECK_STATE_DIR: state, WORD: 'hunter2-password'};
	const run = async (words: string, ...more: string[]) => {
		const {code, out, err} = await runCli([...words.split(' '), ...more], {env});
		expect(`${code} ${err}`).toMatch(/^0 /);
		return out;
	};
	const add = (name: string) =>
		run(`add ${name} --game minecraft --rcon 127.0.0.1:1 --password-env WORD --no-check --yes`);
	await add('web');
	await add('gone');
	await run('edit web --rcon 127.0.0.1:2 --no-check --yes');
	await run('remove gone --yes');
	const invited = await run('serve team invite --name Ana --json');
	const token = await run('serve team token create ci --permission access-servers --json');
	await run('serve team token revoke ci --yes');
	await run('serve team remove Ana --yes');
	const refused = await runCli(['serve', 'team', 'remove', 'Nobody', '--yes'], {env});
	expect(refused.code).not.toBe(0);

	const sentences = [
		'web was added.',
		'gone was added.',
		'web was changed.',
		'gone was removed.',
		'Ana was invited.',
		'ci (token) was created.',
		'ci (token) was revoked.',
		'The invitation for Ana was withdrawn.',
	];
	const journal = await run('journal --profile local');
	expect(sentences.map(one => journal.split(one).length - 1)).toEqual(sentences.map(() => 1));
	const {entries} = JSON.parse(await run('journal --profile local --json')) as {
		entries: {action?: string; outcome?: string; source?: string}[];
	};
	expect(entries.map(({action, outcome, source}) => `${action} ${outcome} ${source}`)).toEqual(
		[
			'add-server',
			'add-server',
			'edit-server',
			'remove-server',
			'invite',
			'create-token',
			'revoke-token',
			'withdraw-invitation',
		].map(action => `${action} accepted shell`),
	);
	const handover = await run('handover --profile local --since 1h');
	for (const one of ['web was added', 'gone was removed', 'Ana was invited', 'ci (token) was revoked'])
		expect(handover).toContain(one);
	const {invitation} = JSON.parse(invited) as {invitation: {code: string}};
	const created = JSON.parse(token) as {token: {token: string}};
	const database = new DatabaseSync(path.join(state, 'journal.db'));
	const tables = ['entry', 'activity', 'sent', 'job'].map(name =>
		database.prepare(`SELECT * FROM ${name}`).all(),
	);
	database.close();
	const text = JSON.stringify(tables);
	expect(text).toContain('ci (token) was created');
	for (const secret of [invitation.code, created.token.token, env.WORD]) expect(text).not.toContain(secret);
});

test('changes of a service in another folder do not affect the default one', async () => {
	const env = {RCONDECK_STATE_DIR: tempFolder()};
	const data = path.join(tempFolder(), 'other');
	const {code, err} = await runCli(['serve', 'team', 'invite', '--name', 'Ana', '--data', data], {env});
	expect({code, err}).toEqual({code: 0, err: ''});
	const everything = await runCli(['journal', '--all-profiles'], {env});
	expect(everything.out).toContain('Ana was invited.');
	expect((await runCli(['journal', '--url', 'https://games.example.org'], {env})).out).not.toContain('Ana');
});
