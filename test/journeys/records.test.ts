import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';
import {listing} from '../helpers/listing.ts';

test('an unreadable record is shown with its reason, beside the good ones', async () => {
	const screen = await openApp({
		between: listing(records => [...records, {displayName: 'Broken', id: true}, 'no record at all']),
	});
	await screen.sees('feed LIVE', '2 up 1 DOWN 2 unreadable', /Broken +unreadable: /, /Alpha +CS2 +RUNNING/);
	await screen
		.press('G')
		.sees('CONSOLE Bravo')
		.press('i')
		.type('ListPlayers')
		.press('enter')
		.sees('0  Mossback');
});

test('a repaired record is read again', async () => {
	let isBroken = true;
	const screen = await openApp({
		between: listing(records =>
			isBroken ? records.map(record => (record['id'] === 'alpha' ? {...record, id: null} : record)) : records,
		),
	});
	await screen.sees('1 unreadable', /unreadable: /);
	isBroken = false;
	await screen.comes('2 up 1 DOWN').seesNot('unreadable');
});

test('null, missing and unknown fields hide nothing', async () => {
	const screen = await openApp({
		columns: 120,
		rows: 40,
		between: listing(() => [
			{id: 'bare'},
			{
				id: 'nulls',
				displayName: null,
				state: null,
				gameType: null,
				onlinePlayers: null,
				maxPlayers: null,
				commands: null,
				backups: null,
				nodeName: null,
			},
			{
				id: 'new',
				displayName: 'New',
				state: 'ONLINE',
				onlinePlayers: -2,
				maxPlayers: 10,
				weather: {rain: true},
			},
		]),
	});
	await screen
		.sees('feed LIVE', 'bare', 'nulls', /New +- +ONLINE +\S+ +0\/10/, 'no state')
		.press('d')
		.sees('DETAILS');
	expect(screen.frame()).not.toMatch(/undefined|null |NaN|\[object/);
});

test('unknown states and games are shown as sent, and block nothing', async () => {
	const screen = await openApp({
		between: listing(records =>
			records.map(record =>
				record['id'] === 'alpha' ? {...record, state: 'HIBERNATING', gameType: 'PALWORLD'} : record,
			),
		),
	});
	await screen
		.sees('feed LIVE', /Alpha +PALWORLD +HIBERNATING/, '1 unknown')
		.press('j', 'R')
		.sees('Restart Alpha');
	await screen.press('esc', 'S').sees('Start Alpha', 'POST /server/alpha/start');
});

test('RUNNING and STOPPED mean the same as ONLINE and OFFLINE', async () => {
	const screen = await openApp({seed: {strictSpec: true}});
	await screen.sees('feed LIVE', '2 up 1 DOWN', /Alpha +CS2 +RUNNING/, /Charlie +CS2 +STOPPED/);
	await screen
		.press('S')
		.sees('Start Charlie', 'updated just now')
		.press('tab', 'enter')
		.comes('3 up 0 DOWN');
});

test('servers that leave or join the list leave or join the screen', async () => {
	let isGone = false;
	const screen = await openApp({
		between: listing(records => (isGone ? records.filter(({id}) => id !== 'charlie') : records)),
	});
	await screen.sees('feed LIVE', 'CONSOLE Charlie').press('S').sees('Start Charlie', 'updated just now');
	isGone = true;
	await screen.comes('2 up 0 DOWN').sees('Start Charlie').press('esc').sees('nothing was sent.');
	await screen.waits(30_000).seesNot('Charlie');
	isGone = false;
	await screen.comes('2 up 1 DOWN').sees(/x {2}Charlie/);
});

test('sixty servers scroll under the cursor', async () => {
	const screen = await openApp({columns: 80, rows: 24, seed: {servers: 60}});
	await screen
		.sees('feed LIVE', 'SERVERS 60', '1/60')
		.press('pagedown')
		.seesNot(' 1/60 ')
		.press('G')
		.sees('60/60');
	expect(screen.frame()).toMatch(/^> {3}/m);
	await screen.press('g').sees('1/60', /^>x {2}Charlie/m);
});
