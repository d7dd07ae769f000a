import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {branchesOf} from './command-tree.ts';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {liveService} from '../cli/live-service.ts';
import {runCli} from '../cli/run-cli.ts';
import {tempFolder} from '../cli/temp-folder.ts';
import {rcondeckArguments, shellCommands} from './command-lines.ts';
import {codeBlocks, userPages} from './pages.ts';

const program = await declaredProgram();

/** Resolves arguments to a command, such as `automation trigger`; the program itself for the TUI. */
function commandOf(words: readonly string[]) {
	let command = program;
	for (const word of program.parseOptions([...words]).operands) {
		const next = command.commands.find(one => one.name() === word);
		if (!next) break;
		command = next;
	}
	return command;
}

/**
 * True for commands that run until interrupted, ask questions, send alerts, connect to real servers, or use the terminal
 * that runs the tests.
 */
function isInteractive(words: readonly string[]): boolean {
	const name = words.find(word => !word.startsWith('-')) ?? '';
	return (
		['', 'serve', 'agent', 'login', 'chat', 'feed', 'alerts', 'console'].includes(name) ||
		['add', 'edit', 'remove'].includes(name) ||
		// Of an own server.
		(name === 'create' && words.includes('--rcon')) ||
		// A job runs in another program.
		name === 'job' ||
		words.includes('--watch') ||
		words.includes('--address') ||
		words.join(' ') === 'config edit' ||
		words.includes('--reset-terminal')
	);
}

/** Adds --dry-run to commands that change something: they are checked against the service, but not sent. */
function withoutEffect(words: readonly string[]): string[] {
	const canBeTried = commandOf(words).options.some(({long}) => long === '--dry-run');
	if (!canBeTried || words.includes('--dry-run')) return [...words];
	const end = words.indexOf('--');
	return end === -1 ? [...words, '--dry-run'] : [...words.slice(0, end), '--dry-run', ...words.slice(end)];
}

/** The examples by text, so that each runs once. */
const examples = new Map(
	userPages.flatMap(shellCommands).flatMap(line => {
		const words = rcondeckArguments(line);
		return words && !isInteractive(words) ? [[words.join(' '), words] as const] : [];
	}),
);

/** The files that examples read. */
const exampleFiles = new Map([
	['commands.txt', 'ListPlayers\n'],
	['servers.csv', 'name,address,password_file\nsurvival,203.0.113.5:25575,/etc/rcon/survival\n'],
	['docker-compose.yml', 'services:\n  mc: {image: itzg/minecraft-server}\n'],
]);

/** The files that examples create. */
const createdFiles = new Set(['rcondeck.log', 'report.tar.gz', 'nightly.yaml']);

test('every example works on the demo', async () => {
	const folder = tempFolder();
	for (const [name, text] of exampleFiles) writeFileSync(path.join(folder, name), text);
	const env = {...(await liveService()), RCONDECK_CONFIG_DIR: path.join(folder, 'config')};
	mkdirSync(env.RCONDECK_CONFIG_DIR);
	writeFileSync(
		path.join(env.RCONDECK_CONFIG_DIR, 'config.toml'),
		'[profiles.prod]\nlabel = "PROD"\n[views.eu-ark]\nfilter = "game:ark"\n',
	);
	expect(examples.size).toBeGreaterThan(40);
	const failed: string[] = [];
	for (const words of examples.values()) {
		const argv = withoutEffect(words).map(word =>
			exampleFiles.has(word) || createdFiles.has(word) ? path.join(folder, word) : word,
		);
		const {code, err} = await runCli(argv, {env});
		if (code !== 0) failed.push(`rcondeck ${argv.join(' ')}: ${code} ${err}`);
	}
	expect(failed).toEqual([]);
});

test('config check accepts every configuration on the pages', async () => {
	const blocks = userPages.flatMap(codeBlocks).filter(({language}) => language === 'toml');
	expect(blocks.length).toBeGreaterThan(2);
	for (const {text} of blocks.filter(block => !block.text.startsWith('# servers.toml'))) {
		const folder = path.join(tempFolder(), 'config');
		mkdirSync(path.join(folder, 'themes'), {recursive: true});
		const name = /^# (credentials\.toml|themes\/\w+\.toml)/.exec(text)?.[1] ?? 'config.toml';
		writeFileSync(path.join(folder, name), text, {mode: 0o600});
		const {code, out} = await runCli(['config', 'check'], {env: {RCONDECK_CONFIG_DIR: folder}});
		expect({text, code, out}).toEqual({text, code: 0, out: expect.stringMatching(/^No problems in /)});
	}
});

test('adopt reads every list of servers on the pages', async () => {
	const blocks = userPages
		.flatMap(codeBlocks)
		.filter(({language, text}) => language === 'csv' || text.startsWith('# servers.toml'));
	expect(blocks).toHaveLength(2);
	for (const {language, text} of blocks) {
		const file = path.join(tempFolder(), `servers.${language}`);
		writeFileSync(file, text);
		const {code, out} = await runCli(['adopt', file, '--dry-run']);
		expect({code, out}).toEqual({code: 0, out: expect.stringMatching(/^survival +MINECRAFT +source /m)});
		expect(out).not.toContain('Not added');
	}
});

test('the body of each api example has only fields of its endpoint', () => {
	const bodies = branchesOf(program)
		.flatMap(({examples}) => examples)
		.flatMap(({line}) => {
			const [, method, path = '', body] = /^rcondeck api (\w+) (\S+) -d '([^']+)'/.exec(line) ?? [];
			return body === undefined ? [] : [{method, path, fields: Object.keys(JSON.parse(body) as object)}];
		});
	expect(bodies.length).toBeGreaterThan(0);
	for (const {method, path, fields} of bodies) {
		const row = Object.values(endpoints).find(
			one => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
		);
		const declared = Object.keys((row && 'body' in row ? row.body : undefined) ?? {});
		expect(declared).toEqual(expect.arrayContaining(fields));
	}
});
