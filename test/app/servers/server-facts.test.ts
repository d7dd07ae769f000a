import {expect, test} from 'vitest';
import {sampleOf, samplePeriodMs} from '../../../src/actions/sample.ts';
import {type Trend, withSample} from '../../../src/app/trends/trend.ts';
import {renderMessage, shellSegments} from '../../../src/messages/text.ts';
import {serverFacts} from '../../../src/app/servers/server-facts.ts';
import {factsOfServer} from '../../../src/app/server-details.ts';
import {initialState} from '../../../src/app/state.ts';
import {GameServer} from '../../../src/contract/models/server.ts';
import {aJob, aStep} from '../../helpers/a-job.ts';
import {after, aServer, polled, startAt} from '../../helpers/builders.ts';

/** What the journal has seen of a server with players in the last hours. */
const lastHours = (server: GameServer, now: number): Trend =>
	[8, 6, 4, 2, 0]
		.map(hours => sampleOf({...server, state: 'ONLINE', onlinePlayers: hours}, now - 3_600_000 * hours))
		.reduce<Trend | undefined>(withSample, undefined) as Trend; // at least one sample

const backupLines = (count: number, olderBackups?: number) => {
	const backups = Array.from({length: count}, (_, index) => ({
		backupId: `b${index}`,
		createdAt: 0,
		name: `n${index}`,
	}));
	const server = GameServer.parse({id: 's', backups, olderBackups});
	const context = {
		...initialState,
		console: undefined,
		chart: {width: 60, height: 6},
		listAgeMs: 0,
		others: [],
		alsoPending: [],
	};
	const facts = serverFacts(server, context, 0);
	const first = facts.findIndex(({label}) => String(label).startsWith('backups'));
	return first < 0 ? [] : facts.slice(first, -2).map(({label, text}) => [label, text]);
};

test('the details count the backups that the list left out', () => {
	expect(backupLines(0)).toEqual([]);
	expect(backupLines(6, 994).at(0)?.[0]).toBe('backups 1000');
	expect(backupLines(6, 994).at(-1)).toEqual(['', 'and 997 older']);
	expect(backupLines(0, 3)).toEqual([['backups 3', 'and 3 older']]);
});

test('the details start with the most helpful facts, and end with IDs and paths', () => {
	const at = 100 * samplePeriodMs;
	const server = GameServer.parse({
		id: 's',
		state: 'OFFLINE',
		displayName: 'Sol',
		serverDirectory: '/srv/sol',
		report: {at, isFailure: true, message: 'exited', log: []},
		created: at,
	});
	const context = {
		...initialState,
		trends: new Map([['s', lastHours(server, at)]]),
		scheduled: {
			...initialState.scheduled,
			tasks: new Map([['s', {action: 'restart', at, source: 'node', sentAt: at, task: undefined} as const]]),
		},
		console: undefined,
		chart: {width: 60, height: 6},
		listAgeMs: 0,
		others: [{when: '3m ago', command: 'SaveWorld'}],
		alsoPending: ['restart at 05:00, in 6h (by the automation "Nightly")'],
	};
	const labels = serverFacts(server, context, at).map(({label}) => String(label));
	expect(labels.filter(Boolean)).toEqual([
		'state',
		'failed',
		'pending',
		'players',
		'last 12h',
		'by others',
		'game',
		'node',
		'path',
		'created',
		'id',
		'read',
	]);
	const facts = serverFacts(server, context, at).map(({text}) => renderMessage(text, shellSegments));
	expect(facts).toContainEqual(expect.stringMatching(/^ *0└[─┴]+$/));
});

test('the details have all that is pending: the scheduled action, and a job that will act on the server', () => {
	const state = after(
		polled([aServer({id: 'a'})]),
		{
			type: 'scheduled/added',
			serverId: 'a',
			action: 'restart',
			at: startAt + 600_000,
			sentAt: startAt,
			jobId: undefined,
			before: [],
		},
		{type: 'jobs/started', job: aJob({action: 'stop', steps: [aStep('a'), aStep('b')]})},
	);
	const server = state.fleet.servers.get('a');
	const facts = server ? factsOfServer(state, server, startAt) : [];
	const at = facts.findIndex(({label}) => label === 'pending');
	const [scheduled, job] = facts.slice(at, at + 2).map(({text}) => renderMessage(text, shellSegments));
	expect(scheduled).toMatch(/^restart ~.* in 10m/);
	expect(job).toMatch(/^stop .*by the running job "Stop of 2 servers"/);
});
