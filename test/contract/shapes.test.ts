import fc from 'fast-check';
import {nameOfNode} from '../../src/actions/names.ts';
import {expect, test} from 'vitest';
import type * as z from 'zod';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import {Automation, AutomationRun} from '../../src/contract/models/automation.ts';
import {JournalEntry} from '../../src/contract/models/journal-entry.ts';
import {Node, NodeTask} from '../../src/contract/models/node.ts';
import {listOf, pageOf} from '../../src/contract/models/list.ts';
import {AwaitedRcon} from '../../src/contract/models/rcon-answer.ts';
import {Backup, GameServer, ServerCommand} from '../../src/contract/models/server.ts';
import {Team} from '../../src/contract/models/team.ts';

const time = '2026-11-22T09:41:07Z';

/** Each model with a record as the service sends it, containing every field that the contract reads. */
type Model = {schema: z.ZodType; id: string; record: Record<string, unknown>};
const models: Readonly<Record<string, Model>> = {
	server: {
		schema: GameServer,
		id: 'id',
		record: {
			id: 's',
			displayName: 'Alpha',
			teamId: 't',
			nodeId: 'n',
			created: time,
			gameType: 'CS2',
			state: 'RUNNING',
			settingProfileId: 'p',
			serverDirectory: '/srv',
			onlinePlayers: 1,
			backups: [{backupId: 'b'}],
			commands: [{command: 'status', response: 'ok', commandId: 'c', timestamp: time}],
			nodeName: 'eu-1',
			serverIp: '192.0.2.1',
			map: 'de_dust2',
			maxPlayers: 10,
			modCount: 0,
			olderBackups: 4,
			serverPort: 1,
			queryPort: 2,
			rconPort: 3,
			stateSince: time,
			cpuPercent: 180,
			memoryBytes: 4096,
			problem: 'It is silent.',
			consoleProblem: 'It refuses the password.',
			report: {isFailure: true, at: time, message: 'It did not start.', log: ['no room']},
			blocked: [{operation: 'stop', reason: 'It has no driver.'}],
		},
	},
	backup: {
		schema: Backup,
		id: 'backupId',
		record: {
			backupId: 'b',
			serverId: 's',
			createdAt: time,
			expiresAt: time,
			autoBackup: true,
			name: 'x',
			size: 1,
			kind: 'paused',
		},
	},
	node: {
		schema: Node,
		id: 'id',
		record: {
			id: 'n',
			teamId: 't',
			status: 'ONLINE',
			daemonVersion: '1',
			lastAlive: time,
			lastLogin: time,
			logoutReason: 'x',
			settings: {name: 'eu-1'},
			systemData: {os: 'x'},
		},
	},
	journalEntry: {
		schema: JournalEntry,
		id: 'id',
		record: {
			id: 'entry-0001',
			seq: 2,
			previous: 1,
			at: time,
			by: 'Ana',
			memberId: 'm',
			kind: 'acknowledged',
			serverId: 's',
			server: 'Alpha',
			state: 'OFFLINE',
			text: 'x',
		},
	},
	task: {
		schema: NodeTask,
		id: 'id',
		record: {
			id: 'k',
			type: 'BACKUP',
			state: 'RUNNING',
			nodeId: 'n',
			targetIds: ['s'],
			context: {delay: 1},
			createdAt: time,
			finishedAt: time,
			cancellable: true,
			progressPercentage: 1,
			errorMessage: 'x',
		},
	},
	automation: {
		schema: Automation,
		id: 'id',
		record: {
			id: 'a',
			teamId: 't',
			name: 'Nightly',
			description: 'x',
			enabled: true,
			createdAt: time,
			updatedAt: time,
			targets: {},
			workflow: [],
			trigger: null,
			runTimeoutSec: 1,
		},
	},
	run: {
		schema: AutomationRun,
		id: 'id',
		record: {
			id: 'r',
			automationId: 'a',
			teamId: 't',
			status: 'RUNNING',
			createdAt: time,
			startedAt: time,
			finishedAt: null,
			targetIds: {s: true},
			currentStep: {},
			stepHistory: [],
			cancelRequested: false,
			workflowSize: 1,
		},
	},
	team: {
		schema: Team,
		id: 'id',
		record: {
			id: 't',
			name: 'Team',
			iconImageId: 'i',
			owner: {id: 'u'},
			members: [{id: 'u', name: 'Mina', permissions: ['ALL']}],
			invitedMembers: [{email: 'a@example.org'}],
			applications: {app: ['ALL']},
			inviteCode: 'x',
			limits: {maxServers: 1},
		},
	},
};

const names = fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'name', 'user', 'x');
const text = fc.oneof(fc.string(), names, fc.constantFrom('1', '2026-11-22', 'true', time));
/** Any JSON, with names and texts that have a meaning for the readers. */
const junk = fc.letrec<{value: unknown}>(tie => ({
	value: fc.oneof(
		{maxDepth: 3, withCrossShrink: true},
		fc.oneof(fc.constant(null), fc.boolean(), fc.double({noNaN: true}), fc.integer(), text),
		fc.array(tie('value'), {maxLength: 4}),
		fc.dictionary(fc.oneof(names, fc.string()), tie('value'), {maxKeys: 4}),
	),
})).value;
/** The value after a round trip through JSON, which leaves only own properties. */
const wired = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');

const deep = (levels: number): unknown => JSON.parse(`${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`);

const fieldsOf = Object.entries(models).flatMap(([model, given]) =>
	Object.keys(given.record).flatMap(name => (name === given.id ? [] : [[model, name, given] as const])),
);

test.each(fieldsOf)('junk in %s.%s never loses the record', (_model, name, {schema, record, id}) => {
	fc.assert(
		fc.property(junk, value => {
			const read = schema.safeParse(wired({...record, [name]: value}));
			expect(read.success).toBe(true);
			expect(read.data).toHaveProperty(id, record[id]);
		}),
		{numRuns: 200},
	);
});

test.each(fieldsOf)('%s.%s may be missing, or nested 3,000 levels deep', (_model, name, {schema, record}) => {
	const {[name]: _, ...rest} = record;
	expect(schema.safeParse(rest).success).toBe(true);
	expect(schema.safeParse({...record, [name]: deep(3000)}).success).toBe(true);
	expect(schema.safeParse({...record, unknown: deep(3000)}).success).toBe(true);
});

test.each(Object.entries(models))(
	'sets aside and reports junk as the ID of a %s or as the record',
	(_model, {schema, record, id}) => {
		const list = listOf(schema);
		fc.assert(
			fc.property(junk, junk, (value, whole) => {
				const {items, unreadable} = list.parse(wired([{...record, [id]: value}, whole, record]));
				expect(items.length + unreadable.length).toBe(3);
			}),
			{numRuns: 300},
		);
	},
);

test('arbitrary JSON as a list, page, team, response or command is parsed or rejected, and never throws', () => {
	const schemas = [listOf(GameServer), pageOf(AutomationRun), Team, AwaitedRcon, ServerCommand, Node];
	fc.assert(
		fc.property(junk, value => {
			for (const schema of schemas) expect(() => schema.safeParse(wired(value))).not.toThrow();
			expect(() => endpoints.version.response.safeParse(wired(value))).not.toThrow();
		}),
		{numRuns: 2000},
	);
	for (const schema of schemas) expect(() => schema.safeParse(deep(3000))).not.toThrow();
});

test.each(['content', 'items', 'data', 'results', 'servers', 'nodes', 'automations', 'runs', 'tasks'])(
	'reads every list from {%j: [...]}, also inside {data: ...}',
	wrapper => {
		const lists = Object.values(endpoints).flatMap(({method, response}) =>
			method === 'GET' && typeof response === 'object' ? [response as z.ZodType] : [],
		);
		const isList = (schema: z.ZodType) => schema.safeParse([{id: '1'}, {id: 2}]).success;
		const found = lists.filter(schema => isList(schema) && !schema.safeParse({id: '1'}).success);
		expect(found.length).toBeGreaterThanOrEqual(8);
		for (const schema of found) {
			const bare = schema.parse([{id: '1'}, {id: 2}]);
			expect(schema.parse({[wrapper]: [{id: '1'}, {id: 2}]})).toEqual(bare);
			expect(schema.parse({data: {[wrapper]: [{id: '1'}, {id: 2}]}})).toEqual(bare);
		}
	},
);

test.each([[{settings: {name: 'eu-1'}, name: 'x'}], [{name: 'eu-1'}], [{nodeName: 'eu-1'}]])(
	'names a node as the service does in %j',
	fields => {
		expect(nameOfNode(Node.parse({id: 'n', ...fields}))).toBe('eu-1');
	},
);
