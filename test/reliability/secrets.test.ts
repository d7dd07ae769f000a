import {chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {gunzipSync} from 'node:zlib';
import {unpackTar} from 'modern-tar';
import {expect, onTestFinished, test} from 'vitest';
import {httpService} from '../helpers/http-service.ts';
import {lastRow, openPtyTui, typeLine} from '../pty/pty-tui.ts';
import {openService, openShipped} from '../shipped/shipped.ts';

/** Writes the environment, the arguments and those of the program that started it to a file for each use. */
const spy = `#!/bin/sh
{ env; echo "argv $*"; tr '\\0' ' ' < /proc/$PPID/cmdline; } >> "$(dirname "$0")/seen-$1"
cat > /dev/null < /dev/null
`;

/** What each text of a secret may not appear in, plain or encoded. */
const formsOf = (secret: string) => [
	secret,
	encodeURIComponent(secret),
	Buffer.from(secret).toString('base64').replace(/=*$/, ''),
	Buffer.from(secret).toString('hex'),
];

/** Which secrets are in which texts. */
const secretsIn = (texts: readonly {where: string; text: string}[], secrets: Record<string, string>) =>
	Object.entries(secrets).flatMap(([kind, secret]) =>
		texts
			.filter(({text}) => formsOf(secret).some(form => text.includes(form)))
			.map(({where}) => `${kind} in ${where}`),
	);

function filesIn(folder: string): string[] {
	return readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => path.join(entry.parentPath, entry.name));
}

test('no credential is in anything that the program writes, or passed to a program that it starts', async () => {
	const service = await openService();
	const panel = await httpService((_request, response) => void response.writeHead(403).end('{}'));
	const secrets = {
		token: service.env['RCONDECK_TOKEN'] ?? '',
		passcode: 'passcode-5f1c9e',
		webhook: 'webhook-8a2d7b',
		proxy: 'proxy-61c0fa',
		rcon: 'rcon-9be2d4',
		panel: 'panel-27af03',
		stored: 'stored-c41e88',
		typed: 'typed-d90b16',
		variable: 'variable-3ce7a1',
	};
	const given = {
		RCONDECK_FEED_PASSCODE: secrets.passcode,
		RCONDECK_FEED_LOGIN: 'deck',
		RCONDECK_ALERTS_WEBHOOK: `${panel.url}/hook/${secrets.webhook}`,
		HTTPS_PROXY: `http://user:${secrets.proxy}@127.0.0.1:9`,
		RCONDECK_LOG_LEVEL: 'trace',
	};
	const {folder, run, shell} = openShipped({env: {...service.env, ...given, RCONDECK_LOG: 'log.jsonl'}});
	const file = (name: string) => path.join(folder, name);
	const program = file('spy');
	mkdirSync(file('config'), {mode: 0o700});
	for (const [name, text] of Object.entries({
		spy,
		'own-password': secrets.rcon,
		'panel-key': secrets.panel,
		'stored-token': secrets.stored,
		'config/config.toml': `[alerts]
command = ["${program}", "alert"]
[commands.custom]
shell = ["${program}", "custom", "{server.name}"]
key = "ctrl+g"
background = true
confirm = false
[profiles.prod]
url = "http://127.0.0.1:9"
token_command = "${program} token; cat ${file('stored-token')}"
`,
	})) {
		writeFileSync(file(name), text, {mode: 0o600});
	}
	chmodSync(program, 0o700);
	const env = {PAGER: `${program} pager`, EDITOR: `${program} editor`};
	const game = {...env, GAME_PASSWORD: secrets.variable};

	const printed: string[] = [];
	const runs = async (...lines: readonly (readonly string[])[]) => {
		for (const args of lines) {
			const {code, out, err} = await run(args, {env});
			expect(code, `${args.join(' ')}: ${err}`).not.toBe(70);
			printed.push(out, err);
		}
	};
	const own = (name: string, options: string) =>
		`add ${name} --game minecraft ${options} --no-check --yes --json`.split(' ');
	await Promise.all([
		runs(
			['rcon', 'alpha', '--yes', '--', `rcon_password ${secrets.typed}`],
			['journal', '--json'],
			['journal', '--markdown'],
			['handover'],
		),
		runs(
			['doctor', '--json'],
			['config', 'show', '--json'],
			['alerts', '--test', '--json'],
			['config', 'edit'],
			['servers', '--url', 'https://elsewhere.invalid'],
		),
		runs(
			own('one', '--rcon 127.0.0.1:9 --password-file own-password'),
			[
				...own('two', '--rcon 127.0.0.1:9 --password-env GAME_PASSWORD --stop-command true'),
				'--start-command',
				`${program} power`,
				'--status-command',
				`${program} power; exit 3`,
			],
			own('three', `--no-rcon --panel ${panel.url} --panel-server abc --panel-key-file panel-key`),
			['edit', 'three'],
		),
	]);
	const invited = await run(['serve', 'team', 'invite', '--name', 'Bob', '--yes', '--json']);
	const {code: invitation} = (JSON.parse(invited.out) as {invitation: {code: string}}).invitation;
	// Only a profile without credentials in the environment runs its command.
	await shell('unset RCONDECK_URL RCONDECK_TOKEN; rcondeck --profile prod servers', {env});
	const local = await shell('unset RCONDECK_URL RCONDECK_TOKEN RCONDECK_FEED_URL; rcondeck start two --yes', {
		env: game,
	});
	printed.push(local.out, local.err);

	const tui = await openPtyTui({
		env: {
			...service.env,
			...given,
			...env,
			RCONDECK_CONFIG_DIR: file('config'),
			RCONDECK_LOG: file('log.jsonl'),
			HOME: folder,
		},
		columns: 120,
		rows: 40,
		atEnd: onTestFinished,
	});
	await tui.isLive();
	tui.write('\x07');
	await tui.until('the program of the custom command', () =>
		filesIn(folder).some(name => name.endsWith('seen-custom')),
	);
	process.kill(tui.pid(), 'SIGUSR2');
	await tui.sees('report');
	await tui.sees(/^shell>/m);
	printed.push(tui.screen());

	const report = await run(['doctor', '--report', 'report.tar.gz', '--with-commands'], {
		env: {RCONDECK_STATE_DIR: tui.state},
	});
	printed.push(report.out, report.err);
	const archived = (await unpackTar(gunzipSync(readFileSync(file('report.tar.gz'))))).map(entry => ({
		where: entry.header.name,
		text: Buffer.from(entry.data ?? []).toString('latin1'),
	}));
	expect(archived.map(({where}) => path.basename(where))).toEqual([
		'README.txt',
		'program.json',
		'findings.json',
		'config.json',
		'journal.json',
		'log.jsonl',
		expect.stringMatching(/^report-.*\.txt$/),
		'commands.jsonl',
	]);
	// The log of all programs above, down to the bodies of what they sent.
	const log = readFileSync(file('log.jsonl'), 'utf8');
	const events = ['body', 'frame', 'feed', 'request', 'reached', 'bug', 'end'];
	expect(events.filter(event => !log.includes(`"event":"${event}"`))).toEqual([]);
	expect(log).toContain('rcon_password ***');

	// Every started program has been checked.
	const seen = readdirSync(folder).filter(name => name.startsWith('seen-'));
	expect(seen.toSorted()).toEqual(
		['alert', 'custom', 'editor', 'power', 'token'].map(name => `seen-${name}`),
	);
	expect(panel.seen.some(({url}) => url.includes(secrets.webhook))).toBe(true);

	const sources = new Set(['own-password', 'panel-key', 'stored-token'].map(file));
	const all = [...filesIn(folder), ...filesIn(tui.folder)].filter(name => !sources.has(name));
	const texts = [
		...all.map(name => ({where: path.relative(folder, name), text: readFileSync(name, 'latin1')})),
		...printed.map((text, at) => ({where: `output ${at}`, text})),
		...archived,
	];
	const found = secretsIn(texts, {...secrets, invitation})
		// The proxy is a setting of the user for all programs.
		.filter(text => !text.startsWith('proxy in seen-'));
	expect(found).toEqual([]);
	// Files of the program itself are private.
	const open = [file('state'), tui.state].flatMap(place =>
		[place, ...filesIn(place)].filter(name => (statSync(name).mode & 0o077) !== 0),
	);
	// The test itself dismissed the welcome.
	expect(open.filter(name => !name.endsWith('welcome-dismissed'))).toEqual([]);
});

test('no credential is in a transcript, a copy, an export of any format, or the journal as text', async () => {
	const {env} = await openService();
	const {folder, run} = openShipped({env});
	const secrets = {token: env['RCONDECK_TOKEN'] ?? '', password: 'typed-d90b16', header: 'abcdef-7d1c'};
	let bytes = '';
	const lines = await openPtyTui({
		env: {...env, HOME: folder},
		isStream: true,
		args: ['--screen-reader'],
		columns: 200,
		rows: 60,
		answers: output => {
			bytes += output;
			return '';
		},
		atEnd: onTestFinished,
	});
	/** Types a line, and waits for an output. */
	const say = async (text: string, answer: string | RegExp) => {
		await typeLine(lines, text);
		await lines.sees(answer);
	};
	await lines.isLive();
	await say(':use alpha', /Alpha \d+ players?\] rcon>/);
	await say(':record ~/transcript', 'Recording');
	for (const [name, secret] of [
		['rcon_password ', secrets.password],
		['Bearer ', secrets.header],
		['token=', secrets.token],
	] as const)
		await say(`say ${name}${secret}`, new RegExp(`say ${name}${secret}[^]*ANSWER Alpha`));
	await say(':copy', 'Which?');
	await say('2', 'Copied');
	for (const format of ['text', 'markdown', 'json']) {
		await typeLine(lines, ':export');
		await lines.until('range', () => lastRow(lines).startsWith('Range'));
		lines.write('\r');
		await lines.until('format', () => lastRow(lines).startsWith('Format'));
		await typeLine(lines, format);
		await lines.until('name', () => lastRow(lines).startsWith('File'));
		lines.write('\x15');
		await say(`~/export-${format}`, new RegExp(`DONE .*export-${format}`));
	}
	await say(':record end', 'Transcript written');
	const texts = [...filesIn(folder), ...filesIn(lines.state)].map(name => ({
		where: path.basename(name),
		text: readFileSync(name, 'latin1'),
	}));
	for (const [, copy = ''] of bytes.matchAll(/\x1b\]52;c;([^\x07]*)\x07/g))
		texts.push({where: 'clipboard', text: Buffer.from(copy, 'base64').toString()});
	for (const args of [
		['journal'],
		['journal', '--json'],
		['journal', '--markdown'],
		['handover', '--markdown'],
	]) {
		const {code, out, err} = await run(args, {env: {RCONDECK_STATE_DIR: lines.state}});
		expect(code, `${args.join(' ')}: ${err}`).toBe(0);
		texts.push({where: args.join(' '), text: out});
	}
	expect(secretsIn(texts, secrets)).toEqual([]);
	// They do contain the commands.
	const hiding = texts.filter(({text}) => text.includes('***')).map(({where}) => where);
	for (const where of [
		'clipboard',
		'copied.txt',
		'export-json.jsonl',
		'export-markdown.md',
		'export-text.txt',
	])
		expect(hiding).toContain(where);
	for (const where of ['transcript.md', 'journal', 'journal --json', 'journal --markdown'])
		expect(hiding).toContain(where);
});
