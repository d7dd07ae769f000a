import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect} from 'vitest';
import type {Rcondeck} from '../../cli/in-process.ts';
import {aMinecraft, type Case, inDocument, type Service, text} from './case.ts';

const signIn = async (rcondeck: Rcondeck, {env}: Service) => {
	const stdin = `${env['RCONDECK_URL']}\ntoken\n${env['RCONDECK_TOKEN']}\n`;
	await rcondeck.run(['login', 'prod'], {stdin});
};

const config = (rcondeck: Rcondeck) => readFileSync(path.join(rcondeck.folder, 'config/config.toml'), 'utf8');

/** Adds another machine to the local service of the user. */
const addNode = async (rcondeck: Rcondeck) => void (await rcondeck.run(['serve', 'node', 'add', 'cellar']));

/** Adds a server to the local service of the user. */
async function addOwn(rcondeck: Rcondeck): Promise<void> {
	await rcondeck.run('add own --game minecraft --query 127.0.0.1 --no-check --yes'.split(' '));
}

const removed = {before: addOwn, out: text(/^own removed/)};

const createToken = async (rcondeck: Rcondeck) =>
	void (await rcondeck.run('serve team token create ci --permission ACCESS_SERVERS --yes'.split(' ')));

/** Commands on this machine: own servers, configuration, and the service. */
export const casesOfSetup: Record<string, Case> = {
	login: {
		args: ['login', 'prod'],
		before: async (_rcondeck, {env}) => [`--url=${env['RCONDECK_URL']}`],
		stdin: ({env}) => `token\n${env['RCONDECK_TOKEN']}\n`,
		out: text(/^Signed in to Dev Guild/),
		err: /^[^]*$/,
		after: rcondeck => expect(config(rcondeck)).toContain('[profiles.prod]'),
	},
	logout: {
		args: ['logout', 'prod'],
		before: signIn,
		out: 'Removed the token of profile prod from credentials.toml.\n',
		err: /RCONDECK_TOKEN is still set/,
		after: rcondeck => expect(config(rcondeck)).toContain('[profiles.prod]'),
	},
	'profile list': {
		args: ['profiles', '--json'],
		before: signIn,
		out: {schema: 1, profiles: [{name: 'prod'}, {name: 'demo'}]},
	},
	'profile use': {
		args: ['profile', 'use', 'prod'],
		before: signIn,
		out: text(/prod/),
		after: rcondeck => expect(config(rcondeck)).toMatch(/^profile = "prod"$/m),
	},
	'profile delete': {
		args: ['profile', 'delete', 'prod'],
		before: signIn,
		out: text(/prod/),
		after: rcondeck => expect(config(rcondeck)).not.toContain('prod'),
	},
	'server edit': {
		args: ['server', 'edit', 'own'],
		before: addOwn,
		out: text(/^Name +own\n/),
	},
	add: {
		args: ['add', 'own', '--game', 'minecraft', '--password-env', 'WORD', '--json', '--yes'],
		before: async rcondeck => ['--rcon', `127.0.0.1:${await aMinecraft(rcondeck)}`],
		env: {WORD: 'secret'},
		out: inDocument('servers', {displayName: 'own', proof: {players: {names: ['Alice']}}}),
		err: /^own: console answered in \d+ms, 1 player: Alice\nown added\n$/,
	},
	'create --rcon': {
		args: 'create own --profile local --game minecraft --password-env WORD --json --yes'.split(' '),
		before: async rcondeck => ['--rcon', `127.0.0.1:${await aMinecraft(rcondeck)}`],
		env: {WORD: 'secret'},
		out: inDocument('servers', {displayName: 'own', proof: {players: {names: ['Alice']}}}),
		err: /^own: console answered in \d+ms, 1 player: Alice\nown added\n$/,
	},
	'delete --profile': {args: 'delete own --profile local --yes'.split(' '), ...removed},
	edit: {
		args: ['edit', 'own'],
		before: addOwn,
		out: text(/^Name +own\nID .+\nGame +MINECRAFT\nConsole +none$/m),
	},
	remove: {args: ['remove', 'own', '--yes'], ...removed},
	info: {args: ['info', '--json'], out: {schema: 1}},
	api: {args: ['api', 'GET', '/server/alpha'], out: text(/"Alpha"/)},
	'config show': {args: ['config', 'show', '--json'], out: {schema: 1}},
	'config path': {args: ['config', 'path'], out: text(/config/)},
	'config check': {args: ['config', 'check'], out: text(/./)},
	'config set': {
		args: ['config', 'set', 'profiles.prod.label', 'PROD'],
		before: signIn,
		out: text(/^Set profiles\.prod\.label/),
		after: rcondeck => expect(config(rcondeck)).toContain('label = "PROD"'),
	},
	'config get': {args: ['config', 'get', 'poll_seconds'], out: text(/^5/)},
	'config unset': {
		args: ['config', 'unset', 'profiles.prod.label'],
		before: async (rcondeck, service) => {
			await signIn(rcondeck, service);
			await rcondeck.run(['config', 'set', 'profiles.prod.label', 'PROD']);
		},
		out: text(/^Removed profiles\.prod\.label/),
		after: rcondeck => expect(config(rcondeck)).not.toContain('PROD'),
	},
	'config edit': {
		args: ['config', 'edit'],
		before: signIn,
		env: {EDITOR: 'echo "# edited" >>'},
		out: text(/^Saved/),
		after: rcondeck => expect(config(rcondeck)).toMatch(/\[profiles\.prod\][^]*# edited\n$/),
	},
	doctor: {args: ['doctor', '--json'], out: {schema: 1}},
	serve: {
		args: ['serve', '--demo', '--accounts', '--port', '0'],
		until: 'Press Ctrl-C to stop.',
		code: 0,
		out: text(/^Service: http:[^]*Test accounts/),
		err: /^\{"time":[^\n]*"event":"start"[^]*"event":"closed"[^\n]*\}\n$/,
	},
	agent: {
		args: ['agent', '--service', 'http://127.0.0.1:9', '--token-file', 'none'],
		code: 2,
		err: /There is no token in /,
	},
	'serve node list': {
		args: ['serve', 'node', 'list', '--json'],
		before: addNode,
		out: {schema: 1, nodes: [{status: 'CREATION', settings: {name: 'cellar'}}]},
	},
	'serve node add': {
		args: ['serve', 'node', 'add', 'cellar', '--quiet'],
		out: text(/^rcondeck_cellar-\w+\n$/),
	},
	'serve node token': {
		args: ['serve', 'node', 'token', 'cellar', '--yes'],
		before: addNode,
		out: text(/^rcondeck_cellar-\w+\n$/),
		err: /New token for node cellar/,
	},
	'serve node remove': {
		args: ['serve', 'node', 'remove', 'cellar', '--yes'],
		before: addNode,
		out: text(/^Node cellar removed/),
	},
	'serve check': {
		args: ['serve', 'check', '--json'],
		before: addNode,
		out: {schema: 1, problems: []},
	},
	'serve repair': {
		args: ['serve', 'repair', '--remove-node', 'cellar', '--yes'],
		before: addNode,
		out: text(/^Compacted the records: /),
		after: async rcondeck => {
			const {out} = await rcondeck.run(['serve', 'node', 'list', '--json']);
			expect(out).not.toContain('cellar');
		},
	},
	'serve team list': {
		args: ['serve', 'team', 'list', '--json'],
		out: inDocument('members', {id: 'owner', role: 'owner'}),
	},
	'serve team invite': {
		args: ['serve', 'team', 'invite', '--name', 'Bob', '--yes', '--json'],
		out: {schema: 1, invitation: {code: expect.stringMatching(/^\w{5}(-\w{5}){3}$/) as unknown}},
	},
	'serve team remove': {
		args: ['serve', 'team', 'remove', 'Bob', '--yes'],
		before: async rcondeck =>
			void (await rcondeck.run(['serve', 'team', 'invite', '--name', 'Bob', '--yes'])),
		out: text(/^Invitation for Bob withdrawn/),
	},
	'serve team token create': {
		args: ['serve', 'team', 'token', 'create', 'ci', '--permission', 'ACCESS_SERVERS', '--yes'],
		out: text(/^rcondeck_ci-\w+\n$/),
		err: /./,
	},
	'serve team token list': {
		args: ['serve', 'team', 'token', 'list', '--json'],
		before: createToken,
		out: {schema: 1, tokens: [{id: 'app-rcondeck'}, {name: 'ci', permissions: ['ACCESS_SERVERS']}]},
	},
	'serve team token revoke': {
		args: ['serve', 'team', 'token', 'revoke', 'ci', '--yes'],
		before: createToken,
		out: text(/^Token ci revoked/),
	},
	adopt: {
		args: ['adopt', '--no-check', '--yes', '--json'],
		before: async ({folder}) => {
			const file = path.join(folder, 'servers.csv');
			writeFileSync(file, 'name,game,address,password\nhub,minecraft,h:1,p\n');
			return [file];
		},
		out: {schema: 1, servers: [{name: 'hub', outcome: 'added', password: 'new private file'}]},
		err: /hub: added/,
	},
	keys: {args: ['keys', '--json'], out: {schema: 1}},
	version: {args: ['version'], out: text(/^rcondeck \d+\.\d+\.\d+\n$/)},
	licenses: {args: ['licenses'], out: text(/^rcondeck \d+\.\d+\.\d+ \(MIT\)\n[^]*^zod \d/m)},
	completion: {args: ['completion', 'bash'], out: text(/rcondeck/)},
};
