import {expect, test} from 'vitest';
import {branchesOf} from '../readme/command-tree.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {json} from '../helpers/http-service.ts';
import {lookedUpService} from './looked-up-service.ts';
import {runCli} from './run-cli.ts';
import {withoutService} from './without-service.ts';

/** Each command that calls the service, with its arguments and the request that fails. */
const asking: Record<string, {argv: string[]; fails: RegExp}> = {
	'server list': {argv: ['servers'], fails: /^GET \/server\/by-team/},
	show: {argv: ['show', 'one'], fails: /^GET \/server\/a$/},
	rcon: {argv: ['rcon', 'one', '--', 'status'], fails: /^POST \/server\/a\/rcon/},
	start: {argv: ['start', 'one', '--yes'], fails: /^POST \/server\/a\/start/},
	stop: {argv: ['stop', 'one', '--yes'], fails: /^POST \/server\/a\/stop/},
	restart: {argv: ['restart', 'one', '--yes'], fails: /^POST \/server\/a\/restart/},
	broadcast: {argv: ['broadcast', 'one', '--yes', '--', 'hello'], fails: /^POST \/server\/a\/rcon/},
	create: {
		argv: ['create', '--node', 'n', '--name', 'new', '--game', 'CS2', '--map', 'de_nuke', '--yes'],
		fails: /^POST \/server\/create/,
	},
	rename: {argv: ['rename', 'one', 'two', '--yes'], fails: /^POST \/server\/a\/change-display-name/},
	move: {argv: ['move', 'one', '/srv/one', '--yes'], fails: /^POST \/server\/a\/change-directory/},
	update: {argv: ['update', 'one', '--yes'], fails: /^POST \/server\/a\/update/},
	delete: {argv: ['delete', 'one', '--force', '--yes'], fails: /^(POST|DELETE) \/server\/a/},
	'backup list': {argv: ['backup', 'list', 'one'], fails: /^GET \/server\/a$/},
	'backup create': {argv: ['backup', 'create', 'one', '--yes'], fails: /^POST \/server\/a\/backup/},
	'node list': {argv: ['node', 'list'], fails: /^GET \/node\/by-team/},
	'node show': {argv: ['node', 'show', 'n'], fails: /^GET \/node\/n$/},
	'task cancel': {argv: ['task', 'cancel', 'k', '--yes'], fails: /^POST \/node\/n\/task\/k/},
	'team show': {argv: ['team', 'show'], fails: /^GET \/team\/my/},
	'team invite': {argv: ['team', 'invite', 'a@example.org', '--yes'], fails: /^POST \/team/},
	'team kick': {argv: ['team', 'kick', 'm', '--yes'], fails: /^(POST|DELETE) \/team/},
	'automation list': {argv: ['automation', 'list'], fails: /^GET \/automation/},
	'automation trigger': {argv: ['automation', 'trigger', 'auto', '--yes'], fails: /^POST \/automation/},
	'automation enable': {argv: ['automation', 'enable', 'auto', '--yes'], fails: /^POST \/automation/},
	'automation delete': {argv: ['automation', 'delete', 'auto', '--yes'], fails: /^POST \/automation/},
	'run cancel': {argv: ['run', 'cancel', 'r', '--yes'], fails: /^POST \/automation-run\/r/},
	'run list': {argv: ['runs'], fails: /^GET \/automation-run/},
	logs: {argv: ['logs', 'one'], fails: /^GET \/own-server\/a\/output/},
	image: {argv: ['image', 'i'], fails: /^GET \/image/},
	info: {argv: ['info'], fails: /^GET \/info/},
	api: {argv: ['api', 'GET', '/team/my'], fails: /^GET \/team\/my/},
};

/** Commands that stream until they are ended, that expect failures, that call several endpoints at once, or whose bodies come from files. */
const others = new Set([
	'wait',
	'console',
	'chat',
	'feed',
	'watch',
	'player list',
	'player message',
	'player kick',
	'player ban',
	'player unban',
	'player note',
	'player show',
	'ban list',
	'automation show',
	'run show',
	'task list',
	'handover',
	'alert acknowledge',
	'automation create',
	'automation edit',
	'automation disable',
	'backup restore',
	'backup delete',
	'server show',
	'server create',
	'server rename',
	'server delete',
	'journal bookmark',
	// Its service has no invitations.
	'team withdraw',
]);

test('every command that calls the service is in this table', async () => {
	const paths = branchesOf(await declaredProgram()).map(branch => branch.path);
	expect(paths.filter(name => !withoutService.has(name) && !others.has(name) && !(name in asking))).toEqual(
		[],
	);
});

type Failing = {status: number; body: unknown};
const classes: [string, Failing, number, RegExp][] = [
	['not signed in', {status: 401, body: {key: 'unauthorized'}}, 4, /./],
	['not allowed', {status: 403, body: {key: 'missingPermission.MANAGE_SERVERS'}}, 5, /MANAGE_SERVERS/],
	['not found', {status: 404, body: {key: 'general.not_found'}}, 6, /general\.not_found/],
	['a conflict', {status: 409, body: {key: 'server.is_not_online'}}, 7, /server\.is_not_online/],
	['an unknown key', {status: 400, body: {key: 'strange.new_reason'}}, 1, /strange\.new_reason/],
];

for (const [name, {argv, fails}] of Object.entries(asking)) {
	test.each(classes)(`${name}: %s has its exit code and its message`, async (_, failing, code, words) => {
		const {env, asked} = await lookedUpService(fails, response =>
			json(response, failing.status, failing.body),
		);
		const ran = await runCli(argv, {env});
		expect(ran.err).toMatch(words);
		expect(ran.err).not.toContain('token');
		expect({code: ran.code, out: ran.out}).toEqual({code, out: ''});
		// An error is a response, so nothing is retried except a missing path on the alternative of its endpoint.
		const hasAlternative = ['automation trigger', 'automation enable'].includes(name);
		const paths = failing.status === 404 && hasAlternative ? 2 : 1;
		expect(asked()).toHaveLength(paths);
	});
}
