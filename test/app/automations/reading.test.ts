import {formatElapsed} from '../../../src/lib/time/ago.ts';
import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {AutomationRun} from '../../../src/contract/models/automation.ts';
import {outline, stepsOutline} from '../../../src/app/kernel/screens/outline.ts';
import {durationMs, isOver, stepText, targetsText} from '../../../src/app/automations/run.ts';
import {momentsText, nextText, describeTrigger} from '../../../src/actions/automation-trigger.ts';
import {loadCron} from '../../../src/lib/time/cron.ts';
import {startAt} from '../../helpers/builders.ts';
import {duration, message, ratio} from '../../../src/messages/text.ts';

const triggers: [name: string, trigger: unknown, words: string, upcoming: number][] = [
	['none', null, 'manual', 0],
	[
		'a pattern with a time zone',
		{cron: '0 5 * * *', timezone: 'Europe/Berlin'},
		'every day at 05:00, Europe/Berlin',
		5,
	],
	[
		'a pattern without a time zone',
		{type: 'CRON', cronExpression: '*/2 * * * *'},
		'every 2 minutes, UTC assumed',
		5,
	],
	[
		'a time zone that the service does not read',
		{cron: '0 5 * * *', timeZone: 'Europe/Berlin'},
		'every day at 05:00, UTC assumed',
		5,
	],
	['a bare pattern', '0 5 * * *', 'every day at 05:00, UTC assumed', 5],
	[
		'a state change',
		{type: 'STATE_CHANGE', to: ['OFFLINE', 'UNKNOWN'], from: 'ONLINE'},
		'when a server leaves ONLINE and becomes OFFLINE or UNKNOWN',
		0,
	],
	['any state change', {kind: 'state-change'}, 'when a server becomes another state', 0],
	['an unknown type', {type: 'MOON_PHASE', phase: 'full'}, 'MOON_PHASE (see its details)', 0],
	['something else', {odd: 1}, 'of an unknown type', 0],
	['a number', 7, '7', 0],
];

test.each(triggers)('describes %s', async (_name, trigger, words, upcoming) => {
	const read = describeTrigger(trigger, await loadCron(), startAt);
	expect(read.words).toBe(words);
	expect(read.upcoming).toHaveLength(upcoming);
});

test('shows an invalid pattern unchanged with the reason', async () => {
	const {words} = describeTrigger({cron: 'at dawn'}, await loadCron(), startAt);
	expect(words).toMatch(/^at dawn: ./);
});

test('counts down to the next run, which is due once its time has passed', () => {
	expect(nextText([startAt + 40_000, startAt + 100_000], startAt)).toEqual(message`in ${duration(40_000)}`);
	expect(nextText([startAt + 40_000, startAt + 100_000], startAt + 50_000)).toEqual(
		message`in ${duration(50_000)}`,
	);
	expect(nextText([startAt], startAt + 1)).toBe('due');
	expect(nextText([], startAt)).toBeUndefined();
});

test('omits nothing from a value with an open shape', () => {
	const value = {
		all: true,
		none: null,
		empty: {},
		nothing: [],
		text: '',
		ids: ['a', 'b'],
		deep: [{x: [1, {y: 'z'}]}],
	};
	const named = (text: string) => (text === 'a' ? 'ark-1 (a)' : text);
	expect(outline('targets', value, false, named)).toEqual([
		{label: 'targets', text: 'all: true'},
		{label: '', text: 'none: null'},
		{label: '', text: 'empty: {}'},
		{label: '', text: 'nothing: []'},
		{label: '', text: 'text: ""'},
		{label: '', text: 'ids: ark-1 (a), b'},
		{label: '', text: 'deep.1.x.1: 1'},
		{label: '', text: 'deep.1.x.2.y: z'},
	]);
});

test('a step is in words, or starts with its type, and webhook addresses stay hidden until shown on request', () => {
	const steps = [{seconds: 5, type: 'WAIT'}, {kind: 'discord', webhookUrl: 'https://x.example/abc'}, 'odd'];
	const texts = (revealed: boolean) =>
		stepsOutline(steps, revealed).map(({label, text}) =>
			renderWithKeys(message`${label}: ${text}`, usualKeymap),
		);
	expect(texts(false)).toEqual([
		'step 1: wait 5s',
		'step 2: discord   webhookUrl: hidden (x shows it)',
		'step 3: odd',
	]);
	expect(texts(true)[1]).toContain('https://x.example/abc');
});

const run = (given: object) =>
	AutomationRun.parse({
		id: 'r',
		createdAt: '2026-11-21T03:00:00Z',
		workflowSize: 3,
		stepHistory: [{}],
		...given,
	});

test('a run is finished by its status, or by its end time if the status is unknown', () => {
	expect(isOver(run({status: 'RUNNING'}))).toBe(false);
	expect(isOver(run({status: 'TIMEOUTED'}))).toBe(true);
	expect(isOver(run({status: 'ODD'}))).toBe(false);
	expect(isOver(run({status: 'ODD', finishedAt: '2026-11-21T03:00:05Z'}))).toBe(true);
});

test('shows the duration and progress of a run, and how many targets it lost', () => {
	expect(durationMs(run({status: 'RUNNING'}), startAt + 4000)).toBe(4000);
	expect(durationMs(run({status: 'FAILED'}), startAt + 4000)).toBeUndefined();
	expect(stepText(run({status: 'RUNNING'}))).toEqual(ratio(2, 3));
	expect(stepText(run({status: 'FAILED'}))).toEqual(ratio(1, 3));
	expect(targetsText(run({targetIds: {a: true, b: false}}))).toBe('1 of 2');
	expect([3, 12_340, 200_000, 3_720_000, 90_000_000].map(ms => formatElapsed(ms))).toEqual([
		'3ms',
		'12.3s',
		'3m 20s',
		'1h 2m',
		'1d',
	]);
});

test('future times show the day when it differs from the previous one', () => {
	const now = Date.UTC(2026, 10, 21, 18, 30);
	const hour = 3_600_000;
	expect(momentsText([now + hour, now + 2 * hour], now, true)).toBe('19:30:00Z, 20:30:00Z');
	expect(momentsText([now + 5 * hour, now + 6 * hour, now + 30 * hour], now, true)).toBe(
		'23:30:00Z, 11-22 00:30:00Z, 11-23 00:30:00Z',
	);
	expect(momentsText([], now, true)).toBe('');
});

test.each<[trigger: unknown, brief: string]>([
	[null, 'manual'],
	[{cron: '0 5 * * *', timezone: 'Europe/Berlin'}, 'daily 05:00'],
	[{cron: '0 18 * * 4'}, 'Thu 18:00'],
	[{cron: '0 18 * * THU'}, 'Thu 18:00'],
	[{cron: '*/15 * * * *'}, 'every 15m'],
	[{cron: '20 * * * * *'}, 'every 1m'],
	[{type: 'STATE_CHANGE', to: 'RESTARTING'}, 'on RESTARTING'],
	[{type: 'STATE_CHANGE', to: ['OFFLINE', 'UNKNOWN']}, 'on OFFLINE or UNKNOWN'],
	[{type: 'STATE_CHANGE', from: 'ONLINE', to: ['OFFLINE', 'RESTARTING']}, 'on crash'],
	[{type: 'STATE_CHANGE', from: 'ONLINE', to: 'OFFLINE'}, 'on ONLINE -> OFFLINE'],
	[{cron: '0 0 18 ? * THU'}, 'Thu 18:00'],
	[{cron: '0 0 18 ? * 2,5 *'}, 'Mon,Thu 18:00'],
	[{cron: '0 0 18 ? * MON-FRI'}, 'Mon-Fri 18:00'],
	[{cron: '0 18 * * 7'}, 'Sun 18:00'],
	[{cron: '0 5 1,15 * *'}, 'day 1,15 05:00'],
	[{cron: '0 5 1 1 *'}, 'at 05:00, on day 1 of the month, only in January'],
	[{cron: '0 18 * * 4#2'}, 'at 18:00, on the second Thursday of the month'],
])('says %j in few words', async (trigger, brief) => {
	expect(describeTrigger(trigger, await loadCron(), startAt).brief).toBe(brief);
});
