import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';
import {withAutomations} from '../helpers/automations.ts';
import {threeServers} from '../helpers/three-servers.ts';

const seed = {fleet: withAutomations};

test('6 shows the automations: on or off, the trigger in words, the next run, and the details', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed});
	await screen.sees('feed LIVE').press('6').sees('AUTOMATIONS 3', 'Check the scrim', 'manual');
	expect(screen.row('Status round')).toMatch(/on .*every 1m.* in \d+[sm]/);
	expect(screen.row('Weekly update')).toContain('OFF');
	await screen.press('j').sees('Asks Alpha how it is.', /targets +Alpha/, 'timeout  1m 30s', 'wait 20s');
	await screen.press('j').sees('deep.kept.2.odd: null', 'Europe/Berlin', 'on Thursday');
});

test('Enter shows the runs of an automation, live while one is in progress', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed});
	await screen
		.sees('feed LIVE')
		.press('6')
		.sees('AUTOMATIONS 3')
		.press('j')
		.sees('AUTOMATIONS 3', 'Asks Alpha')
		.press('enter');
	await screen.sees('RUNS', 'of Status round', 'It has not run yet.');
	await screen.comes('RUNNING', '2/3', '[####--------] 1/3', 'step 2', 'running', '1 step left');
	await screen.comes('SUCCEEDED', '3/3', 'notify the team').seesNot('progress');
	await screen.press('esc').sees('AUTOMATIONS 3');
	expect(screen.row('Status round')).toContain('SUCCEEDED');
});

test('without a feed, runs are polled, faster while one is in progress, until the screen is closed', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed, feed: 'off'});
	// The list is not there yet when nothing else was read before.
	await screen.sees('Alpha').press('6').sees('AUTOMATIONS 3').press('j').sees('Asks Alpha');
	await screen.press('enter').comes('RUNNING', 'SUCCEEDED');
	const count = () => screen.asked('automation-run').length;
	await screen.press('1').waits(500);
	const before = count();
	await screen.waits(40_000);
	expect(count() - before).toBeLessThanOrEqual(1);
});

test('T triggers after a review of the request, the steps and the command line, and shows that the run fails', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed});
	await screen
		.sees('feed LIVE')
		.press('6')
		.sees('AUTOMATIONS 3')
		.press('T')
		.sees('Trigger Check the scrim', 'Servers');
	await screen
		.press('enter')
		.sees(
			'POST /automation/auto-check/trigger/manual',
			'Runs on  Charlie',
			"rcondeck automation trigger --yes 'Check the scrim'",
		);
	await screen.press('tab', 'enter').comes('Check the scrim was triggered.').press('enter');
	await screen.comes('FAILED on Charlie', 'The server is not', 'dropped out');
	expect(screen.asked('/trigger/manual')).toHaveLength(1);
});

test('T accepts other servers, and asks for the name before steps that disrupt players', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed});
	await screen
		.sees('feed LIVE')
		.press('6')
		.sees('AUTOMATIONS 3')
		.press('G')
		.sees('Thursday')
		.press('T')
		.sees('Trigger Weekly update')
		.type('Zulu');
	await screen.press('enter').sees('There is no server "Zulu".').press('ctrl+u').type('Alpha').press('enter');
	await screen
		.sees('--target Alpha --yes', 'Type Weekly update to confirm')
		.press('esc')
		.seesNot('Type Weekly');
	expect(screen.asked('/trigger/manual')).toHaveLength(0);
});

test('E sends every field back unchanged, and the service stores it', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed});
	await screen
		.sees('feed LIVE')
		.press('6')
		.sees('AUTOMATIONS 3')
		.press('G')
		.sees('Thursday')
		.press('E')
		.sees('Edit Weekly update', '3 servers');
	await screen
		.press('end')
		.type('s')
		.press('enter')
		.sees('Changes name', '{"type":"UPDATE","deep":{"kept":[1,{"odd":null}]}}');
	await screen.press('tab', 'enter').comes('Weekly updates was saved.');
	const [edit] = screen.asked('/automation/auto-weekly');
	expect(edit?.body).toMatchObject({
		name: 'Weekly updates',
		enabled: false,
		targets: {all: true},
		workflow: [{type: 'UPDATE', deep: {kept: [1, {odd: null}]}}],
		trigger: {cron: '0 0 18 ? * THU', timezone: 'Europe/Berlin'},
	});
});

test('C creates an automation, which is off by default', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed: {fleet: threeServers}});
	await screen.sees('feed LIVE').press('6').sees('Dev Guild has no automations.', 'C creates one');
	await screen.press('C').sees('Create an automation', 'Ctrl-X').type('Night').press('enter');
	await screen.sees('POST /automation/create', '"enabled":false', 'It is disabled').press('tab', 'enter');
	await screen.comes('Night was created.', 'AUTOMATIONS 1', 'OFF');
});

test('X asks a run to stop', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed});
	await screen
		.sees('feed LIVE')
		.press('6')
		.sees('AUTOMATIONS 3')
		.press('j')
		.sees('Asks Alpha')
		.press('enter')
		.comes('RUNNING')
		.press('X');
	await screen
		.sees('Cancel the run of Status round')
		.press('tab', 'enter')
		.comes('CANCELED', '2 steps not finished');
	await screen.press('X').sees('This run has ended.');
});

test('runs are filtered by status and period, and paged by the service', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed});
	await screen.sees('feed LIVE').press('6').sees('AUTOMATIONS 3').press('j').sees('Asks Alpha');
	for (let run = 0; run < 23; run++) {
		const headers = {
			'Application-Token': screen.demo.credentials.token,
			'Content-Type': 'application/json',
		};
		const body = JSON.stringify({targetIds: []});
		const url = 'http://demo/automation/auto-check/trigger/manual';
		await screen.demo.fetch(new Request(url, {method: 'POST', headers, body}));
	}
	await screen.press('*').sees('RUNS 20  of all automations', 'page 1 of 2, 23 runs').press('pagedown');
	await screen.sees('RUNS 3', 'page 2 of 2').press('pagedown').sees('Last page');
	await screen.press('pageup').sees('RUNS 20').press('f').sees('only RUNNING', 'No runs match the filter.');
	await screen.press('f').sees('only FAILED').press('l').sees('the last hour').press('j', 'j', 'enter');
	await screen.sees('from 2026-11-21').press('esc').sees('AUTOMATIONS 3');
	expect(screen.asked('statuses=FAILED&createdFrom=').length).toBeGreaterThan(0);
	await screen.press('f').sees('Enter shows the runs of an automation');
});

test('names the missing permission if the credentials may not read automations, and requests nothing else', async () => {
	const screen = await openApp({columns: 80, rows: 24, seed, credentials: 'noPermissionsToken'});
	await screen.press('6').sees('Not allowed', 'ACCESS_AUTOMATIONS');
});

test('learns from the first refusal that the credentials are read-only', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed, credentials: 'readOnlyToken'});
	await screen.sees('feed LIVE').press('6').sees('AUTOMATIONS 3').press('T').sees('Servers').press('enter');
	await screen
		.sees('trigger/manual')
		.press('tab', 'enter')
		.comes('MANAGE_AUTOMATIONS')
		.press('esc')
		.press('T');
	await screen.sees('Your credentials lack the permission MANAGE_AUTOMATIONS');
});

test('O and P enable and disable the current automation, and D deletes it, each after a review', async () => {
	const screen = await openApp({columns: 120, rows: 40, seed});
	await screen.sees('feed LIVE').press('6').sees('AUTOMATIONS 3').press('j').sees('Asks Alpha');
	await screen.press('O').sees('This automation is already enabled.');
	await screen.press('P').sees('rcondeck', 'automation disable', '>Do nothing<').press('tab', 'enter');
	await screen.comes('Status round was disabled.', /Status round +OFF/);
	await screen.press('O').sees('automation enable', '>Do nothing<').press('tab', 'enter');
	await screen.comes('Status round was enabled.', /Status round +on/);
	await screen.press('D').sees('Delete Status round', 'It will not run again.', '>Do nothing<');
	await screen.press('tab', 'enter').comes('Status round was deleted.', 'AUTOMATIONS 2');
});
