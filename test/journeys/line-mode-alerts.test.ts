import {expect, test} from 'vitest';
import {alertsHere} from '../helpers/alerts-here.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

test('a server that keeps crashing is announced once, and :alerts says how often it crashed', async () => {
	const stream = await openLineModeApp({seed: {scenarios: ['crash-loop']}});
	await stream.comes(/^WARNING Alpha crashed 3x in 10m/m);
	await stream.pass(60_000);
	expect(stream.output().match(/^WARNING Alpha/gm)).toHaveLength(1);
	await stream.line(':alerts');
	await stream.comes(/Alpha, [^\n]*crashed \d+x in 10m/);
	await stream.line(':acknowledge Alpha');
	await stream.comes(/acknowledged/i);
	await stream.line(':timeline');
	await stream.comes(/Alpha.*crashed \d+x/);
});

test('alerts are sent in line mode, and one that could not be delivered is printed', async () => {
	const {sent, failing, openAlerts} = alertsHere({problem: 'the webhook on hooks.example answered 404'});
	const stream = await openLineModeApp({openAlerts});
	await stream.comes('SERVERS 3 servers', 'feed LIVE');
	await stream.pass(20_000);
	stream.demo.faults.nodeOffline('node-1', true);
	await stream.comes(
		/^NODE eu-1 OFFLINE/m,
		'Alert not delivered: the webhook on hooks.example answered 404.',
	);
	expect(sent).toContain('[TEST] Down: node eu-1 OFFLINE (2 servers: Alpha, Bravo)');
	failing.problem = undefined;
	await stream.line(':alerts');
	await stream.pass(90_000);
	expect(sent).toHaveLength(2);
	stream.demo.faults.nodeOffline('node-1', false);
	await stream.comes(/^NODE eu-1 back ONLINE after/m);
	await stream.pass(110_000);
	expect(sent.at(-1)).toBe('[TEST] Back: node eu-1 ONLINE');
	expect(stream.output()).not.toContain('not delivered');
});
