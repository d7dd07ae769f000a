import {expect, test} from 'vitest';
import {openApp, type Screen} from '../helpers/open-app.ts';
import {withAutomations} from '../helpers/automations.ts';
import {threeServers} from '../helpers/three-servers.ts';

const openList = async (columns: number, rows: number, fleet = withAutomations): Promise<Screen> => {
	const screen = await openApp({columns, rows, seed: {fleet}, env: {TZ: 'UTC'}});
	await screen.sees('feed LIVE').press('6').sees('AUTOMATIONS');
	return screen;
};

test('C creates a nightly restart from lines: when, where, what, with a preview of each and a review in words', async () => {
	const screen = await openList(80, 24, threeServers);
	await screen.press('C').sees('Create an automation', 'When', 'only when triggered').type('Nightly');
	await screen
		.press('tab')
		.type('05:00')
		.sees(/every day at 05:00; next 11-21, 11-22, 11-23 at 05:00/);
	await screen.press('tab').type('state:ONLINE').sees('2 servers: Alpha, Bravo');
	await screen.press('tab', 'right').sees(/2 servers, \d empty now: Alpha, Bravo/);
	await screen.press('tab', 'right', 'tab');
	await screen.type('announce Restart in one minute').press('tab').type('wait 1m').press('tab');
	await screen.type('command save-all').press('tab').type('restart').sees('Step 5').press('enter');
	await screen.sees(
		'every day at 05:00',
		'2 servers: Alpha, Bravo',
		'1. continue only on empty servers',
		'2. announce "Restart in one minute"',
		'3. wait 1m',
		'5. restart, one server at a time',
		'>Do nothing<',
	);
	expect(screen.asked('/automation/create')).toHaveLength(0);
	await screen.press('tab', 'enter').comes('Nightly was created.', 'AUTOMATIONS 1');
	const [request] = screen.asked('/automation/create');
	expect(request?.body).toEqual({
		name: 'Nightly',
		enabled: false,
		targets: {state: 'ONLINE'},
		workflow: [
			{type: 'ONLY_EMPTY'},
			{type: 'ANNOUNCE', message: 'Restart in one minute'},
			{type: 'WAIT', seconds: 60},
			{type: 'RCON', command: 'save-all', awaitMode: 'ALWAYS'},
			{type: 'RESTART', atOnce: 1},
		],
		trigger: {type: 'CRON', cron: '0 5 * * *', timezone: 'UTC'},
		teamId: 'team',
	});
});

test('E shows an automation in lines, and sends what was not changed as it was', async () => {
	const screen = await openList(120, 40);
	await screen
		.press('G')
		.sees('Thursday')
		.press('E')
		.sees('Edit Weekly update', '0 0 18 ? * THU Europe/Berlin');
	await screen.sees(
		'(UTC)',
		'3 servers: Alpha, Bravo, Charlie',
		'{"type":"UPDATE","deep":{"kept":[1,{"odd":null}]}}',
	);
	await screen.press('tab', 'tab', 'tab', 'tab', 'tab').press('ctrl+o').sees('Step 3').type('stop Back soon');
	await screen.press('enter').sees('Changes workflow', '1. stop after the message "Back soon"');
	await screen.press('tab', 'enter').comes('Weekly update was saved.');
	const [edit] = screen.asked('/automation/auto-weekly');
	expect(edit?.body).toMatchObject({
		targets: {all: true},
		workflow: [
			{type: 'STOP', message: 'Back soon'},
			{type: 'UPDATE', deep: {kept: [1, {odd: null}]}},
		],
		trigger: {cron: '0 0 18 ? * THU', timezone: 'Europe/Berlin'},
	});
});

test('a line that cannot be read is explained below it, and nothing is sent', async () => {
	const screen = await openList(80, 24, threeServers);
	await screen
		.press('C')
		.sees('Create an automation')
		.type('x')
		.press('tab')
		.type('every 45m')
		.press('enter');
	await screen
		.sees('"45m" does not divide an hour or a day evenly.')
		.press('ctrl+u')
		.type('30m')
		.press('tab');
	await screen.type('Zulu').press('tab', 'tab', 'tab').type('dance').press('enter');
	await screen.sees('Unknown step "dance". Use', 'There is no server "Zulu".');
	await screen
		.press('ctrl+r')
		.seesNot('Unknown step')
		.press('ctrl+u')
		.type('restart')
		.press('enter')
		.sees('There is no server "Zulu".');
	await screen.press('esc').sees('Press Esc again to discard', 'Zulu');
	await screen
		.type('x')
		.press('esc')
		.sees('Press Esc again to discard')
		.press('esc')
		.sees('nothing was sent')
		// Longer than that is said.
		.waits(5500)
		.seesNot('again to discard');
	expect(screen.asked('/automation/create')).toHaveLength(0);
});

test('the review shows steps that no run could perform, and the local service refuses them', async () => {
	const screen = await openList(100, 30, threeServers);
	await screen
		.press('C')
		.sees('Create an automation')
		.type('Round')
		.press('tab', 'tab')
		.type('all state:ONLNE');
	await screen.press('tab', 'tab', 'tab').type('announce {minutes} left').press('enter');
	await screen.sees(
		'Problems',
		'targets.state: unknown state "ONLNE"',
		'workflow.0.message: automation.expression_error',
		'name minutes. Known: teamName',
	);
	await screen.press('tab', 'enter').sees('validation.failed').seesNot('was created');
	expect(screen.asked('/automation/create')).toHaveLength(1);
});

test('the form fits into 60x20, the focus stays visible, and keys typed ahead never confirm', async () => {
	const screen = await openList(60, 20, threeServers);
	await screen.press('C').sees('Create an automation').type('Crash').press('tab').type('on crash');
	await screen.sees('when a server leaves ONLINE').press('tab').type('source');
	await screen.sees('the server whose state changed').press('tab', 'tab', 'tab');
	await screen
		.type('webhook {join(targets.active.names)} crashed')
		.press('tab')
		.type('start')
		.sees('> Step 2');
	await screen.burst('\r\t\r\r').waits(5000);
	expect(screen.asked('/automation/create')).toHaveLength(0);
	await screen.sees('Do nothing', 'when a server leaves ONLINE');
});

test('the review of an automation without servers and steps says that it does nothing', async () => {
	const screen = await openList(80, 24, threeServers);
	await screen.press('C').sees('Create an automation').type('Later').press('enter');
	await screen.sees(/Servers +no servers at the moment/, /Steps +none: a run does nothing/, '>Do nothing<');
});

test('a created automation becomes the current one, so that T triggers it and not the one before', async () => {
	const screen = await openList(80, 24);
	await screen.press('C').sees('Create an automation').type('Zulu time').press('enter').sees('>Do nothing<');
	await screen
		.press('tab', 'enter')
		.comes('Zulu time was created.', /> Zulu time/)
		.press('T');
	await screen.sees('Trigger Zulu time');
});
