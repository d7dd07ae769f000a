import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {openService} from '../shipped/shipped.ts';
import {runCli} from './run-cli.ts';

const nightly = {name: 'Nightly', targets: {all: true}, workflow: [{type: 'RESTART'}]};
const create = (fields: object, ...more: string[]) => [
	'automation',
	'create',
	'-d',
	JSON.stringify({...nightly, ...fields}),
	'--yes',
	...more,
];
const edit = (fields: object, ...more: string[]) => [
	'automation',
	'edit',
	'Nightly',
	'-d',
	JSON.stringify(fields),
	'--yes',
	...more,
];
const postsIn = (asked: readonly string[]) => asked.filter(request => request.startsWith('POST'));

const wrong = [
	[{workflow: [{type: 'RESART'}]}, 'workflow.0.type: unknown step type RESART; did you mean RESTART?'],
	[{workflow: [{type: 'RCON', command: 'say {minutes}'}]}, 'workflow.0.command: automation.expression_error'],
	[{workflow: [{type: 'RCON'}]}, 'workflow.0.command: RCON needs the field "command"'],
	[{targets: {all: true, players: '<5'}}, 'targets.players: unknown field'],
] as const;

test.each(wrong)(
	'a local service refuses to create or edit an automation with %j',
	async (fields, reason) => {
		const {env} = await openService();
		expect((await runCli(create({}), {env})).code).toBe(0);
		for (const argv of [create({...fields, name: 'Other'}), edit(fields)]) {
			const {code, err, out} = await runCli(argv, {env});
			expect({code, out}).toEqual({code: 1, out: ''});
			expect(err.split('\n').at(-2)).toContain(reason);
			expect(err).toContain('validation.failed');
		}
		const {out} = await runCli(['automation', 'list', '--json'], {env});
		const {automations} = JSON.parse(out) as {automations: {name: string}[]};
		expect(automations.map(({name}) => name)).not.toContain('Other');
		expect(automations.find(({name}) => name === 'Nightly')).toMatchObject(nightly);
	},
);

test.each(wrong)('a hosted service may know %j: it is sent with a warning', async (fields, reason) => {
	const record = {id: 'auto', teamId: 'team', ...nightly};
	const {url, seen} = await httpService(({method, url: path}, response) => {
		if (path === '/team/my') json(response, 200, {id: 'team'});
		else json(response, 200, method === 'GET' ? [record] : record);
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	for (const argv of [create(fields), edit(fields)]) {
		const {code, err} = await runCli(argv, {env});
		expect(code).toBe(0);
		expect(err).toContain(`rcondeck: warning: ${reason}`);
	}
	const sent = seen.filter(({method}) => method === 'POST').map(({body}) => JSON.parse(body.toString()));
	expect(sent).toMatchObject([fields, fields]);
});

test('create and edit print the warnings of check, an edit only about its changes', async () => {
	const {env, asked} = await openService();
	const workflow = [{type: 'START', comand: 'x'}];
	const warned = 'rcondeck: warning: workflow.0.comand: START has no field "comand"; it is ignored\n';
	const created = await runCli(create({workflow}), {env});
	expect(created.code).toBe(0);
	expect(created.err).toContain(warned);
	const renamed = await runCli(edit({description: 'New'}), {env});
	expect(renamed.code).toBe(0);
	expect(renamed.err).not.toContain('warning');
	expect((await runCli(edit({workflow: [...workflow, {type: 'STOP'}]}), {env})).err).toContain(warned);
	const limited = await runCli(edit({runTimeoutSec: 60, workflow: [{type: 'WAIT', seconds: 90}]}), {env});
	expect(limited.err).toContain('warning: runTimeoutSec: the steps wait up to');
	const before = postsIn(asked).length;
	const dry = await runCli(edit({workflow: [{type: 'RESART'}]}, '--dry-run'), {env});
	expect(dry.err).toContain('rcondeck: error: workflow.0.type: unknown step type RESART');
	expect(postsIn(asked)).toHaveLength(before);
});

const misnamed = [
	[
		{targets: {serverIds: ['Alpha']}},
		'targets.serverIds: no server has the ID "Alpha"; did you mean alpha (Alpha)?',
	],
	[{targets: {ids: ['nobody']}}, 'targets.ids: no server has the ID "nobody"'],
	[{targets: {nodeId: 'eu-1'}}, 'targets.nodeId: no node has the ID "eu-1"; did you mean node-1 (eu-1)?'],
	[{targets: {gameType: 'CS3'}}, 'targets.gameType: unknown game "CS3"; did you mean CS2?'],
	[{targets: {gameType: 'cs2'}}, 'targets.gameType: unknown game "cs2"; did you mean CS2?'],
	[{targets: {state: 'ONLNE'}}, 'targets.state: unknown state "ONLNE"; did you mean ONLINE?'],
	[
		{trigger: {type: 'STATE_CHANGE', to: 'STOPED', nodeId: 'eu-2'}},
		'trigger.nodeId: no node has the ID "eu-2"; did you mean node-2 (eu-2)?',
		'trigger.to: unknown state "STOPED"; did you mean STOPPED?',
	],
	[{workflow: [{type: 'WAIT_FOR_STATE', state: 'UP'}]}, 'workflow.0.state: unknown state "UP"'],
] as const;

test.each(misnamed)('check, create and edit warn that %j selects nothing', async (fields, ...warnings) => {
	const {env} = await openService();
	const checked = await runCli(['automation', 'check', '-'], {
		env,
		stdin: JSON.stringify({...nightly, ...fields}),
	});
	const created = await runCli(create(fields), {env});
	await runCli(edit({...nightly, trigger: null}), {env});
	const edited = await runCli(edit(fields), {env});
	for (const {code, err} of [checked, created, edited]) {
		expect(code).toBe(0);
		for (const text of warnings) expect(err).toContain(`rcondeck: warning: ${text}\n`);
	}
});

test('the IDs, games and states that a service has are not warned of', async () => {
	const {env} = await openService();
	const targets = {serverIds: ['alpha'], nodeId: 'node-1', gameType: 'CS2', state: 'online'};
	const trigger = {type: 'STATE_CHANGE', from: ['RUNNING', 'ONLINE'], to: 'stopped', serverIds: ['bravo']};
	expect((await runCli(create({targets, trigger}), {env})).err).not.toContain('warning');
});

test('a name that another automation has is warned of', async () => {
	const {env} = await openService();
	expect((await runCli(create({}), {env})).err).not.toContain('warning');
	expect((await runCli(create({}), {env})).err).toContain(
		'warning: name: another automation has this name\n',
	);
	const {out} = await runCli(['automation', 'list', '--json'], {env});
	const {automations} = JSON.parse(out) as {automations: {id: string; name: string}[]};
	const {id = ''} = automations.find(({name}) => name === 'Nightly') ?? {};
	const renamed = ['automation', 'edit', id, '--yes', '-d', '{"name": "Status round"}'];
	expect((await runCli(renamed, {env})).err).toContain('warning: name: another automation has this name\n');
});
