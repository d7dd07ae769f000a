import {beforeEach, expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';

const secret = 'hunter2hunter2';
const node = {
	id: 'n1',
	teamId: 't',
	inviteToken: 482_913,
	status: 'ONLINE',
	settings: {nodeSecret: secret},
	systemData: {os: 'Linux', apiKey: secret},
};
const server = {id: 'a', displayName: 'isl-1', state: 'ONLINE', rconPassword: secret};
const task = {
	id: 'k1',
	type: 'UPDATE',
	state: 'RUNNING',
	nodeId: 'n1',
	context: {ServerAdminPassword: secret},
};
const automation = {id: 'u1', name: 'Nightly', workflow: {steps: [{webhookToken: secret}]}};
const answers: [path: RegExp, body: unknown][] = [
	[/^\/team\/my/, {id: 't', name: 'Dev', inviteCode: secret, members: [], invitedMembers: []}],
	[/^\/server\/by-team/, [server]],
	[/^\/server\//, server],
	[/\/task/, [task]],
	[/^\/automation\/[^/]*u1/, automation],
	[/^\/automation/, [automation]],
	[/^\/node\/n1/, node],
	[/^\/node/, [node]],
];

let env: Record<string, string>;
beforeEach(async () => {
	const {url} = await httpService(({url: wanted = ''}, response) => {
		const found = answers.find(([path]) => path.test(wanted));
		json(response, found ? 200 : 404, found ? found[1] : {});
	});
	env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
});

const commands = [
	['nodes', '--json'],
	['nodes', '--json=id,inviteToken,settings'],
	['node', 'show', 'n1', '--json'],
	['node', 'show', 'n1'],
	['team', '--json'],
	['servers', '--json'],
	['servers', '--json=id,rconPassword'],
	['servers', '--match', 'isl', '--json'],
	['show', 'isl-1', '--json'],
	['tasks', '--json'],
	['automations', '--json'],
	['api', 'GET', '/team/my'],
];

test.each(commands.map(command => [command.join(' '), command] as const))(
	'%s hides the secrets of the service unless they are wanted',
	async (_, command) => {
		for (const isTTY of [false, true]) {
			const {code, out, err} = await runCli(command, {env, isTTY});
			expect({code, err}).toEqual({code: 0, err: ''});
			expect(out).toContain('***');
			expect(out).not.toMatch(/hunter2|482913/);
			const shown = await runCli([...command, '--show-secrets'], {env, isTTY});
			expect(shown.out).toMatch(/hunter2|482913/);
			expect(shown.out).not.toContain('***');
		}
	},
);
