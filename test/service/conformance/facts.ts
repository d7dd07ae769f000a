import {z} from 'zod';
import type {Answer} from '../open-service.ts';

/*
The specification's tables as data: method and path, an accepted body, the status, and the fields with their types. The
requests run in this order, on one service.
*/

const Moment = z.iso.datetime();
const Int = z.int();
const Text = z.string();

const Backup = z.object({
	backupId: Text,
	serverId: Text,
	createdAt: Moment,
	expiresAt: Moment,
	autoBackup: z.boolean(),
	name: Text,
	size: Int,
});
const Command = z.object({command: Text, response: Text, commandId: Text, timestamp: Moment});
const BaseServer = z.object({
	id: Text,
	displayName: Text,
	teamId: Text,
	nodeId: Text,
	created: Moment,
	gameType: z.enum(['CS2', 'ARK_ASCENDED']),
	state: z.enum(['RUNNING', 'STOPPED']),
	settingProfileId: Text,
	serverDirectory: Text,
	onlinePlayers: Int.optional(),
	backups: z.array(Backup),
	commands: z.array(Command),
});
const places = {
	nodeName: Text,
	serverIp: Text,
	map: Text,
	maxPlayers: Int,
	modCount: Int,
	serverPort: Int,
	queryPort: Int,
	rconPort: Int,
};
const Server = BaseServer.extend(places);
const CreatedServer = BaseServer.extend({
	state: z.literal('STOPPED'),
	...Object.fromEntries(Object.keys(places).map(name => [name, z.never().optional()])),
});
const Automation = z.object({
	id: Text,
	teamId: Text,
	name: Text,
	description: Text,
	enabled: z.boolean(),
	createdAt: Moment,
	updatedAt: Moment,
	targets: z.looseObject({}),
	workflow: z.array(z.unknown()),
	trigger: z.looseObject({}).nullable(),
	runTimeoutSec: Int,
});
const Run = z.object({
	id: Text,
	automationId: Text,
	teamId: Text,
	status: Text,
	createdAt: Moment,
	// Null while it is QUEUED. (docs/service-api.md)
	startedAt: Moment.nullable(),
	finishedAt: Moment.nullable(),
	targetIds: z.record(Text, z.boolean()),
	currentStep: z.looseObject({}),
	stepHistory: z.array(z.unknown()),
	cancelRequested: z.boolean(),
	workflowSize: Int,
});
const PageOfRuns = z.object({
	content: z.array(Run).min(1),
	page: z.literal(0),
	size: z.literal(1),
	totalElements: Int,
	totalPages: Int,
	first: z.literal(true),
	last: z.boolean(),
	numberOfElements: z.literal(1),
	empty: z.literal(false),
});
const Refused = z.strictObject({key: Text, message: Text.min(1)});
const Awaited = z.object({serverId: z.literal('cs'), command: Command});

export type Fact = {
	method: 'GET' | 'POST';
	path: string;
	body?: unknown;
	status: number;
	/** The body of the answer; undefined: no body. */
	answer?: z.ZodType;
	key?: string;
	/** It is carried out by the agent of a node. Instances on PostgreSQL have none for simulated servers. */
	needsAgent?: true;
	/** The credentials; those of the owner if undefined. */
	as?: 'nobody' | 'reader' | 'without permissions' | 'without a team' | 'another team';
};

const isThere = z.looseObject({});
const created = {nodeId: 'node', name: 'new', gameType: 'CS2', map: 'de_nuke'};
const automation = {teamId: 'team', name: 'new'};
const manage = 'missingPermission.MANAGE_SERVERS';
const read = 'missingPermission.ACCESS_SERVERS';
const gone = 'general.not_found';
const invalid = 'validation.failed';
const agent = {needsAgent: true} as const;
const get = (path: string, status: number, rest: Partial<Fact> = {}): Fact => ({
	method: 'GET',
	path,
	status,
	...rest,
});
const post = (path: string, body: unknown, status: number, rest: Partial<Fact> = {}): Fact => ({
	method: 'POST',
	path,
	body,
	status,
	...rest,
});

/** Users who may not manage servers, and missing servers, for each operation on one. */
const guards = (operation: string, body: unknown): Fact[] => [
	post(`/server/cs/${operation}`, body, 403, {as: 'reader', key: manage}),
	post(`/server/none/${operation}`, body, 404, {key: gone}),
	post(`/server/cs/${operation}`, body, 404, {as: 'another team', key: gone}),
	post(`/server/cs/${operation}`, '{"', 400, {key: invalid}),
];

export const facts: Fact[] = [
	// Authentication
	get('/team/my', 401, {as: 'nobody', answer: Refused}),
	get('/team/my', 404, {as: 'without a team', key: 'TEAM_NOT_FOUND'}),
	// Teams
	get('/team/my', 200, {answer: z.looseObject({id: z.literal('team')})}),
	post('/team/team/invite', {userEmail: 'new@team.example'}, 200),
	post('/team/team/kick', {memberId: 'helper'}, 200),
	// Nodes
	get('/node/by-team/team', 200, {answer: z.array(isThere).min(1)}),
	get('/node/node', 200, {answer: isThere}),
	// Servers
	get('/server/by-team/team', 200, {answer: z.array(Server).min(1)}),
	get('/server/by-team/team', 403, {as: 'without permissions', key: read}),
	get('/server/by-team/team', 404, {as: 'another team', key: gone}),
	get('/server/cs', 200, {answer: Server}),
	get('/server/cs', 403, {as: 'without permissions', key: read}),
	get('/server/none', 404, {key: gone}),
	post('/server/create', created, 200, {answer: CreatedServer, ...agent}),
	post('/server/create', created, 403, {as: 'reader', key: manage}),
	post('/server/create', {...created, nodeId: 'none'}, 404, {key: gone}),
	post('/server/create', {...created, name: ' '}, 400, {key: invalid}),
	post('/server/create', {...created, gameType: 'PONG'}, 400, {key: 'server.unsupported_game_type'}),
	post('/server/create', {...created, nodeId: 'bare', name: 'b'}, 400, {
		key: 'server.directory_required',
		...agent,
	}),
	post('/server/create', {...created, name: 'cs'}, 409, {
		key: 'server.display_name_already_exists',
		...agent,
	}),
	...guards('rcon', {command: 'status'}),
	post('/server/cs/rcon', {command: ' '}, 400, {key: invalid}),
	post('/server/cs/rcon', {command: 'x'.repeat(10_000)}, 400, {key: invalid}),
	post('/server/down/rcon', {command: 'status'}, 409, {key: 'server.is_not_online'}),
	post('/server/cs/rcon', {command: 'status'}, 200, agent),
	...guards('rcon?await=true', {command: 'status'}),
	post('/server/down/rcon?await=true', {command: 'status'}, 409),
	post('/server/cs/rcon?await=true&timeoutMs=x', {command: 'status'}, 400, {key: invalid}),
	post('/server/cs/rcon?await=true&timeoutMs=9000', {command: 'status'}, 200, {answer: Awaited, ...agent}),
	...guards('change-directory', {serverDirectory: '/srv/games'}),
	post('/server/down/change-directory', {serverDirectory: ' '}, 400, {key: 'server.invalid_directory'}),
	post('/server/cs/change-directory', {serverDirectory: '/srv/games'}, 409, {key: 'server.is_not_offline'}),
	...guards('change-display-name', {displayName: 'other'}),
	post('/server/cs/change-display-name', {displayName: ''}, 400, {key: invalid}),
	post('/server/cs/change-display-name', {displayName: 'ark'}, 409, {
		key: 'server.display_name_already_exists',
	}),
	post('/server/cs/change-display-name', {displayName: 'renamed'}, 204),
	...guards('stop', {}),
	post('/server/cs/stop', {delayMinutes: '5'}, 400, {key: invalid}),
	post('/server/cs/stop', {delayMinutes: null}, 400, {key: invalid}),
	post('/server/cs/stop', {delayMinutes: 5, delayedStopMessage: 5}, 400, {key: invalid}),
	post('/server/cs/stop', {forceStop: 'yes'}, 400, {key: invalid}),
	post('/server/cs/stop', {delay: 5}, 400, {key: invalid}),
	post('/server/down/stop', {}, 409, {key: 'server.stop_normal_invalid_state', ...agent}),
	post('/server/down/stop', {forceStop: true}, 409, {key: 'server.stop_force_already_offline', ...agent}),
	...guards('restart', {}),
	post('/server/cs/restart', {delayMinutes: 1.5}, 400, {key: invalid}),
	post('/server/cs/restart', {delayedStopMessage: 'of a stop'}, 400, {key: invalid}),
	post('/server/down/restart', {}, 409, {key: 'server.is_not_online', ...agent}),
	post('/server/cs/stop', {delayMinutes: 5, delayedStopMessage: 'Bye'}, 200, agent),
	post('/server/cs/stop', undefined, 409, {key: 'server.timed_shutdown_already_scheduled', ...agent}),
	post('/server/cs/restart', {delayMinutes: 5}, 409, {
		key: 'server.timed_restart_already_scheduled',
		...agent,
	}),
	post('/server/ark/restart', {delayMinutes: 5, delayedRestartMessage: 'Back soon'}, 200, agent),
	// While a task changes the directory, nothing else is accepted.
	post('/server/down/change-directory', {serverDirectory: '/srv/games'}, 200, agent),
	...['stop', 'restart'].map(operation =>
		post(`/server/down/${operation}`, {}, 409, {
			key: 'server.server_directory_change_in_progress',
			...agent,
		}),
	),
	post('/server/down/rcon', {command: 'status'}, 409, {
		key: 'server.server_directory_change_in_progress',
		...agent,
	}),
	post('/server/down/start', undefined, 409, {
		key: 'server.server_directory_change_in_progress',
		...agent,
	}),
	// Automations
	get('/automation/by-team/team', 200, {answer: z.array(Automation).min(1)}),
	post('/automation/create', automation, 200, {answer: Automation}),
	post('/automation', {...automation, trigger: null, targets: {}, workflow: []}, 200, {answer: Automation}),
	post('/automation/create', {...automation, teamId: 'others'}, 404, {key: gone}),
	post('/automation/create', {...automation, runTimeoutSec: 'long'}, 400, {key: invalid}),
	post('/automation/create', {...automation, cooldown: 5}, 400, {key: invalid}),
	post('/automation/round', {description: 'edited'}, 200, {answer: Automation}),
	post('/automation/round/trigger/manual', undefined, 200, {answer: Run}),
	get('/automation-run/by-team/team?page=0&size=1&automationId=round', 200, {answer: PageOfRuns}),
	get('/automation-run/by-team/team?createdTo=2001-01-01T00:00:00Z', 200, {
		answer: z.object({content: z.array(Run).length(0), empty: z.literal(true), totalElements: z.literal(0)}),
	}),
	get('/automation-run/by-team/team?page=-1', 400, {key: invalid}),
	// Other
	get('/info/version', 200, {answer: isThere}),
	get('/images/none', 404, {key: gone}),
];

export const nameOf = ({method, path, body, as, status, key = ''}: Fact): string =>
	`${method} ${path} ${JSON.stringify(body)?.slice(0, 60) ?? ''}${as ? ` (${as})` : ''} ${status} ${key}`;

/** Returns what an answer differs in, or undefined. */
export function differenceOf({status, key, answer}: Fact, got: Answer): string | undefined {
	if (got.status !== status) return `status ${got.status}: ${got.text}`;
	if (status < 300 && !answer) return got.text === '' ? undefined : `a body: ${got.text}`;
	const expected = answer ?? Refused;
	const read = expected.safeParse(got.text === '' ? undefined : JSON.parse(got.text));
	if (!read.success) return `${read.error.message} in ${got.text}`;
	return key === undefined || got.body['key'] === key ? undefined : `key ${String(got.body['key'])}`;
}
