import {readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runCli, startCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

type Listed = Record<string, unknown>;

/** The owner of a service with one server, and a second admin with their own configuration. */
async function aTeam() {
	const folder = tempFolder();
	const env = {RCONDECK_STATE_DIR: path.join(folder, 'state')};
	const data = path.join(env.RCONDECK_STATE_DIR, 'service');
	const owner = (words: string, ...more: string[]) => runCli([...words.split(' '), ...more], {env});
	const attach = 'serve attach real --game T --console econ --port 1 --password-env WORD --data';
	expect(await owner(attach, data, '--', 'true')).toMatchObject({code: 0});
	const config = path.join(folder, 'config-of-ana');
	const admin = (words: string, stdin = '') =>
		runCli(words.split(' '), {env: {RCONDECK_CONFIG_DIR: config}, stdin});
	const team = async (words: string): Promise<Listed[]> => {
		const {out} = await owner(`serve team ${words} --json`);
		return Object.values(JSON.parse(out) as Record<string, Listed[]>)[1] ?? [];
	};
	return {data, owner, admin, team, config, env};
}

async function serve(env: Record<string, string>): Promise<string> {
	const service = startCli(['serve', '--port', '0'], {env});
	onTestFinished(async () => {
		service.end({code: 130});
		await service.ended;
	});
	return /RCONDECK_URL=(\S+)/.exec(await service.says('Press Ctrl-C to stop.'))?.[1] ?? '';
}

test('a second admin joins with a code, is limited to the permissions, and is removed, while the service runs', async () => {
	const {owner, admin, team, config, env} = await aTeam();
	// Before the service runs, the command opens it by itself.
	const invited = await owner('serve team invite --name Ana --expires 2h --url https://games.example.org');
	expect(invited).toMatchObject({
		code: 0,
		out: expect.stringMatching(/^Invitation for Ana, valid once, until 20/),
	});
	expect(invited.out).toContain('  rcondeck login --url https://games.example.org --invite\n');
	const code = /^ {2}((?:\w{5}-?){4})$/m.exec(invited.out)?.[1] ?? '';

	const url = await serve(env);
	const wrong = await admin(`login --url ${url} --invite`, 'AAAAA-AAAAA-AAAAA-AAAAA\n');
	expect(wrong).toMatchObject({
		code: 4,
		err: expect.stringContaining('The invitation code is wrong, expired or already used.'),
	});
	const joined = await admin(`login --url ${url} --invite`, `${code.toLowerCase()}\n`);
	expect(joined).toMatchObject({
		code: 0,
		out: expect.stringContaining('Signed in to Local team (permissions: ACCESS_TEAM, ACCESS_NODES'),
	});
	const file = path.join(config, 'credentials.toml');
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(readFileSync(file, 'utf8')).toMatch(/token = "rcondeck_ana-/);

	expect((await admin('servers')).out).toContain('real');
	expect(await owner('serve team token create bot -q --member Ana')).toMatchObject({code: 0});
	const refused = await admin('team invite other@example.org --yes');
	expect(refused).toMatchObject({code: 5, err: expect.stringContaining('MANAGE_TEAM')});
	expect(await team('list')).toMatchObject([
		{name: 'Owner', role: 'owner'},
		{name: 'Ana', role: 'member', lastUsedAt: expect.stringMatching(/^20/)},
	]);
	expect(await owner('serve team remove ana')).toMatchObject({
		code: 11,
		err: expect.stringContaining('serve team remove needs --yes'),
	});
	expect(await owner('serve team remove ana --yes')).toMatchObject({
		code: 0,
		err: expect.stringContaining('This also revokes 2 tokens: '),
		out: 'Ana removed.\n',
	});
	expect(await admin('servers')).toMatchObject({code: 4, out: ''});
	expect(await team('token list')).toMatchObject([{id: 'app-rcondeck'}]);
	const token = /_([0-9a-f]{64})"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
	const written = readdirSync(env.RCONDECK_STATE_DIR, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
		.join('');
	expect(written).toContain('joinTeam');
	for (const secret of [token, code, code.replaceAll('-', '')]) {
		expect(secret).not.toBe('');
		expect(written).not.toContain(secret);
	}
});

test('tokens are printed once, listed without their secrets, and revoked', async () => {
	const {owner, team} = await aTeam();
	const made = await owner('serve team token create', 'Status page', '--expires', '90d');
	expect(made).toMatchObject({
		code: 0,
		out: expect.stringMatching(/^rcondeck_status-page-\w{6}_[0-9a-f]{64}\n$/),
		err: expect.stringMatching(
			/^Token Status page created: ACCESS_TEAM, .*, valid until 20\d\d-.* not shown again\.\n$/,
		),
	});
	const quiet = await owner('serve team token create bot -q --member owner --permission access-servers');
	expect(quiet).toMatchObject({code: 0, err: '', out: expect.stringMatching(/^rcondeck_bot-/)});
	const list = await owner('serve team token');
	expect(list.out).toMatch(/^bot +Owner +ACCESS_SERVERS +- +20\S+ +- +- +bot-\w{6}$/m);
	expect(list.out).not.toMatch(/[0-9a-f]{64}/);
	expect(await owner('serve team token revoke', 'Status page', '--yes')).toMatchObject({
		code: 0,
		out: 'Token Status page revoked.\n',
	});
	expect((await team('token list')).map(({name}) => name)).toEqual(['rcondeck', 'bot']);
	expect(await owner('serve team token revoke rcondeck --yes')).toMatchObject({
		code: 5,
		err: expect.stringContaining("The owner's token cannot be removed (team.owner_token)."),
	});
});

test('a token that issued others is revoked with them, after a warning', async () => {
	const {owner, team, env} = await aTeam();
	const {out} = await owner('serve team token create bot -q --permission ALL');
	const url = await serve(env);
	const headers = {'Application-Token': out.trim(), 'Content-Type': 'application/json'};
	const {id} = (await (await fetch(`${url}/team/my`, {headers})).json()) as {id: string};
	for (const path of ['application-user', 'invite-code']) {
		const body = JSON.stringify({name: `spare ${path}`, permissions: ['ACCESS_SERVERS']});
		expect((await fetch(`${url}/team/${id}/${path}`, {method: 'POST', headers, body})).status).toBe(200);
	}
	expect(await owner('serve team token revoke bot --yes')).toMatchObject({
		code: 0,
		err: 'rcondeck: This also revokes 1 token and 1 invitation: spare application-user, spare invite-code\n',
		out: 'Token bot revoked.\n',
	});
	expect((await team('token list')).map(({name}) => name)).toEqual(['rcondeck']);
});

test('an invitation is withdrawn by its name, and -q prints only the code', async () => {
	const {owner, team} = await aTeam();
	const {out} = await owner('serve team invite --email cleo@example.org --permission ACCESS_SERVERS -q');
	expect(out).toMatch(/^(?:\w{5}-){3}\w{5}\n$/);
	expect((await team('list')).at(-1)).toMatchObject({
		name: 'cleo',
		role: 'invited',
		permissions: ['ACCESS_SERVERS'],
	});
	expect((await owner('serve team remove cleo --yes')).out).toBe('Invitation for cleo withdrawn.\n');
	expect(await team('list')).toHaveLength(1);
});

test.each([
	['invite --name A --permission ACCESS_SERVER', 'Did you mean ACCESS_SERVERS?'],
	['invite --name A --permission xyz', 'Permissions: ACCESS_TEAM, '],
	['invite --name A --expires soon', 'Invalid duration "soon" for --expires.'],
	['invite', 'Specify the new member with --name or --email.'],
	['token create A --expires 11000d', 'up to 10 years'],
])('serve team %s is wrong usage', async (words, sentence) => {
	const env = {RCONDECK_STATE_DIR: path.join(tempFolder(), 'state')};
	const ran = await runCli(['serve', 'team', ...words.split(' ')], {env});
	expect(ran).toMatchObject({code: 2, out: '', err: expect.stringContaining(sentence)});
});
