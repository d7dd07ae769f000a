import {expect, test} from 'vitest';
import {alertsHere} from '../helpers/alerts-here.ts';
import {openApp} from '../helpers/open-app.ts';

test('sends one alert about an offline node and its servers after a minute, and another when the node is back', async () => {
	const {sent, openAlerts} = alertsHere();
	const screen = await openApp({columns: 120, rows: 40, openAlerts});
	await screen.sees('feed LIVE', /Alpha +CS2 +RUNNING/).waits(20_000);
	screen.demo.faults.nodeOffline('node-1', true);
	await screen.waits(50_000);
	expect(sent).toEqual([]);
	await screen.waits(60_000);
	expect(sent).toEqual(['[demo] Down: node eu-1 OFFLINE (2 servers: Alpha, Bravo)']);
	screen.demo.faults.nodeOffline('node-1', false);
	await screen.waits(110_000);
	expect(sent.slice(1)).toEqual(['[demo] Back: node eu-1 ONLINE']);
});

test('sends no alert about a server that was stopped in this session', async () => {
	const {sent, openAlerts} = alertsHere();
	const screen = await openApp({columns: 120, rows: 40, openAlerts});
	await screen.sees('feed LIVE').press('j', 'X').sees('Stop Alpha').press('enter').sees('updated just now');
	await screen
		.press('tab')
		.sees('[>Stop<]')
		.press('enter')
		.comes(/Alpha +CS2 +STOPPED/);
	await screen.waits(120_000);
	expect(sent).toEqual([]);
});

test('reports an alert that could not be delivered, and shows it in the header until one is delivered', async () => {
	const {sent, failing, openAlerts} = alertsHere({problem: 'the webhook on hooks.example answered 404'});
	const screen = await openApp({columns: 120, rows: 40, openAlerts});
	await screen.sees('feed LIVE', /Alpha +CS2 +RUNNING/).waits(20_000);
	screen.demo.faults.nodeOffline('node-1', true);
	await screen.waits(60_000);
	await screen
		.comes('Alert not delivered: the webhook on hooks.example answered 404.')
		.sees('alerts FAILED')
		.waits(30_000)
		.sees('alerts FAILED');
	failing.problem = undefined;
	await screen.waits(60_000).seesNot('alerts FAILED');
	expect(sent).toHaveLength(2);
});
