import {expect, test} from 'vitest';
import type {Alert, AlertDelivery, AlertPort} from '../../src/app/kernel/alert-port.ts';
import {alertText} from '../../src/app/alerts/alert-text.ts';
import {openApp} from '../helpers/open-app.ts';

/** Alerts that end here, or fail for this reason. */
function alertsHere({problem}: {problem?: string} = {}) {
	const sent: string[] = [];
	const failing = {problem};
	const port: AlertPort = {
		rules: {forMs: 60_000, maxPerHour: 20, quietHours: undefined},
		claim: async () => true,
		recall: async () => undefined,
		remember: () => {},
		send: async (alert: Alert): Promise<AlertDelivery[]> => {
			sent.push(alertText(alert).replaceAll(/ since \d\d:\d\d/g, ''));
			return [{target: 'webhook', problem: failing.problem}];
		},
		release: () => {},
	};
	return {sent, failing, openAlerts: async () => port};
}

test('a node that goes away is told once with its servers, after a minute; its return is told as well', async () => {
	const {sent, openAlerts} = alertsHere();
	const screen = await openApp({columns: 120, rows: 40, openAlerts});
	await screen.sees('feed LIVE', /Alpha +CS2 +ONLINE/).waits(20_000);
	screen.demo.faults.nodeOffline('node-1', true);
	await screen.waits(50_000);
	expect(sent).toEqual([]);
	await screen.waits(60_000);
	expect(sent).toEqual(['[demo] Down: node eu-1 OFFLINE (2 servers: Alpha, Bravo)']);
	screen.demo.faults.nodeOffline('node-1', false);
	await screen.waits(110_000);
	expect(sent.slice(1)).toEqual(['[demo] Back: node eu-1 ONLINE']);
});

test('a server that is stopped here is nothing to tell', async () => {
	const {sent, openAlerts} = alertsHere();
	const screen = await openApp({columns: 120, rows: 40, openAlerts});
	await screen.sees('feed LIVE').press('j', 'X').sees('Stop Alpha').press('enter').sees('updated just now');
	await screen
		.press('tab')
		.sees('[>Stop<]')
		.press('enter')
		.comes(/Alpha +CS2 +OFFLINE/);
	await screen.waits(120_000);
	expect(sent).toEqual([]);
});

test('an alert that is not delivered is said, and stays in the header until one is', async () => {
	const {sent, failing, openAlerts} = alertsHere({problem: 'the webhook on hooks.example answered 404'});
	const screen = await openApp({columns: 120, rows: 40, openAlerts});
	await screen.sees('feed LIVE', /Alpha +CS2 +ONLINE/).waits(20_000);
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
