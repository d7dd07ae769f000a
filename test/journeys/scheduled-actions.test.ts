import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {threeServers} from '../helpers/three-servers.ts';

const nightly = {
	...threeServers,
	automations: [
		{
			id: 'auto-nightly',
			name: 'Nightly',
			targets: {serverIds: ['alpha']},
			workflow: [{type: 'NOTIFY', title: 'Now'}, {type: 'RESTART'}],
			trigger: {type: 'CRON', cron: '30 5 * * *'},
		},
	],
};

test('a scheduled restart counts down in the list, also for a second admin, and u cancels it', async () => {
	const screen = await openApp({columns: 100, rows: 30});
	const other = await openApp({beside: screen});
	await screen.sees('feed LIVE').press('j', 'R').sees('Restart Alpha').type('10').press('enter');
	await screen.sees('updated just now').press('tab', 'enter').comes('Alpha: restart in 10m accepted');
	await screen
		.comes(/Alpha .* rst ~10m/)
		.press('d')
		.sees(/pending +restart ~03:1\d,/, 'u cancels it');
	await other.comes(/Alpha .* rst ~10m/);
	await screen
		.press('esc')
		.waits(60_000)
		.sees(/Alpha .* rst ~9m/);
	await screen
		.press('u')
		.sees('Cancel the scheduled restart of Alpha')
		.sees('updated just now')
		.press('tab', 'enter');
	await screen.sees('Alpha: restart cancellation accepted').comes(/Alpha +CS2 +RUNNING/);
	await screen.waits(16_000);
	await screen.seesNot('rst ~');
	await other.seesNot('rst ~');
	expect(screen.asked('/cancel')).toHaveLength(1);
});

test('on a low screen a review opens at its top, where the pending action is, with its buttons in place', async () => {
	const screen = await openApp({columns: 60, rows: 14, seed: {fleet: nightly}});
	await screen.sees('feed LIVE').press('j', 'R').sees('Restart Alpha').type('10').press('tab').type('Soon');
	await screen.press('enter').sees('Target', /Pending +restart at 05:30/, 'Do nothing', 'rows below: PgDn');
	await screen.press('pagedown').sees('rows above: PgUp', 'Do nothing').seesNot('Target');
	await screen.press('pageup').sees('Target', 'rows below: PgDn');
});

test('u says why there is nothing to undo', async () => {
	const screen = await openApp();
	await screen.sees('feed LIVE').press('u').sees('Nothing to undo: nothing is pending or scheduled');
});

test('a review shows the pending action of the server with its author, and offers to cancel it before a certain refusal', async () => {
	const screen = await openApp({columns: 100, rows: 40, seed: {fleet: nightly}});
	const other = await openApp({beside: screen, columns: 120, rows: 40});
	await screen.sees('feed LIVE').press('j', 'R').sees('Restart Alpha').type('10').press('enter');
	await screen.sees(/Pending +restart at 05:30Z?, in \dh \(by the automation "Nightly"\)/);
	await screen.sees('updated just now').press('tab', 'enter').comes('Alpha: restart in 10m accepted');
	await screen
		.comes(/Alpha .* rst ~10m/)
		.press('X')
		.sees('Stop Alpha')
		.press('enter');
	await screen.sees(
		/Pending +restart at 03:\d\dZ?, in \dm \(scheduled in this session\)/,
		/restart at 05:30/,
	);
	await screen.press('esc');
	await other
		.comes(/Alpha .* R \d+m/)
		.press('j', 'R')
		.sees('Restart Alpha')
		.type('5')
		.press('enter');
	await other.sees('(reported by its node, ', 'updated just now');
	await other.sees(
		/Alpha already has a restart scheduled at 03:\d\dZ?/,
		'server.timed_restart_already_scheduled',
	);
	await other.press('tab', 'tab').sees('>Cancel the scheduled action<').press('enter');
	await other.sees('Cancel the scheduled restart of Alpha', 'updated just now').press('tab', 'enter');
	await other.sees('Alpha: restart cancellation accepted');
	expect(screen.asked('/restart')).toHaveLength(1);
});

test('line mode announces a pending action, and asks whether to cancel it first', async () => {
	const lines = await openLineModeApp({seed: {fleet: nightly}});
	await lines.comes('feed LIVE');
	await lines.line(':restart Alpha in 10m saying Soon');
	await lines.comes('restart at 05:30', 'Type yes');
	await lines.line('yes');
	await lines.comes('restart in 10m accepted');
	await lines.pass(20_000);
	await lines.line(':stop Alpha in 5m saying Now');
	await lines.comes(/WARNING Pending: restart at 03:\d\dZ?, in \d minutes \(scheduled in this session\)/);
	await lines.comes('Cancel the scheduled action');
	expect(lines.posts()).toHaveLength(1);
});

test('undo of a job cancels only its own scheduled actions, by task, and names the ones left out', async () => {
	const screen = await openApp({columns: 100, rows: 40, seed: {fleet: eightServers}});
	const other = await openApp({beside: screen, columns: 120, rows: 40});
	await screen.sees('feed LIVE').press('space', 'j', 'space').sees('2 selected').press('R').sees('Restart 2');
	await screen
		.type('10')
		.press('enter')
		.sees('Type 2 to confirm', 'updated just now')
		.type('2')
		.press('enter');
	await screen
		.waits(700)
		.press('enter')
		.comes(/isl-1 .* r\S* ?~?10m/, /isl-2 .* r\S* ?~?10m/);
	// A colleague replaces one of the two, with the same delay.
	await other
		.sees('feed LIVE')
		.comes(/isl-2 .* R \d+m/)
		.press('j', 'u')
		.sees('Cancel the scheduled restart of isl-2');
	await other.sees('reported by its node', 'updated just now').press('tab', 'enter');
	await other.comes('restart cancellation accepted').waits(3000).press('R').sees('Restart isl-2');
	await other
		.type('10')
		.press('enter')
		.sees('updated just now')
		.type('isl-2')
		.press('enter')
		.waits(700)
		.press('enter');
	await other.comes('isl-2: restart in 10m accepted');
	await screen.waits(20_000).press('o').sees('u undo').press('u');
	await screen.sees('Cancel the scheduled restart of isl-1', /Pending +restart .*by the running job/);
	await screen.sees('updated just now', 'Skipped', 'isl-2').press('tab', 'enter');
	await screen.comes('isl-1: restart cancellation accepted').waits(16_000);
	expect(screen.asked('/cancel')).toHaveLength(1);
	await other.comes(/isl-2 .* R \d+m/);
});

test('a review and the handover show the unban that the service sends when a ban for a time ends', async () => {
	const seed = {fleet: eightServers};
	const screen = await openApp({columns: 120, rows: 40, seed});
	const {agentOf, newId, store} = screen.demo.context;
	const ban = (id: string, delayMinutes: number) =>
		store.atomically(() =>
			agentOf('node-2').keepForLater({
				serverId: 'isl-2',
				taskId: newId(),
				command: `UnbanPlayer ${id}`,
				delayMinutes,
				by: undefined,
			}),
		);
	ban('7', 90);
	ban('8', 3000);
	await screen.sees('feed LIVE').press('down', 'R').sees('Restart isl-2').press('enter');
	await screen.comes(/Pending +`UnbanPlayer 7` at 04:\d\dZ?, in \dh \(sent by the service, 1 more later\)/);
	await screen.seesNot('already scheduled').press('esc', 'esc', 'h').sees('Handover');
	await screen.comes(/PENDING +isl-2 {2}`UnbanPlayer 7` due 04:\d\dZ? \(in \dh\)/);
});

test('line mode undoes the only scheduled action of the session without a name, and says so if there is none', async () => {
	const lines = await openLineModeApp({});
	await lines.comes('feed LIVE');
	await lines.line(':undo');
	await lines.comes('Nothing to undo: nothing is pending, and no server is chosen.');
	await lines.line(':restart Alpha in 10m saying Soon');
	await lines.comes('Type yes');
	await lines.line('yes');
	await lines.comes('restart in 10m accepted');
	await lines.line(':undo');
	await lines.comes('Cancel the scheduled restart of Alpha', 'Type yes');
	await lines.line('yes');
	await lines.comes('restart cancellation accepted');
	expect(lines.asked('/cancel')).toHaveLength(1);
});

test('an answer or a command typed onto a dangerous line that waits for Enter sends neither', async () => {
	const lines = await openLineModeApp({});
	await lines.comes('feed LIVE');
	await lines.line(':use Alpha');
	for (const added of ['yes', ':handover']) {
		await lines.line('kick bob');
		await lines.comes('press Enter again');
		await lines.line(added);
		await lines.comes(`Nothing was sent: "${added}" was typed after "kick bob"`);
	}
	expect(lines.asked('/rcon')).toEqual([]);
});
