import {expect, test} from 'vitest';
import {alertVariables, formatOfHost, webhookBody} from '../../../src/app/alerts/payloads.ts';
import {quietUntil} from '../../../src/app/alerts/engine.ts';
import type {Alert} from '../../../src/app/kernel/state/services.ts';

const alert: Alert = {
	event: 'down',
	at: Date.UTC(2026, 10, 21, 3, 5),
	profile: 'PROD',
	subjects: [
		{
			kind: 'server',
			id: 's1',
			name: 'a & <b> @everyone *x*',
			state: 'OFFLINE',
			node: 'eu-1',
			since: Date.UTC(2026, 10, 21, 3, 4),
		},
		{
			kind: 'node',
			id: 'n2',
			name: 'eu-2',
			state: 'OFFLINE',
			node: undefined,
			since: Date.UTC(2026, 10, 21, 3, 4),
		},
	],
	affected: ['c', 'd'],
};

test('JSON has the cause first in its text, and a field for every fact', () => {
	expect(webhookBody(alert, 'json')).toEqual({
		schema: 1,
		event: 'down',
		text: expect.stringMatching(
			/^\[PROD\] Down: node eu-2 OFFLINE since \d\d:04, a & <b> @everyone \*x\* OFFLINE since \d\d:04 \(2 servers: c, d\)$/,
		) as unknown,
		profile: 'PROD',
		at: '2026-11-21T03:05:00.000Z',
		servers: [
			{
				id: 's1',
				name: 'a & <b> @everyone *x*',
				state: 'OFFLINE',
				node: 'eu-1',
				since: '2026-11-21T03:04:00.000Z',
			},
		],
		nodes: [{id: 'n2', name: 'eu-2', state: 'OFFLINE', since: '2026-11-21T03:04:00.000Z'}],
		affected: ['c', 'd'],
	});
});

test('a name neither formats text nor mentions anyone in Discord', () => {
	const body = webhookBody(alert, 'discord');
	expect(body).toMatchObject({allowed_mentions: {parse: []}});
	expect(JSON.stringify(body)).toContain(String.raw`\\@everyone \\*x\\*`);
});

test('a long text is truncated to the limit of Discord', () => {
	const [subject] = alert.subjects;
	const many = Array.from({length: 10}, (_, n) => ({
		...alert.subjects[0],
		...subject,
		kind: 'server' as const,
		id: `s${n}`,
		name: '*'.repeat(300),
		state: 'OFFLINE',
		node: undefined,
		since: 0,
	}));
	const {content} = webhookBody({...alert, subjects: many}, 'discord') as {content: string};
	expect(content.length).toBeLessThanOrEqual(2000);
	expect(content).toMatch(/[^\\] …$/);
});

test('a name is neither a link nor a mention in Slack', () => {
	expect(JSON.stringify(webhookBody(alert, 'slack'))).toContain('a &amp; &lt;b&gt; @everyone');
});

test.each([
	['discord.com', 'discord'],
	['canary.discord.com', 'discord'],
	['discordapp.com', 'discord'],
	['hooks.slack.com', 'slack'],
	['discord.com.evil.example', 'json'],
	['notdiscord.com', 'json'],
])('the shape for %s is %s', (host, format) => {
	expect(formatOfHost(host)).toBe(format);
});

test('a command gets the same facts as variables, with one name per line', () => {
	const [one] = alert.subjects;
	const two = {...alert, subjects: one ? [one, {...one, id: 's2', name: 'second'}] : []};
	expect(alertVariables(two)).toMatchObject({
		RCONDECK_ALERT_EVENT: 'down',
		RCONDECK_ALERT_SERVERS: 'a & <b> @everyone *x*\nsecond',
		RCONDECK_ALERT_SERVER_IDS: 's1\ns2',
		RCONDECK_ALERT_NODES: '',
	});
});

test.each([
	['23:00-07:00', '22:59', undefined],
	['23:00-07:00', '23:00', '07:00 tomorrow'],
	['23:00-07:00', '03:00', '07:00'],
	['23:00-07:00', '07:00', undefined],
	['12:00-13:30', '12:15', '13:30'],
	['12:00-13:30', '13:30', undefined],
])('the quiet hours %s at %s last until %s', (hours, time, end) => {
	const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
	const [from = '', to = ''] = hours.split('-');
	const until = quietUntil(
		{from: minutes(from), to: minutes(to)},
		new Date(2026, 10, 21, 0, minutes(time)).getTime(),
	);
	const days = end?.endsWith('tomorrow') ? 1 : 0;
	expect(until).toBe(end && new Date(2026, 10, 21 + days, 0, minutes(end)).getTime());
});
