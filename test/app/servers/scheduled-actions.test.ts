import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {NodeTask} from '../../../src/contract/models/node.ts';
import {
	scheduledActionOf,
	scheduledSentence,
	scheduledText,
} from '../../../src/app/servers/scheduled-actions.ts';
import {after, startAt} from '../../helpers/builders.ts';

const minute = 60_000;
const task = (over: object = {}) =>
	NodeTask.parse({
		id: 't1',
		type: 'TIMED_RESTART',
		state: 'RUNNING',
		nodeId: 'n1',
		targetIds: ['a'],
		context: {delay: 10},
		createdAt: new Date(startAt).toISOString(),
		cancellable: true,
		...over,
	});
const read = (tasks: NodeTask[], at = startAt) =>
	({type: 'scheduled/read', nodeId: 'n1', serverIds: ['a', 'b'], from: at, at, tasks}) as const;
const scheduled = {
	type: 'scheduled/added',
	serverId: 'a',
	action: 'stop',
	at: startAt + 5 * minute,
	sentAt: startAt,
	jobId: undefined,
	before: [],
} as const;

test('a scheduled task of a node is pending until its time, and can be canceled', () => {
	const action = scheduledActionOf(after(read([task()])).scheduled, 'a');
	expect(action).toMatchObject({
		action: 'restart',
		at: startAt + 10 * minute,
		source: 'node',
		task: {id: 't1', nodeId: 'n1'},
	});
	if (!action) throw new Error('nothing is pending');
	expect(scheduledText(action, startAt + 2.5 * minute, false)).toBe('rst ~8m');
	expect(scheduledText(action, startAt + 2.5 * minute, true)).toBe('R 8m');
	expect(scheduledText(action, startAt + 9.5 * minute, false)).toBe('rst ~30s');
	expect(renderWithKeys(scheduledSentence(action, startAt, true), usualKeymap)).toBe(
		'restart ~03:10Z, in 10m (reported by its node; u cancels it)',
	);
});

test('a finished, unrelated or immediate task is not pending', () => {
	const tasks = [
		task({state: 'SUCCEEDED'}),
		task({id: 't2', type: 'BACKUP', targetIds: ['b']}),
		task({id: 't3', context: null, targetIds: ['c']}),
	];
	expect(after(read(tasks)).scheduled.tasks).toEqual(new Map());
});

test('the feed adds a task at once, and removes it when it ends', () => {
	const received = {type: 'scheduled/received', tasks: new Map([['t1', task()]])} as const;
	expect(scheduledActionOf(after(received).scheduled, 'a')?.action).toBe('restart');
	const ended = {
		type: 'scheduled/received',
		tasks: new Map([['t1', task({state: 'CANCELED'})]]),
	} as const;
	expect(scheduledActionOf(after(scheduled, received, ended).scheduled, 'a')).toBeUndefined();
});

test('shows an action that this session scheduled until its node reports more, or its time has passed', () => {
	expect(scheduledActionOf(after(scheduled).scheduled, 'a')).toMatchObject({
		action: 'stop',
		source: 'here',
		task: undefined,
	});
	expect(scheduledActionOf(after(scheduled, read([], startAt + 5000)).scheduled, 'a')).toBeDefined();
	expect(scheduledActionOf(after(scheduled, read([], startAt + 15_000)).scheduled, 'a')).toBeUndefined();
	const passed = {type: 'scheduled/passed', now: startAt + 6 * minute} as const;
	expect(scheduledActionOf(after(scheduled, passed).scheduled, 'a')).toBeUndefined();
});

test('a poll without changes repaints nothing', () => {
	const first = after(read([task()]));
	const again = after(read([task()]), read([task()], startAt + 15_000));
	expect(again.scheduled.tasks).toEqual(first.scheduled.tasks);
});

test.each<[string, NodeTask[], {taskId?: string; isUnclear?: boolean}, number?]>([
	['the only new one', [task({type: 'TIMED_SHUTDOWN', context: {delay: 5}})], {taskId: 't1'}],
	[
		'requested before the service had accepted ours',
		[task({type: 'TIMED_SHUTDOWN', context: {delay: 5}})],
		{},
		-1,
	],
	['one that was known before', [task({id: 'old', type: 'TIMED_SHUTDOWN', context: {delay: 5}})], {}],
	['with another delay', [task({type: 'TIMED_SHUTDOWN', context: {delay: 6}})], {isUnclear: true}],
	['of another kind', [task({context: {delay: 5}})], {isUnclear: true}],
	[
		'beside one that has just been canceled',
		[
			task({type: 'TIMED_SHUTDOWN', context: {delay: 5}}),
			task({id: 't2', type: 'TIMED_SHUTDOWN', context: {delay: 5}, state: 'CANCELED'}),
		],
		{isUnclear: true},
	],
	[
		'beside one that ended long ago',
		[
			task({type: 'TIMED_SHUTDOWN', context: {delay: 5}}),
			task({id: 't2', createdAt: new Date(startAt - 60 * minute).toISOString(), state: 'SUCCEEDED'}),
		],
		{taskId: 't1'},
	],
])('a task counts as ours only with proof: %s', (_, tasks, found, fromMs = 0) => {
	const state = after({...scheduled, before: ['old']}, {...read(tasks), from: startAt + fromMs});
	expect(state.scheduled.own.get('a')).toMatchObject({taskId: undefined, isUnclear: false, ...found});
});
