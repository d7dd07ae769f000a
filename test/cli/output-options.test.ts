import {expect, test} from 'vitest';
import {openService} from '../shipped/shipped.ts';
import {runCli, startCli} from './run-cli.ts';

type Document = {servers: Record<string, unknown>[]; totalElements?: number};

test('servers --json omits stored RCON commands by default', async () => {
	const {env} = await openService();
	await runCli(['rcon', 'alpha', '--', 'status'], {env});
	const recordsOf = async (...words: string[]) =>
		(JSON.parse((await runCli(['servers', '--match', 'Alpha', ...words], {env})).out) as Document).servers;
	const [plain, ...others] = await recordsOf('--json');
	expect(others).toEqual([]);
	expect(plain).toMatchObject({id: 'alpha'});
	expect(plain).not.toHaveProperty('commands');
	const stored = {commands: [expect.objectContaining({command: 'status'})]};
	expect(await recordsOf('--json', '--commands')).toMatchObject([{id: 'alpha', ...stored}]);
	expect(await recordsOf('--json=id,commands')).toMatchObject([stored]);
});

test('servers --watch --json also omits stored RCON commands', async () => {
	const {env} = await openService();
	await runCli(['rcon', 'alpha', '--', 'status'], {env});
	const watch = startCli(['servers', '--watch', '--json=id', '--match', 'Alpha'], {env});
	const out = await watch.says('\n');
	watch.end({code: 130});
	await watch.ended;
	expect(JSON.parse(out)).toEqual({
		schema: 1,
		at: expect.any(String),
		change: 'changed',
		server: {id: 'alpha'},
	});
});

test('--json selects fields of each record, and keeps the numbers of a page', async () => {
	const {env} = await openService();
	const documentOf = async (...argv: string[]) => {
		const {code, out, err} = await runCli(argv, {env});
		return {code, err, document: JSON.parse(out) as unknown};
	};
	const found = {code: 0, err: '', document: {schema: 1, servers: [{id: 'alpha', state: 'RUNNING'}]}};
	expect(await documentOf('servers', '--match', 'Alpha', '--json=id,state')).toEqual(found);
	expect(await documentOf('servers', '--json=id,state', '--match', 'Alpha')).toEqual(found);
	expect(await documentOf('servers', '--json', 'id,state', '--match', 'Alpha')).toEqual(found);
	expect(await documentOf('show', '--json', 'Alpha')).toMatchObject({document: {server: {id: 'alpha'}}});
	expect(await documentOf('show', '--json', 'id,state', 'Alpha')).toEqual({
		...found,
		document: {schema: 1, server: {id: 'alpha', state: 'RUNNING'}},
	});
	expect(await documentOf('show', 'alpha', '-o', 'json')).toMatchObject({document: {server: {id: 'alpha'}}});
	expect(await documentOf('servers', '-o', 'json', '--match', 'Alpha')).toMatchObject({
		document: {servers: [{id: 'alpha', displayName: 'Alpha'}]},
	});
	await runCli(['automation', 'trigger', 'auto-check', '--yes'], {env});
	const runs = await documentOf('runs', '--automation', 'auto-check', '--json=automationId');
	expect(runs.document).toEqual({
		schema: 1,
		runs: [{automationId: 'auto-check'}],
		page: 0,
		size: 20,
		totalElements: 1,
		totalPages: 1,
	});
	expect((await documentOf('nodes', '--json=id')).document).toEqual({
		schema: 1,
		nodes: [{id: 'node-1'}, {id: 'node-2'}],
	});
});

test('a word after --json that the command needs as an argument stays one', async () => {
	const {env} = await openService();
	const shown = await runCli(['show', '--json', 'alpha'], {env});
	expect(JSON.parse(shown.out)).toMatchObject({server: {id: 'alpha', displayName: 'Alpha'}});
	const some = await runCli(['show', 'alpha', '--json=id'], {env});
	expect(JSON.parse(some.out)).toEqual({schema: 1, server: {id: 'alpha'}});
	const answers = await runCli(['rcon', 'alpha', '--yes', '--json', 'bravo', '--', 'status'], {env});
	expect(JSON.parse(answers.out)).toMatchObject({results: [{serverId: 'alpha'}, {serverId: 'bravo'}]});
	const both = await runCli(['rcon', 'alpha', '--json=outcome', '--', 'status'], {env});
	expect(JSON.parse(both.out)).toEqual({schema: 1, results: [{outcome: 'done'}]});
});

test('an unknown field is wrong usage, and names the nearest one', async () => {
	const {env} = await openService();
	const ran = await runCli(['servers', '--match', 'Alpha', '--json=id,displayNmae'], {env});
	expect(ran).toMatchObject({code: 2, out: ''});
	expect(ran.err).toContain('Unknown field "displayNmae". Did you mean displayName?');
	for (const words of [
		['servers', '--watch'],
		['tasks'],
		['runs'],
		['players'],
		['rcon', 'alpha', '--', 'status'],
		['stop', 'alpha', '--yes'],
		['create', '--node', 'node-1', '--name', 'new', '--game', 'CS2', '--map', 'de_nuke'],
		['automation', 'trigger', 'auto-check'],
	]) {
		const [name = '', ...others] = words;
		const {code, out} = await runCli([name, '--json=badfield', ...others], {env});
		expect({words, code, out}).toEqual({words, code: 2, out: ''});
	}
	const {out} = await runCli(['servers', '--json=id,state,displayName'], {env});
	expect(JSON.parse(out)).toMatchObject({servers: [{id: 'alpha', state: 'RUNNING'}, {}, {}]});
	expect(
		JSON.parse((await runCli(['runs', '--automation', 'auto-check', '--json'], {env})).out),
	).toMatchObject({totalElements: 0});
	expect((await runCli(['servers', '--json=id,,state'], {env})).code).toBe(2);
});

test('-o wide adds columns and -o name prints IDs alone', async () => {
	const {env} = await openService();
	const plain = (await runCli(['servers'], {env})).out.split('\n')[0] ?? '';
	const wide = (await runCli(['servers', '-o', 'wide'], {env})).out.split('\n')[0] ?? '';
	expect(plain).not.toContain('ADDRESS');
	expect(wide).toMatch(/^NAME +STATE .* MAP +ADDRESS +DIRECTORY +ID$/);
	expect((await runCli(['servers', '-o', 'name'], {env})).out).toBe('alpha\nbravo\ncharlie\n');
	expect((await runCli(['nodes', '-o', 'name'], {env})).out).toBe('node-1\nnode-2\n');
	expect(await runCli(['servers', '-o', 'yaml'], {env})).toMatchObject({
		code: 2,
		err: expect.stringMatching(/json, wide, name/),
	});
	expect(await runCli(['servers', '--json', '-o', 'wide'], {env})).toMatchObject({
		code: 2,
		err: expect.stringContaining('not both'),
	});
});
