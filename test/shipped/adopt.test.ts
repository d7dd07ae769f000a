import {chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openSourceServer, sourceGames} from '../service/console/servers/source-server.ts';
import {openWebRconServer} from '../service/console/servers/web-rcon-server.ts';
import {openShipped} from './shipped.ts';

type Document = {servers: {name: string; outcome: string; id?: string; reason?: string}[]};
const outcomesIn = (out: string) =>
	(JSON.parse(out) as Document).servers.map(({name, outcome}) => `${name} ${outcome}`);

test('a Compose file and a table become servers of the local service, and their passwords private files', async () => {
	const secret = 'Pa55 wörd';
	const minecraft = await openSourceServer({password: secret, answer: () => ''}, sourceGames.minecraft);
	const rust = await openWebRconServer({password: 'web-secret', answer: () => '[]'});
	onTestFinished(async () => {
		await Promise.all([minecraft.close(), rust.close()]);
	});
	const shipped = openShipped({});
	const write = (name: string, text: string) => writeFileSync(path.join(shipped.folder, name), text);
	write(
		'compose.yaml',
		`services:
  survival:
    image: itzg/minecraft-server
    container_name: mc
    environment: {RCON_PASSWORD: "$\{PASS}"}
    ports: ["127.0.0.1:${minecraft.port}:25575", "1:25565"]
  creative:
    image: itzg/minecraft-server
    environment: {RCON_PASSWORD_FILE: /run/secrets/rcon}
    secrets: [rcon]
    ports: ["1:25575"]
secrets:
  rcon: {file: rcon.txt}
`,
	);
	write('.env', `PASS='${secret}'\n`);
	write('rcon.txt', 'x\n');
	chmodSync(path.join(shipped.folder, 'rcon.txt'), 0o644);
	const address = `localhost:${rust.port}`;
	write(
		'fleet.csv',
		`name;game;address;password\nwipe;rust;${address};web-secret\nsame;rust;${address};web-secret\n`,
	);
	const outputs: string[] = [];
	const run = async (...args: string[]) => {
		const {code, out, err} = await shipped.run(args);
		outputs.push(out, err);
		return {code, out, err};
	};

	const plan = await run('adopt', '.', '--dry-run');
	expect(plan).toMatchObject({code: 0, err: ''});
	expect(plan.out).toMatch(
		/^survival +MINECRAFT +source +127\.0\.0\.1:\d+ +container mc +new private file$/m,
	);
	expect(plan.out).toMatch(
		new RegExp(`^creative +.* +127\\.0\\.0\\.1:1 +none +${shipped.folder}/rcon.txt$`, 'm'),
	);
	expect(plan.out).toContain('creative: other users can read rcon.txt');
	expect(existsSync(path.join(shipped.folder, 'state', 'service', 'passwords'))).toBe(false);

	const compose = await run('adopt', 'compose.yaml', '--json');
	expect(compose).toMatchObject({code: 3, err: expect.stringContaining('creative: not added. ')});
	expect(compose.err).toContain('survival: The game does not answer queries');
	expect(outcomesIn(compose.out)).toEqual(['survival added', 'creative failed']);
	const table = await run('adopt', 'fleet.csv', '--yes', '--json');
	expect(outcomesIn(table.out)).toEqual(['wipe added', 'same skipped']);
	expect(table.code).toBe(3);
	const again = await run('adopt', 'fleet.csv', '--yes', '--json', '--only', 'wipe');
	expect(outcomesIn(again.out)).toEqual(['wipe exists']);
	expect(again.code).toBe(0);

	const passwords = path.join(shipped.folder, 'state', 'service', 'passwords');
	const files = readdirSync(passwords).map(name => path.join(passwords, name));
	expect(files.map(file => readFileSync(file, 'utf8')).toSorted()).toEqual([`${secret}\n`, 'web-secret\n']);
	expect(new Set(files.map(file => statSync(file).mode & 0o777))).toEqual(new Set([0o600]));
	const others = readdirSync(path.join(shipped.folder, 'state'), {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile() && entry.parentPath !== passwords)
		.map(entry => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
	for (const text of [secret, 'web-secret']) expect(outputs.concat(others).join('')).not.toContain(text);

	const service = shipped.start(['serve', '--port', '0']);
	await service.says('Press Ctrl-C');
	const endpoint = readFileSync(path.join(shipped.folder, 'state', 'service', 'endpoint.json'), 'utf8');
	const {url, token} = JSON.parse(endpoint) as {url: string; token: string};
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: token};
	const listed = await shipped.run(['servers', '--json=displayName,gameType,rconPort'], {env});
	expect(JSON.parse(listed.out)).toMatchObject({
		servers: [
			{displayName: 'survival', gameType: 'MINECRAFT', rconPort: minecraft.port},
			{displayName: 'wipe', gameType: 'RUST', rconPort: rust.port},
		],
	});
	service.kill('SIGTERM');
	await service.ended;
	expect(await run('remove', 'wipe', '--yes')).toMatchObject({code: 0});
	expect(readdirSync(passwords)).toHaveLength(1);
});
