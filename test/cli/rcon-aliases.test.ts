import {expect, test} from 'vitest';
import {openService} from '../shipped/shipped.ts';
import {configFolder} from './config-folder.ts';
import {runCli} from './run-cli.ts';

/** A service, and a configuration with aliases for it. */
async function withAliases(aliases: Record<string, string>): Promise<Record<string, string>> {
	const {env} = await openService();
	const lines = Object.entries(aliases).map(([name, body]) => `${name} = ${JSON.stringify(body)}`);
	const {env: config} = configFolder({'config.toml': `[aliases]\n${lines.join('\n')}\n`});
	return {...env, ...config};
}

const bodyOf = (out: string): unknown => JSON.parse(out.slice(out.indexOf('{')));

test('rcon expands an alias with its arguments', async () => {
	const env = await withAliases({st: 'status', hi: 'say hello {1}'});
	expect((await runCli(['rcon', 'alpha', '--', 'st'], {env})).out).toContain('de_mirage');
	const dry = await runCli(['rcon', 'alpha', '--dry-run', '--', 'hi Bob'], {env});
	expect(bodyOf(dry.out)).toMatchObject({command: 'say hello Bob'});
	expect(await runCli(['rcon', 'alpha', '--', 'hi'], {env})).toMatchObject({
		code: 2,
		err: expect.stringContaining('say hello {1}'),
	});
});

test('an alias for a destructive command needs --yes like that command', async () => {
	const env = await withAliases({bye: 'quit'});
	expect(await runCli(['rcon', 'alpha', '--', 'bye'], {env})).toMatchObject({code: 11, out: ''});
});

test('watch expands an alias once', async () => {
	const env = await withAliases({say: 'say hello'});
	const dry = await runCli(['watch', 'alpha', '--dry-run', '--', 'say all'], {env});
	expect(bodyOf(dry.out)).toMatchObject({command: 'say hello all'});
});
