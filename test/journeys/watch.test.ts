import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp} from '../helpers/open-app.ts';

test('a watched command highlights changes, stays visible, and ends with its key', async () => {
	let call = 0;
	const screen = await openApp({
		columns: 120,
		rows: 40,
		seed: {fleet: eightServers},
		between: async (request, service) => {
			if (!new URL(request.url).pathname.endsWith('/rcon')) return service();
			call++;
			const {command} = (await request.json()) as {command: string};
			const response = call === 1 ? 'No Players Connected' : '0. Bob, 0002a1';
			const said = {command, response, commandId: `said ${call}`};
			return Response.json({serverId: 'isl-1', command: said});
		},
	});
	await screen
		.sees('feed LIVE', 'isl-8')
		.press('w')
		.sees('Watch a command on isl-1', 'ListPlayers')
		.waits(500);
	await screen.press('tab').type('10').press('enter').sees('Ends after about 30m').waits(500);
	await screen.press('tab', 'enter').sees('watch "ListPlayers" every 10s on 1  changes 0');
	await screen.comes('changes 1').press('o').waits(500);
	await screen.sees('Watch ListPlayers every 10s', 'running', '* joined: Bob', '* 0. Bob, 0002a1', 'changed');
	await screen.press('A').sees(' ago: you ended it').press('esc').seesNot('changes 1');
	await screen.sees(/probe > ListPlayers/);
	const before = screen.asked('/rcon').length;
	await screen.waits(60_000);
	expect(screen.asked('/rcon')).toHaveLength(before);
});

test('a watch continues through an outage of the service, and reports its match', async () => {
	const screen = await openApp({columns: 80, rows: 24, seed: {fleet: eightServers}});
	await screen.sees('feed LIVE').press('w').waits(500).press('enter').waits(750).press('tab', 'enter');
	await screen.sees('watch "ListPlayers" changes 0').comes('Mossback').waits(5000);
	screen.demo.faults.feedDown(true);
	screen.demo.faults.slowRcon('isl-1', 60_000);
	await screen
		.comes('changes 1')
		.press('o')
		.waits(500)
		.sees('TIMEOUT 5s - may have run', '2 of 600 commands sent');
	screen.demo.faults.slowRcon('isl-1', 0);
	await screen.press('esc').comes('changes 2').press('o').waits(500).seesNot('TIMEOUT');
});
