import {expect, test} from 'vitest';
import {openApp} from '../helpers/open-app.ts';

const nodeDown = {columns: 120, rows: 40, seed: {scenarios: ['node-down' as const]}};

test('a lost node leads the alert line, and ! goes to it and then through the servers', async () => {
	const screen = await openApp(nodeDown);
	await screen
		.sees('feed LIVE', '!! 1 down: Charlie')
		.comes(/!! node eu-1 OFFLINE \d+s \(2 servers, \d players?\)/);
	await screen
		.sees('| 1 down: Charlie')
		.press('!')
		.sees(/> ?eu-1 +OFFLINE/, 'DETAILS');
	await screen.press('!').sees('SERVERS 3', 'CONSOLE Charlie');
	await screen.press('!').sees(/CONSOLE (Alpha|Bravo)/);
	await screen
		.press('!')
		.sees(/CONSOLE (Alpha|Bravo)/)
		.press('!')
		.sees(/> ?eu-1 +OFFLINE/);
	await screen.comes(/eu-1 +ONLINE/).seesNot('!! node');
});

test('pressing a on the node acknowledges all its servers, and the line shows the rest', async () => {
	const screen = await openApp(nodeDown);
	await screen
		.sees('feed LIVE')
		.comes('!! node eu-1 OFFLINE')
		.press('!')
		.sees(/> ?eu-1 +OFFLINE/);
	await screen.press('a').sees('!! 1 down: Charlie', '(2 unknown, acknowledged)').seesNot('!! node eu-1');
	// What is acknowledged comes last.
	await screen.press('1').sees('CONSOLE').press('!').sees('CONSOLE Charlie');
	await screen
		.press('a')
		.sees('Acknowledged Charlie')
		.press('!')
		.sees(/> ?eu-1 +OFFLINE/);
});

test('the acknowledgment of a node ends when it is back: when it goes away again, it is an alert again', async () => {
	const screen = await openApp(nodeDown);
	await screen
		.sees('feed LIVE')
		.comes('!! node eu-1 OFFLINE')
		.press('!')
		.sees(/> ?eu-1 +OFFLINE/);
	await screen.press('a').seesNot('!! node eu-1');
	await screen.comes(/eu-1 +ONLINE/).seesNot('acknowledged');
	await screen.comes(/!! node eu-1 OFFLINE \d+s \(2 servers, \d players?\)/).seesNot('acknowledged');
});

test('node events have their own kind on the timeline, and Enter opens the node', async () => {
	const screen = await openApp(nodeDown);
	await screen
		.sees('feed LIVE')
		.press('4')
		.comes(/eu-1 OFFLINE \(2 servers, \d players?\)/);
	await screen
		.comes(/eu-1 back ONLINE after 1m 3\ds/)
		.press('/')
		.type('kind:node')
		.press('enter');
	await screen
		.sees('TIMELINE 2 of', 'kind:node')
		.press('enter')
		.sees(/> ?eu-1 +ONLINE/);
	await screen.press('4', 'esc', 'f', 'f', 'f', 'f', 'f', 'f', 'f', 'f').sees('only nodes', 'eu-1 OFFLINE');
});

test('a group heading shows that its node is lost, and later that it is back', async () => {
	const screen = await openApp(nodeDown);
	await screen
		.sees('feed LIVE')
		.press('b')
		.comes(/node eu-1 +OFFLINE \d+s +0 up/);
	await screen.comes(/node eu-1 +back \d+s ago +2 up/);
	expect(screen.row('node eu-2')).not.toContain('back');
});

test('a review for a lost node shows that the action will not run now', async () => {
	const screen = await openApp(nodeDown);
	await screen.sees('feed LIVE').comes('!! node eu-1 OFFLINE').press('/').type('Alpha').press('enter', 'R');
	await screen.sees('Restart Alpha').press('enter').sees('updated just now');
	await screen.sees(/Node eu-1 is OFFLINE \(\d+s\)\. The action will not run now\./).press('esc');
	await screen.press('1', 'esc', '*', 'R').sees('Restart 3 servers').press('enter');
	await screen.sees(/Node eu-1 is OFFLINE \(\d+s\)\. 2 of 3 actions will not run now\./);
});

const crashLoop = {columns: 120, rows: 40, seed: {scenarios: ['crash-loop' as const]}};

test('flapping servers lead the alert line and stand out in the list and the details, and ! goes to them', async () => {
	const screen = await openApp({...crashLoop, columns: 80, rows: 24});
	await screen.sees('feed LIVE').comes(/!! (Alpha|Bravo) crashed [3-9]x in 10m/);
	// The causes keep their place; names that do not fit beside them become a count.
	await screen.comes(/!! (\w+ crashed \dx in 10m {2}){2}\| 1 down +\[!\]next/);
	await screen
		.comes(/[AB][a-z]+ +(CS2|ARK) +[A-Z]+ +crashed \dx in 10m/)
		.press('!')
		.sees(/CONSOLE (Alpha|Bravo)/);
	await screen
		.press('d')
		.sees(/crashes +crashed \dx in 10m/)
		.press('esc');
	await screen.press('a').comes('(1 crashing, ack').waits(30_000).sees('(1 crashing, ack');
});

test('repeated crashes are one timeline row with their number, which Enter expands and collapses', async () => {
	const screen = await openApp(crashLoop);
	await screen
		.sees('feed LIVE')
		.press('4')
		.comes(/(Alpha|Bravo):? +\[\+\] crashed [4-9]x in \d+/);
	await screen.press('/').type('Alpha kind:state').press('enter');
	await screen.comes(/> .*Alpha:? +\[\+\] crashed \dx/).seesNot('RUNNING -> ');
	await screen.press('k', 'j', 'enter').sees('[-] crashed', /Alpha:? +RUNNING -> /);
	await screen.press('enter').sees('[+] crashed').seesNot('RUNNING -> ');
});

test('the list shows a short form of the crashes next to the console at 120 columns', async () => {
	const screen = await openApp(crashLoop);
	await screen.sees('feed LIVE').comes(/!! (Alpha|Bravo) crashed [3-9]x in 10m/, /(Alpha|Bravo) .* \dx\/10m/);
});

test('a review detects that the node went down, and needs another deliberate press', async () => {
	const screen = await openApp(nodeDown);
	const writes = () => screen.asked().filter(({method}) => method !== 'GET');
	await screen
		.sees('feed LIVE')
		.press('j', 'R')
		.sees('Restart Alpha')
		.press('enter')
		.sees('updated just now');
	await screen.press('tab').sees('[>Restart<]');
	await screen.comes('Changed while this was open: RUNNING -> UNKNOWN').press('enter');
	await screen.sees('Too fast. Press Enter again.', 'Restart Alpha').comes(/node eu-1 went down/);
	await screen.sees('The action will not run now').waits(1000).press('enter');
	await screen.sees('Nothing was sent. Press Enter again to continue.', 'Restart Alpha');
	expect(writes()).toEqual([]);
	await screen.press('enter').sees('sent in 3s').press('u').sees('Undone');
	expect(writes()).toEqual([]);
});
