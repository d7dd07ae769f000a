import {expect, test} from 'vitest';
import {readTemplate} from '../../src/cli/output/record-template.ts';
import {recordingService} from './recording-service.ts';
import {runCli, runDemo} from './run-cli.ts';

test('a template prints a line for each record, whatever its fields are called', async () => {
	const {env} = await recordingService();
	const lines = async (...argv: string[]) => (await runCli(argv, {env})).out;
	expect(await lines('servers', '--format', '{name}: {state}, {onlinePlayers} on {nodeId}')).toBe(
		'one: ONLINE, 3 on n\ntwo: ONLINE, 0 on n\n',
	);
	expect(await lines('show', 'one', '--format', '{id}\\t{displayName}')).toBe('a\tone\n');
	expect(await lines('nodes', '--format', '{settings.name}')).toBe('eu-1\n');
	const results = ['rcon', '--all', '--yes', '--format', '{id} {name}: {response}', '--', 'status'];
	expect(await lines(...results)).toBe('a one: ok\nb two: ok\n');
	expect(await lines('player', 'list', '--format', '{name}')).toBe('');
});

test('a template without known fields is wrong usage, before anything is sent', async () => {
	const {env, changes} = await recordingService();
	for (const [words, problem] of [
		[['servers', '--format', 'state'], 'has no field in braces'],
		[['servers', '--format', '{displayNmae}'], 'Did you mean displayName?'],
		[['servers', '--format', '{name}', '--json'], 'Use only one of --format, --json and -o'],
		[['restart', 'one', '--yes', '--format', '{nothing}'], 'Unknown field "nothing"'],
	] as const) {
		const {code, err} = await runCli([...words], {env});
		expect({words, code, err}).toMatchObject({code: 2, err: expect.stringContaining(problem) as unknown});
	}
	expect(changes).toEqual([]);
});

test('values are printed in one line, without control characters, and secrets stay hidden', async () => {
	const template = readTemplate('{a.b}|{c}|{d}|{missing}', ['a', 'c', 'd']);
	expect(template.format({a: {b: 'x\n\u001b[31my'}, c: [1, 'z'], d: {e: true}})).not.toMatch(/[\n\u001b]/);
	expect(template.format({a: {b: 1}, c: [1, 'z'], d: {e: true}})).toBe('1|1, z|{"e":true}|');
	const {out} = await runDemo(['team', '--format', '{name} {inviteCode}']);
	expect(out).toMatch(/^Northwind Gaming (?:\*\*\*)?\n$/);
});

test('-v prints each request on stderr, without the token', async () => {
	const {env} = await recordingService();
	const {out, err, code} = await runCli(['-v', 'restart', 'one', '--yes'], {env});
	expect({code, out}).toEqual({code: 0, out: 'one: restart accepted.\n'});
	expect(err).toMatch(/ INFO +\S.* method=POST path=\/server\/a\/restart .*status=200/);
	expect((await runCli(['-v'], {env})).code).toBe(2);
});
