import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect} from 'vitest';
import type {Fleet} from '../../src/demo/fleet.ts';
import {openSourceServer, sourceGames} from '../service/console/servers/source-server.ts';
import {withAutomations} from '../helpers/automations.ts';
import type {openService, Shipped} from './shipped.ts';

type Service = Awaited<ReturnType<typeof openService>>;
export type Case = {
	args: readonly string[];
	stdin?: (service: Service) => string;
	env?: Record<string, string>;
	/** Runs first, and may return additional arguments. */
	before?: (rcondeck: Shipped, service: Service) => Promise<string[] | void>;
	/** The expected stdout, parsed with `--json`; default: empty. */
	out?: unknown;
	err?: RegExp;
	/** The expected request that changes something. */
	asks?: string;
	/** Repaints its input, but not on a terminal that can only print. */
	repaints?: true;
	/** Interrupts the command when stdout contains this text. */
	until?: string;
	/** The expected exit code; default: 130 if interrupted, else 0. */
	code?: number;
	/** Runs when stderr reports that the feed is live. */
	whenLive?: (rcondeck: Shipped) => Promise<unknown>;
	after?: (rcondeck: Shipped) => void | Promise<void>;
};

export const text = (shape: RegExp): unknown => expect.stringMatching(shape);

const png = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

/** Uploads the icon and returns its id. */
async function uploadIcon(rcondeck: Shipped): Promise<string> {
	writeFileSync(path.join(rcondeck.folder, 'icon.png'), png);
	await rcondeck.run(['team', 'icon', 'icon.png', '--yes']);
	const {out} = await rcondeck.run(['team', '--json']);
	return (JSON.parse(out) as {team: {iconImageId: string}}).team.iconImageId;
}

/** Schedules a restart and returns the id of its task. */
async function scheduleRestart(rcondeck: Shipped): Promise<string> {
	await rcondeck.run(['restart', 'alpha', '--delay', '10m', '--yes']);
	const {out} = await rcondeck.run(['tasks', '--json']);
	return (JSON.parse(out) as {tasks: [{id: string}]}).tasks[0].id;
}

const signIn = async (rcondeck: Shipped, {env}: Service) => {
	const stdin = `${env['RCONDECK_URL']}\ntoken\n${env['RCONDECK_TOKEN']}\n`;
	await rcondeck.run(['login', 'prod'], {stdin});
};
const config = (rcondeck: Shipped) => readFileSync(path.join(rcondeck.folder, 'config/config.toml'), 'utf8');

export const fleet: Fleet = {
	...withAutomations,
	team: {
		...withAutomations.team,
		members: [
			...withAutomations.team.members,
			{id: 'joe', name: 'Joe', email: 'joe@guild.example', permissions: []},
		],
	},
};

/** A game on a free port, which it returns. */
async function aMinecraft({atEnd}: Shipped): Promise<number> {
	const answer = () => 'There are 1 of a max of 20 players online: Alice';
	const game = await openSourceServer({password: 'secret', answer}, sourceGames.minecraft);
	atEnd(game.close);
	return game.port;
}

async function createBackup(rcondeck: Shipped, server = 'alpha'): Promise<void> {
	await rcondeck.run(['backup', 'create', server, '--name', 'first', '--wait', '--yes']);
}

/** Starts a run, and returns its id. */
async function trigger(rcondeck: Shipped): Promise<string> {
	await rcondeck.run(['automation', 'trigger', 'auto-check', '--yes']);
	const {out} = await rcondeck.run(['runs', '--automation', 'auto-check', '-o', 'name']);
	return out.trim();
}

/** Starts a rolling restart that waits for its first server, and returns its id. */
async function startRolling(rcondeck: Shipped): Promise<string> {
	const rolling = rcondeck.start(['restart', 'alpha', 'bravo', '--rolling', '1', '--yes']);
	rcondeck.atEnd(() => void rolling.kill('SIGKILL'));
	await rolling.saysOnError('waiting for the gate');
	const {out} = await rcondeck.run(['job', 'list', '-o', 'name']);
	return out.trim();
}

/** A command with the id of a job that runs. */
const onJob = (args: readonly string[], out: unknown): Case => ({
	args,
	before: async rcondeck => [await startRolling(rcondeck)],
	out,
});

/** Adds another machine to the local service of the user. */
const addNode = async (rcondeck: Shipped) => void (await rcondeck.run(['serve', 'node', 'add', 'cellar']));

/** Adds a server to the local service of the user. */
async function addOwn(rcondeck: Shipped): Promise<void> {
	await rcondeck.run('add own --game minecraft --query 127.0.0.1 --no-check --yes'.split(' '));
}

const removed = {before: addOwn, out: text(/^own removed/)};
const inDocument = (plural: string, ...items: object[]) => ({schema: 1, [plural]: items});
const alpha = {id: 'alpha', displayName: 'Alpha'};
const accepted = [{serverId: 'alpha', outcome: 'done'}];

const steve = '0002ef6b357e83a15a58f8f506727f79';
const createToken = async (rcondeck: Shipped) =>
	void (await rcondeck.run('serve team token create ci --permission ACCESS_SERVERS --yes'.split(' ')));

const created = 'create --node eu-1 --name New --game CS2 --map de_nuke --json --yes'.split(' ');

/** A run of every command of the built program. */
export const cases: Record<string, Case> = {
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
	'server list': {args: ['servers', '--json', '--match', 'Alpha'], out: inDocument('servers', alpha)},
	'server show': {args: ['server', 'show', 'alpha', '--json'], out: {schema: 1, server: alpha}},
	show: {args: ['show', 'alpha', '--json'], out: {schema: 1, server: alpha}},
	'server rename': {args: ['server', 'rename', 'alpha', 'Other', '--yes'], out: text(/^Alpha.*Other/)},
	'server delete': {
		args: ['server', 'delete', 'charlie', '--yes'],
		out: text(/^Charlie: deletion accepted/),
		asks: 'POST /server/charlie/delete',
	},
	delete: {args: ['delete', 'charlie', '--wait', '--yes'], out: 'Charlie: deleted\n', err: /^[^]*$/},
	update: {
		args: ['update', 'charlie', '--yes'],
		out: text(/^Charlie: update accepted/),
		asks: 'POST /server/charlie/update',
	},
	'backup list': {
		args: ['backup', 'list', 'alpha', '--json'],
		before: rcondeck => createBackup(rcondeck),
		out: inDocument('backups', {name: 'first'}),
	},
	'backup create': {
		args: ['backup', 'create', 'alpha', '--name', 'first', '--wait', '--yes'],
		out: 'Alpha: backup created\n',
		err: /Alpha: RUNNING, \d+%/,
		asks: 'POST /server/alpha/backup',
	},
	'backup restore': {
		args: ['backup', 'restore', 'charlie', 'first', '--yes'],
		before: rcondeck => createBackup(rcondeck, 'charlie'),
		out: text(/^Charlie: restore of a backup accepted/),
	},
	'backup delete': {
		args: ['backup', 'delete', 'alpha', 'first', '--yes'],
		before: rcondeck => createBackup(rcondeck),
		out: text(/^Alpha: deletion of a backup accepted/),
	},
	rcon: {args: ['rcon', 'alpha', '--', 'status'], out: text(/de_mirage/), asks: 'POST /server/alpha/rcon'},
	console: {
		args: ['console', '--game', 'minecraft'],
		repaints: true,
		before: async rcondeck => ['--address', `127.0.0.1:${await aMinecraft(rcondeck)}`],
		env: {RCONDECK_CONSOLE_PASSWORD: 'secret'},
		stdin: () => 'list\n',
		out: text(/^There are 1 of a max of 20 players online: Alice$/m),
	},
	start: {
		args: ['start', 'charlie', '--json', '--yes'],
		out: inDocument('results', {serverId: 'charlie', outcome: 'done'}),
		err: /Charlie/,
		asks: 'POST /server/charlie/start',
	},
	stop: {
		args: ['stop', 'alpha', '--json', '--yes'],
		out: inDocument('results', ...accepted),
		err: /Alpha/,
		asks: 'POST /server/alpha/stop',
	},
	restart: {
		args: ['restart', 'alpha', '--json', '--yes'],
		out: inDocument('results', ...accepted),
		err: /Alpha/,
		asks: 'POST /server/alpha/restart',
	},
	logs: {
		args: ['logs', 'alpha'],
		code: 1,
		err: /server\.operation_not_possible/,
	},
	broadcast: {
		args: ['broadcast', 'alpha', '--yes', '--', 'hello'],
		out: text(/^Alpha/),
		asks: 'POST /server/alpha/rcon',
	},
	'server create': {
		args: ['server', ...created],
		out: inDocument('servers', {displayName: 'New'}),
		err: /New/,
	},
	'server edit': {
		args: ['server', 'edit', 'own'],
		before: addOwn,
		out: text(/^Name +own\n/),
	},
	create: {
		args: created,
		out: inDocument('servers', {displayName: 'New'}),
		err: /New/,
		asks: 'POST /server/create',
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
	rename: {
		args: ['rename', 'alpha', 'Other', '--yes'],
		out: text(/^Alpha.*Other/),
		asks: 'POST /server/alpha/change-display-name',
	},
	move: {
		args: ['move', 'charlie', String.raw`D:\other`, '--yes'],
		out: text(/Charlie/),
		asks: 'POST /server/charlie/change-directory',
	},
	chat: {
		args: ['chat', 'bravo', '--json'],
		whenLive: rcondeck => rcondeck.run(['broadcast', 'bravo', '--yes', '--', 'hello']),
		until: 'hello',
		out: text(/^\{"schema":1,.*"serverId":"bravo".*"text":"hello"/m),
		err: /feed LIVE/,
	},
	feed: {
		args: ['feed', '--json'],
		whenLive: rcondeck => rcondeck.run(['rcon', 'alpha', '--', 'status']),
		until: '"kind":"rcon"',
		out: text(/^\{"schema":1,.*"kind":"rcon"/m),
		err: /feed LIVE/,
	},
	alert: {
		args: ['alerts', '--test', '--json'],
		before: async ({folder}) => {
			mkdirSync(path.join(folder, 'config'), {recursive: true});
			writeFileSync(path.join(folder, 'config/config.toml'), '[alerts]\ncommand = ["true"]\n');
		},
		out: {schema: 1, event: 'test', deliveries: [{target: 'command'}]},
		err: /^rcondeck: Delivered to the command\.\n$/,
	},
	watch: {
		args: ['watch', 'alpha', '--every', '10', '--json', '--', 'status'],
		until: 'de_mirage',
		out: text(/^\{"schema":1,/),
	},
	'player list': {
		args: ['players', 'nobody', '--json'],
		out: inDocument('players'),
	},
	'player message': {
		args: ['player', 'message', steve, '--server', 'bravo', '--', 'hi'],
		out: text(/./),
		err: /Message sent to/,
		asks: 'POST /server/bravo/rcon',
	},
	'player kick': {
		args: ['player', 'kick', steve, '--server', 'bravo', '--yes', '--json'],
		out: inDocument('results', {serverId: 'bravo', outcome: 'done'}),
		err: /kick sent to Bravo/,
		asks: 'POST /server/bravo/rcon',
	},
	'player ban': {
		args: ['player', 'ban', steve, '--server', 'bravo', '--duration', '2h', '--yes'],
		out: text(/./),
		err: /ban for 2h sent to Bravo[^]*lifts the ban after 2h/,
		asks: 'POST /server/bravo/rcon',
	},
	'job list': {
		args: ['jobs', '--json'],
		before: async rcondeck => void (await startRolling(rcondeck)),
		out: inDocument('jobs', {action: 'restart', status: 'running', servers: {length: 2}}),
	},
	'job show': onJob(['job', 'show'], text(/^Job +Restart of 2 servers$[^]*^SERVER +STATUS/m)),
	'job pause': onJob(['job', 'pause'], text(/^Paused/)),
	'job continue': onJob(['job', 'continue'], 'Continues.\n'),
	'job skip': onJob(['job', 'skip'], text(/ skipped at its gate/)),
	'job abort': onJob(['job', 'abort', '--yes'], text(/^Aborted: 1 server left out/)),
	'job back': onJob(['job', 'back'], text(/ taken as done/)),
	'job extend': onJob(['job', 'extend'], text(/: up to 10m/)),
	wait: {
		args: ['wait', 'charlie', '--for', 'empty', '--json'],
		out: {schema: 1, serverId: 'charlie', serverName: 'Charlie', reached: true},
		err: /Charlie: STOPPED, 0 players/,
	},
	'player unban': {
		args: ['player', 'unban', steve, '--server', 'bravo'],
		out: text(/./),
		err: /unban sent to Bravo/,
		asks: 'POST /server/bravo/rcon',
	},
	'player note': {
		args: ['player', 'note', steve, '--server', 'bravo', '--flag', '--', 'polite'],
		err: /note kept in the journal/,
	},
	'player show': {
		args: ['player', 'show', steve, '--server', 'bravo'],
		before: async rcondeck =>
			void (await rcondeck.run(['player', 'note', steve, '--server', 'bravo', '--', 'polite'])),
		out: text(/polite/),
	},
	'ban list': {
		args: ['ban', 'list', 'alpha', '--json'],
		out: inDocument('bans'),
	},
	'node list': {args: ['nodes', '--json'], out: inDocument('nodes', {id: 'node-1'}, {id: 'node-2'})},
	'node show': {args: ['node', 'show', 'eu-2', '--json'], out: {schema: 1, node: {id: 'node-2'}}},
	'task list': {
		args: ['tasks', '--json'],
		before: async rcondeck => void (await scheduleRestart(rcondeck)),
		out: inDocument('tasks', {targetIds: ['alpha']}),
	},
	'task cancel': {
		args: ['task', 'cancel', '--yes'],
		before: async rcondeck => [await scheduleRestart(rcondeck)],
		out: text(/accepted/),
	},
	'team show': {args: ['team', '--json'], out: {schema: 1, team: {name: 'Dev Guild'}}},
	'team invite': {
		args: ['team', 'invite', 'new@example.net', '--yes'],
		out: text(/new@example\.net/),
		asks: 'POST /team/team/invite',
	},
	'team kick': {args: ['team', 'kick', 'Joe', '--yes'], out: text(/Joe/), asks: 'POST /team/team/kick'},
	'team withdraw': {
		args: ['team', 'withdraw', 'new@example.net', '--yes'],
		before: async rcondeck => void (await rcondeck.run(['team', 'invite', 'new@example.net', '--yes'])),
		out: text(/^The invitation for new was withdrawn/),
		asks: 'DELETE /team/team/invite/new%40example.net',
	},
	'team icon': {
		args: ['team', 'icon', 'icon.png', '--yes'],
		before: async ({folder}) => writeFileSync(path.join(folder, 'icon.png'), png),
		out: text(/icon/),
		asks: 'POST /team/team/icon',
	},
	'automation list': {args: ['automations', '--json'], out: {automations: {length: 3}}},
	'automation show': {
		args: ['automation', 'show', 'auto-check'],
		out: text(/^Name +Check the scrim$/m),
	},
	'automation create': {
		args: ['automation', 'create', '-d', '{"name":"Fresh"}', '--json', '--yes'],
		out: inDocument('automations', {name: 'Fresh'}),
		err: /Fresh/,
		asks: 'POST /automation/create',
	},
	'automation create --template': {
		args: ['automation', 'create', '-f', 'nightly.yaml', '--json', '--yes'],
		// What the template writes is accepted as it is.
		before: async rcondeck => {
			const words = ['automation', 'create', '--template', 'nightly-restart', '--file', 'nightly.yaml'];
			expect(await rcondeck.run(words)).toMatchObject({code: 0, out: ''});
			expect((await rcondeck.run(words)).code).toBe(2);
			expect((await rcondeck.run(['automation', 'check', 'nightly.yaml'])).code).toBe(0);
		},
		out: inDocument('automations', {name: text(/./)}),
		err: /was created/,
		asks: 'POST /automation/create',
	},
	'automation edit': {
		args: ['automation', 'edit', 'auto-check', '-d', '{"enabled":false}', '--json', '--yes'],
		out: inDocument('automations', {id: 'auto-check', enabled: false}),
		err: /Check the scrim/,
		asks: 'POST /automation/auto-check',
	},
	'automation check': {
		args: ['automation', 'check', '-'],
		stdin: () => '# Nightly\nname: Nightly\ntargets: {all: true}\nworkflow: [{type: RESTART}]\n',
		out: text(/^Runs +manual\nServers +Alpha$/m),
	},
	'automation trigger': {
		args: ['automation', 'trigger', 'auto-check', '--json', '--yes'],
		out: inDocument('runs', {automationId: 'auto-check'}),
		err: /Check the scrim/,
		asks: 'POST /automation/auto-check/trigger/manual',
	},
	'automation disable': {
		args: ['automation', 'disable', 'auto-check', '--yes'],
		out: text(/was disabled/),
		asks: 'POST /automation/auto-check',
	},
	'automation enable': {args: ['automation', 'enable', 'auto-check', '--yes'], out: text(/was enabled/)},
	'automation delete': {
		args: ['automation', 'delete', 'auto-check', '--yes'],
		out: text(/was deleted/),
		asks: 'POST /automation/auto-check/delete',
	},
	'run cancel': {
		args: ['run', 'cancel', '--yes'],
		before: async rcondeck => [await trigger(rcondeck)],
		out: text(/cancellation requested/),
	},
	'run show': {
		args: ['run', 'show'],
		before: async rcondeck => [await trigger(rcondeck)],
		out: text(/^ID .*\nAutomation +Check the scrim$/m),
	},
	'run list': {
		args: ['runs', '--automation', 'auto-check', '--json'],
		before: async rcondeck => void (await rcondeck.run(['automation', 'trigger', 'auto-check', '--yes'])),
		out: {schema: 1, totalElements: 1, runs: [{automationId: 'auto-check'}]},
	},
	image: {args: ['image'], before: async rcondeck => [await uploadIcon(rcondeck)], out: text(/^.PNG/)},
	info: {args: ['info', '--json'], out: {schema: 1}},
	api: {args: ['api', 'GET', '/server/alpha'], out: text(/"Alpha"/)},
	'journal list': {
		args: ['journal', '--json'],
		before: async rcondeck => void (await rcondeck.run(['rcon', 'alpha', '--', 'status'])),
		out: inDocument('entries', {kind: 'command', serverId: 'alpha', text: 'status'}),
	},
	'journal bookmark': {
		args: ['journal', 'bookmark', 'disk', 'full'],
		out: 'Bookmark added to the journal.\n',
		after: async rcondeck => expect((await rcondeck.run(['journal'])).out).toContain('== bookmark disk full'),
	},
	handover: {
		args: ['handover', '--json'],
		out: {schema: 1, handover: {team: 'Dev Guild', down: [{serverId: 'charlie', serverName: 'Charlie'}]}},
		err: /The journal is empty/,
	},
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
		err: /New token of the node cellar/,
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
		args: ['adopt', 'servers.csv', '--no-check', '--yes', '--json'],
		before: async ({folder}) =>
			writeFileSync(path.join(folder, 'servers.csv'), 'name,game,address,password\nhub,minecraft,h:1,p\n'),
		out: {schema: 1, servers: [{name: 'hub', outcome: 'added', password: 'new private file'}]},
		err: /hub: added/,
	},
	keys: {args: ['keys', '--json'], out: {schema: 1}},
	version: {args: ['version'], out: text(/^rcondeck \d+\.\d+\.\d+\n$/)},
	licenses: {args: ['licenses'], out: text(/^rcondeck \d+\.\d+\.\d+ \(MIT\)\n[^]*^zod \d/m)},
	completion: {args: ['completion', 'bash'], out: text(/rcondeck/)},
};
