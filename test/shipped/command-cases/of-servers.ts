import type {Rcondeck} from '../../cli/in-process.ts';
import {aMinecraft, type Case, inDocument, text} from './case.ts';

async function createBackup(rcondeck: Rcondeck, server = 'alpha'): Promise<void> {
	await rcondeck.run(['backup', 'create', server, '--name', 'first', '--wait', '--yes']);
}

/** Starts a rolling restart that waits for its first server, and returns its id. */
async function startRolling(rcondeck: Rcondeck): Promise<string> {
	const rolling = rcondeck.start(['restart', 'alpha', 'bravo', '--rolling', '1', '--yes']);
	await rolling.saysOnError('waiting at the gate');
	const {out} = await rcondeck.run(['job', 'list', '-o', 'name']);
	return out.trim();
}

/** A command with the id of a job that runs. */
const onJob = (args: readonly string[], out: unknown, more: Partial<Case> = {}): Case => ({
	args,
	before: async rcondeck => [await startRolling(rcondeck)],
	out,
	...more,
});

const alpha = {id: 'alpha', displayName: 'Alpha'};
const accepted = [{serverId: 'alpha', outcome: 'done'}];
const steve = '0002ef6b357e83a15a58f8f506727f79';
const created = 'create --node eu-1 --name New --game CS2 --map de_nuke --json --yes'.split(' ');

/** Commands on servers, their consoles, players and jobs. */
export const casesOfServers: Record<string, Case> = {
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
	logs: {args: ['logs', 'alpha'], code: 1, err: /server\.operation_not_possible/},
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
	create: {
		args: created,
		out: inDocument('servers', {displayName: 'New'}),
		err: /New/,
		asks: 'POST /server/create',
	},
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
	watch: {
		args: ['watch', 'alpha', '--every', '10', '--json', '--', 'status'],
		until: 'de_mirage',
		out: text(/^\{"schema":1,/),
	},
	'player list': {args: ['players', 'nobody', '--json'], out: inDocument('players')},
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
	'job continue': onJob(['job', 'continue'], 'Continued.\n'),
	'job skip': onJob(['job', 'skip'], text(/ skipped at its gate/)),
	'job abort': onJob(['job', 'abort', '--yes'], text(/^Aborted: 1 server left out/)),
	'job acknowledge': onJob(['job', 'acknowledge'], '', {code: 1, err: /Nothing is wrong with this job/}),
	'job retry': onJob(['job', 'retry', '--yes'], '', {
		code: 1,
		err: / is waiting at its gate: `rcondeck job back /,
	}),
	'job start': {
		args: ['job', 'start', '--on-failure', 'skip', '--yes'],
		before: async rcondeck => {
			await rcondeck.run(['stop', 'alpha', 'bravo', '--rolling', '2', '--gate', 'state', '--yes']);
			const {out} = await rcondeck.run(['job', 'list', '--all', '-o', 'name']);
			return [out.trim()];
		},
		out: text(/^Alpha: online after/m),
		err: /Start of 2 servers, 1 at a time/,
	},
	'job undo': onJob(['job', 'undo', '--yes'], '', {code: 1, err: /Nothing that this job has scheduled can/}),
	'job back': onJob(['job', 'back'], text(/: confirmed as done/)),
	'job extend': onJob(['job', 'extend'], text(/: waiting up to 10m/)),
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
		err: /note saved in the journal/,
	},
	'player show': {
		args: ['player', 'show', steve, '--server', 'bravo'],
		before: async rcondeck =>
			void (await rcondeck.run(['player', 'note', steve, '--server', 'bravo', '--', 'polite'])),
		out: text(/polite/),
	},
	'ban list': {args: ['ban', 'list', 'alpha', '--json'], out: inDocument('bans')},
};
