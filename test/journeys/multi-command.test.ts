import {expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openApp, type Screen} from '../helpers/open-app.ts';
import {gameAnswers} from '../helpers/game-answers.ts';

const all = (text: string): Record<string, string> =>
	Object.fromEntries(Array.from({length: 8}, (_, index) => [`isl-${index + 1}`, text]));

async function openEight(answers: Record<string, string>, columns = 120, rows = 40): Promise<Screen> {
	const screen = await openApp({columns, rows, seed: {fleet: eightServers}, between: gameAnswers(answers)});
	await screen.sees('feed LIVE', 'isl-7');
	return screen;
}

const sentTo = (screen: Screen) =>
	screen
		.asked('/rcon')
		.map(({path}) => /isl-\d/.exec(path)?.[0])
		.toSorted();

test('answers that always differ are grouped by a line that the search finds, or without names and numbers', async () => {
	const screen = await openApp({
		columns: 100,
		rows: 30,
		between: async (request, service) => {
			const [, , serverId, call] = new URL(request.url).pathname.split('/');
			if (call !== 'rcon') return service();
			const response = `hostname ${serverId}\nversion 1.4\nuptime ${serverId === 'alpha' ? 12 : 345} s`;
			return Response.json({serverId, command: {command: 'status', response, commandId: serverId}});
		},
	});
	await screen.sees('feed LIVE').press('j', ' ', 'j', ' ', 'i').type('status').press('enter');
	await screen.waits(750).press('enter').comes('each different');
	await screen.press('/').type('version').press('enter', 'b').sees('by version', '2 same');
	await screen.press('b').sees('each different').press('v').sees('masked', 'uptime # s', '2 same');
});

test('a command to eight selected servers shows its targets first, is sent once to each, and shows which answer differs', async () => {
	const screen = await openEight({...all('version 5\nmods 14'), 'isl-4': 'version 4\nmods 14'});
	await screen
		.press('*', 'i')
		.sees('[8 selected] rcon>', 'The next command goes to 8 servers:', 'to isl-1, isl-2');
	expect(screen.asked('/rcon')).toEqual([]);
	await screen
		.type('Version')
		.press('enter')
		.sees(/8 servers, \d+ players: press Enter again to send/, 'The next command goes to 8 servers:');
	expect(screen.asked('/rcon')).toEqual([]);
	await screen.press('enter').comes('7 same, 1 differs');
	await screen.sees('8 servers', 'me > Version', '1  isl-4', 'version 4', '7  isl-1, isl-2');
	expect(sentTo(screen)).toEqual(['isl-1', 'isl-2', 'isl-3', 'isl-4', 'isl-5', 'isl-6', 'isl-7', 'isl-8']);
	// The input is closed, so a key moves the cursor instead of typing the next command.
	await screen.press('j', 'k').waits(1000);
	await screen.seesNot('Enter again to send');
	expect(screen.asked('/rcon')).toHaveLength(8);
	await screen.press('c').sees('- version 5', '+ version 4', 'compared');
	await screen.press('c').seesNot('- version 5').press('enter').sees('CONSOLE isl-4', 'version 4');
	await screen.press('esc', 'c').sees('7 same, 1 differs');
});

test('the lists of players of several servers are tables', async () => {
	const answers = all('\n0. Mina K, 0002aaaa\n1. Bo, 0002bbbb\n');
	const screen = await openEight({...answers, 'isl-2': '\n0. Ada, 0002cccc\n1. Ed, 0002dddd\n'}, 80, 24);
	await screen.press('*', 'i').type('listplayers').press('enter').sees('press Enter again to send');
	await screen.press('enter').comes('16 listed on 8 servers');
	expect(sentTo(screen)).toHaveLength(8);
	await screen.sees('#  Name  Id', '0  Ada   0002cccc', '2 listed: Mina K, Bo');
	await screen.press('j').sees('0  Mina K  0002aaaa', '2 listed: Ada, Ed');
	await screen.press('x').sees('0. Ada, 0002cccc');
	await screen.press('x', '/').type('bbbb').sees('1. Bo, 0002bbbb', '1/1');
	await screen.press('esc', 'esc').sees('8 selected');
	await screen.press('esc').sees('Selection of 8 servers cleared.').seesNot('8 selected');
});

test('one times out, one refuses, one differs, and the smallest groups come first', async () => {
	const answers: Record<string, string> = {...all('nothing new'), 'isl-6': 'something new'};
	delete answers['isl-2'];
	delete answers['isl-3'];
	const screen = await openEight(answers);
	screen.demo.faults.slowRcon('isl-2', 9000);
	await screen.press('*', 'i').type('GetGameLog').press('enter').sees('Enter again to send');
	await screen.demo.faults.crash('isl-3');
	await screen.press('enter');
	await screen.sees('waiting').comes('5 same, 1 differs, 2 without an answer');
	await screen.sees('1  isl-2  TIMEOUT 5s - may have run', '1  isl-3  not run', '[server.is_not_online]');
	const rows = screen.rows();
	const place = (text: string) => rows.findIndex(row => row.includes(text));
	expect(place('isl-2  TIMEOUT')).toBeLessThan(place('something new'));
	expect(place('something new')).toBeLessThan(place('nothing new'));
	await screen.comes('5 same, 2 differ, 1 without an answer');
	expect(sentTo(screen)).toHaveLength(8);
});

test('Ctrl-C cancels queued commands, then stops waiting, and never quits', async () => {
	const screen = await openEight({});
	for (let number = 1; number <= 8; number++) screen.demo.faults.slowRcon(`isl-${number}`, 3000);
	await screen
		.press('*', 'i')
		.type('SaveWorld')
		.press('enter')
		.sees('Enter again to send')
		.press('enter')
		.sees('queued behind 1', 'queued behind 2');
	await screen.press('ctrl+c').sees('Canceled before it was sent to 5 servers', '5  isl-4');
	await screen.press('ctrl+c').sees('Stopped waiting for 3 servers', 'stopped waiting - may have run');
	expect(screen.asked('/rcon')).toHaveLength(3);
	await screen.waits(9000);
	expect(screen.asked('/rcon')).toHaveLength(3);
});

test('a destructive command to selected servers asks again and says how many there are', async () => {
	const screen = await openEight(all('All Wild Dinos Destroyed'));
	await screen.press(' ', 'j', ' ', 'i').sees('[2 selected] rcon>').type('DestroyWildDinos').press('enter');
	await screen.sees('2 servers, ', 'Enter again to send');
	expect(screen.asked('/rcon')).toEqual([]);
	await screen.waits(300).press('enter').comes('2 same');
	expect(sentTo(screen)).toEqual(['isl-1', 'isl-2']);
});

test('a draft for some servers is never sent to others: another selection has an empty input', async () => {
	const screen = await openEight(all('ok'));
	await screen.press(' ', 'j', ' ', 'i').type('DestroyWildDinos').press('esc');
	await screen
		.press('-', '*', 'i')
		.sees('[8 selected] rcon>')
		.type('SaveWorld')
		.press('enter')
		.sees('Enter again to send')
		.press('enter')
		.comes('8 same');
	expect(sentTo(screen)).toHaveLength(8);
	await screen.sees('me > SaveWorld');
});

test('the selected servers have a draft of their own, and pasted lines are reviewed one by one', async () => {
	const screen = await openEight(all('ok'), 80, 24);
	await screen.press('i').type('for one').press('esc', '*', 'i').type('for all').press('esc');
	await screen.press('-').sees('[isl-1 ', 'for one').press('*').sees('[8 selected] rcon>', 'for all');
	await screen.press('i').press('ctrl+u').paste('one\ntwo\n').sees('2 pasted lines for 8 servers');
	expect(screen.asked('/rcon')).toEqual([]);
	await screen
		.waits(500)
		.press('tab')
		.sees('Send this line to 8 servers')
		.press('enter')
		.waits(500)
		.press('esc');
	await screen.comes('8 same').sees('me > one', 'of several servers');
});
