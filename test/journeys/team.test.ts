import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';
import {threeServers} from '../helpers/three-servers.ts';

const size = {columns: 120, rows: 40} as const;
const team = {
	...threeServers.team,
	members: [
		...threeServers.team.members,
		{id: 'tom', name: 'Tom', email: 'tom@guild.example', permissions: ['ACCESS_SERVERS' as const]},
	],
};
const seed = {fleet: {...threeServers, team}};

test('7 shows the members and their permissions, and x reveals the addresses', async () => {
	const screen = await openApp({...size, seed});
	await screen
		.sees('feed LIVE')
		.press('7')
		.comes('TEAM ', /owner +Mina +everything/, /member +Tom +sees servers/);
	await screen.sees(/limit +servers +3 of 60/, /permissions +everything/).seesNot('@guild.example');
	await screen.press('x').sees('mina@').press('1', '7').seesNot('mina@');
});

test('an invitation is checked, reviewed, sent, and listed', async () => {
	const screen = await openApp({...size, seed});
	await screen.sees('feed LIVE').press('7').comes('Tom').press('I').sees('Invite to Dev Guild');
	await screen.type('lea').press('enter').sees('It is not an email address.');
	await screen.type('@guild.example').press('enter').sees('/invite', 'lea@guild.example is invited to join');
	await screen
		.press('tab', 'enter')
		.comes('lea@guild.example was invited.')
		.comes(/invited +lea/);
});

test('kicking asks for the name, and removes the member from the list', async () => {
	const screen = await openApp({...size, seed});
	await screen.sees('feed LIVE').press('7').comes('Tom').press('/').type('kind:member').press('enter', 'K');
	await screen.sees('Kick Tom', 'Type Tom to confirm').type('Tom').press('tab', 'tab', 'enter');
	await screen
		.comes('Tom was removed from the team.')
		.press('esc')
		.comes(/owner +Mina/)
		.seesNot('member      Tom');
});

test('credentials without permissions see the missing permission and why an action was refused', async () => {
	const screen = await openApp({...size, seed, credentials: 'readOnlyToken'});
	await screen
		.sees('feed LIVE')
		.press('7')
		.comes('Tom')
		.press('I')
		.sees('Invite to')
		.type('lea@guild.example');
	await screen
		.press('enter')
		.sees('Do nothing')
		.press('tab', 'enter')
		.comes('[missingPermission.MANAGE_TEAM]');
	await screen.press('esc', 'j', 'j').sees('MANAGE_TEAM missing');
	await screen.sees(/cannot +invite, kick/, /may +see servers and/);
});

test('an unreadable team keeps the known data, with its age and the reason', async () => {
	const screen = await openApp({...size, seed});
	await screen.sees('feed LIVE').press('7').comes('Tom');
	screen.demo.faults.failNext(503, {}, {times: 20});
	await screen
		.press('r')
		.comes(/updated \d+s ago: /)
		.sees('Tom');
});

test('2,000 members are paged, and filtered by permission', async () => {
	const many = Array.from({length: 2000}, (_, index) => ({
		id: `u-${index}`,
		name: `player-${String(index).padStart(4, '0')}`,
		email: `${index}@guild.example`,
		permissions: [index === 1500 ? ('MANAGE_NODES' as const) : ('ACCESS_SERVERS' as const)],
	}));
	const crowd = {...threeServers, team: {...team, members: [...team.members, ...many]}};
	const screen = await openApp({columns: 80, rows: 24, seed: {fleet: crowd}});
	await screen
		.sees('feed LIVE')
		.press('7')
		.comes('player-0000')
		.press('pagedown', 'pagedown')
		.sees('player-0010');
	await screen.press('/').type('about:nodes').press('enter').sees('player-1500').seesNot('player-0010');
	expect(screen.rows()).toHaveLength(24);
});

test('credentials without a team are explained on its screen, and r retries', async () => {
	const screen = await openApp({...size, credentials: 'teamlessToken'});
	await screen.sees('TEAM_NOT_FOUND').press('7').sees('These credentials belong to no team', 'r retries');
	const before = screen.asked('/team/my').length;
	await screen.press('r').comes('TEAM_NOT_FOUND');
	expect(screen.asked('/team/my').length).toBeGreaterThan(before);
});
