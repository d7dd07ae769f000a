import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

const fleet = {
	...eightServers,
	servers: eightServers.servers.map(server =>
		server.id === 'isl-8' ? {...server, state: 'OFFLINE' as const} : server,
	),
};

test.each([
	[80, 24],
	[120, 40],
])(
	'at %ix%i the dashboard opens the subjects of its rows, and reads only the schedules of automations',
	async (columns, rows) => {
		const screen = await openApp({columns, rows, seed: {fleet}});
		await screen.sees('feed LIVE');
		const before = screen.asked().length;
		await screen.press('0').sees('DASHBOARD', '7 up', '1 DOWN', /└─/, /alert .*isl-8 +STOPPED/);
		await screen.sees(/due +nothing is scheduled/, /job +no job is running/, /event +/);
		const reads = screen.asked().slice(before);
		expect(new Set(reads.map(({path}) => path.replace(/[^/]+$/, 'ID')))).toEqual(
			new Set(['/automation/by-team/ID']),
		);
		await screen
			.press('d')
			.sees('DETAILS', /where +isl-8/)
			.press('esc')
			.seesNot('DETAILS');
		await screen.press('enter').sees('CONSOLE isl-8').press('0').sees('DASHBOARD');
		await screen.press('j', 'enter').sees('AUTOMATIONS').press('0', 'j', 'enter').sees('No jobs');
	},
);

test('in line mode :dashboard says the same without a chart', async () => {
	const stream = await openLineModeApp({seed: {fleet}});
	await stream.comes('feed LIVE', 'SERVERS 8 servers');
	await stream.line(':dashboard');
	await stream.comes(
		/alert, .*isl-8, STOPPED/,
		'job, no job is running',
		/DASHBOARD \d+, 7 up 1 DOWN, .*last 12 hours: /,
	);
	await stream.line(':dashboard what:alert');
	await stream.comes('DASHBOARD 1,');
	expect(await stream.line(':dashboard what:job')).not.toMatch(/isl-8|│/);
});
