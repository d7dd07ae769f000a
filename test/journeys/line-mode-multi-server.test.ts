import {describe, expect, test} from 'vitest';
import {eightServers} from '../helpers/eight-servers.ts';
import {openListed, type LineModeApp, type LineModeAppOptions} from '../helpers/open-line-mode-app.ts';
import type {Between} from '../helpers/service-of-app.ts';
import {gameAnswers} from '../helpers/game-answers.ts';

const names = (count: number) => Array.from({length: count}, (_, index) => `isl-${index + 1}`);

const openEight = (options: LineModeAppOptions = {}) => openListed({seed: {fleet: eightServers}, ...options});

const sentTo = (stream: LineModeApp) =>
	stream
		.asked('/rcon')
		.map(({path}) => /isl-\d/.exec(path)?.[0])
		.toSorted();

describe('selected servers', () => {
	test('get each command once, and equal answers are grouped', async () => {
		const answers = Object.fromEntries(names(8).map(name => [name, 'version 5\nmods 14']));
		const stream = await openEight({between: gameAnswers({...answers, 'isl-4': 'version 4\nmods 14'})});
		expect(await stream.line(':select isl-1 isl-2')).toContain('SELECTED 2 servers: isl-1 and isl-2.');
		expect(await stream.line(':select all state:up')).toContain('SELECTED 8 servers: isl-1, ');
		expect(await stream.line(':use selected')).toContain('Every command goes to all of them.');
		expect(stream.last()).toBe('[8 selected servers] rcon>');
		await stream.line('Version');
		await stream.pass(700);
		await stream.keys('\r');
		await stream.comes(
			'SENT Version to 8 servers: isl-1, ',
			'ANSWERS to Version from 8 servers: 7 same, 1 differs.',
			'GROUP 1, isl-4, 2 lines:\nversion 4\nmods 14\nGROUP 2, isl-1, ',
		);
		expect(sentTo(stream)).toEqual(names(8));
		expect(stream.output()).not.toContain('ANSWER isl');
		expect(await stream.line(':compare')).toContain('missing: version 5\nmore: version 4\nequal: mods 14');
		expect(await stream.line(':compare 9')).toContain('PROBLEM Use :compare with the number of a group.');
		expect(await stream.line(':answers 2')).toContain('Only 1 multi-server command');
		expect(await stream.line(':answers raw')).toContain('7 same, 1 differs');
	});

	test('that time out are reported with the others, and their late answers separately, once', async () => {
		const answers = Object.fromEntries(names(8).map(name => [name, 'version 5']));
		delete answers['isl-2'];
		const stream = await openEight({between: gameAnswers(answers)});
		stream.demo.faults.slowRcon('isl-2', 9000);
		await stream.line(':select isl-1 isl-2');
		await stream.line(':use selected');
		await stream.line('GetGameLog');
		await stream.pass(700);
		await stream.keys('\r');
		await stream.comes(
			'ANSWERS to GetGameLog from 2 servers: 1 answer, 1 without an answer.',
			/GROUP 1, isl-2: .*TIMEOUT/,
		);
		await stream.comes(/late answer isl-2, GetGameLog/);
		await stream.pass(20_000);
		expect(stream.output().match(/late answer isl-2/g)).toHaveLength(1);
		expect(await stream.line(':answers')).toContain('ANSWERS to GetGameLog from 2 servers: ');
		expect(stream.output()).not.toContain('TIMEOUT');
	});

	test.each([
		[':undo', (stream: LineModeApp) => stream.line(':undo')],
		['Ctrl-C', (stream: LineModeApp) => stream.keys('\x03')],
	])('that are still queued are canceled by %s, and nothing is sent to them', async (_, takeBack) => {
		const stream = await openEight();
		for (const name of names(8)) stream.demo.faults.slowRcon(name, 4000);
		await stream.line(':select all');
		await stream.line(':use selected');
		await stream.line('ListPlayers');
		await stream.pass(700);
		await stream.keys('\r');
		await stream.comes('SENT ListPlayers to 8 servers');
		await takeBack(stream);
		await stream.comes(/WARNING Canceled before it was sent to \d/);
		await stream.comes('ANSWERS to ListPlayers from 8 servers', 'canceled, never sent');
		expect(stream.asked('/rcon').length).toBeLessThan(8);
	});

	test('can be deselected, and a command without any target is not sent', async () => {
		const stream = await openEight();
		await stream.line(':select isl-1 isl-2');
		await stream.line(':use selected');
		expect(await stream.line(':deselect isl-1')).toContain('SELECTED 1 server: isl-2. Commands go to them.');
		expect(stream.last()).toBe('[1 selected server] rcon>');
		expect(await stream.line(':deselect')).toContain('No servers are selected.');
		expect(await stream.line('SaveWorld')).toContain('No servers are selected. Use :select NAME');
		expect(stream.asked('/rcon')).toEqual([]);
	});

	test('get a line typed while a command for other servers waits for the service', async () => {
		const list = {isSlow: false};
		const gate = Promise.withResolvers<void>();
		const stream = await openEight({
			between: async (request, service) => {
				if (list.isSlow && new URL(request.url).pathname.startsWith('/server/')) await gate.promise;
				return service();
			},
		});
		await stream.line(':select isl-1 isl-2');
		await stream.line(':use selected');
		list.isSlow = true;
		await stream.line(':broadcast --all Back soon');
		await stream.line('Version');
		await stream.pass(700);
		await stream.keys('\r');
		expect(stream.output()).toContain('SENT Version to 2 servers: isl-1 and isl-2');
		expect(stream.last()).toBe('[2 selected servers] rcon>');
		gate.resolve();
		await stream.comes('Broadcast? Type 8; Enter cancels:');
	});

	test('need a second Enter for a destructive command, again if the selection changes', async () => {
		const stream = await openEight();
		await stream.line(':select isl-1 isl-2');
		await stream.line(':use selected');
		expect(await stream.line('DoExit')).toContain('2 servers, ');
		expect(stream.asked('/rcon')).toEqual([]);
		await stream.keys('\x03');
		await stream.line(':select isl-3');
		expect(await stream.line('DoExit')).toContain('3 servers, ');
		expect(stream.asked('/rcon')).toEqual([]);
	});

	test('are restarted one after another, by a job that can be listed, paused and aborted', async () => {
		const stream = await openEight();
		await stream.line(':select isl-1 isl-2 isl-3');
		await stream.line(':restart selected');
		for (const question of ['Delay (', 'Message', 'Force', 'Batch size (', 'Timeout']) {
			await stream.comes(question);
			await stream.line('');
		}
		await stream.comes('Restart? Type 3; Enter cancels:');
		await stream.line('3');
		await stream.comes('JOB Restart of 3 servers: isl-1 sent, waiting at the gate');
		expect(await stream.line(':jobs')).toContain('JOB 1, Restart of 3 servers, running, 0 of 3 done');
		expect(await stream.line(':jobs pause')).toContain('JOB Restart of 3 servers: paused');
		expect(await stream.line(':jobs pause')).toContain('It is already paused.');
		expect(await stream.line(':jobs 1')).toMatch(
			/isl-1 sent, \w+ \d seconds? of 5 minutes, seen \d seconds? ago.*\nisl-2 waiting\nisl-3 waiting/,
		);
		expect(await stream.line(':jobs go')).toContain('JOB Restart of 3 servers: resumed');
		expect(await stream.line(':jobs abort')).toContain('isl-2 skipped, nothing was sent');
		expect(await stream.line(':jobs abort')).toContain('No job can do that now.');
		expect(stream.posts().map(({path}) => path)).toEqual(['/server/isl-1/restart']);
	});

	test.each([
		[':quit', async (stream: LineModeApp) => void (await stream.line(':quit'))],
		['Ctrl-D', (stream: LineModeApp) => stream.keys('\x04')],
	])('that are not done yet are reported by %s, which only quits when repeated', async (_, leave) => {
		const stream = await openEight();
		await stream.line(':restart isl-1 isl-2 now');
		await stream.comes('One server at a time;', 'Type 2');
		await stream.line('2');
		await stream.comes('JOB Restart of 2 servers');
		await leave(stream);
		await stream.comes('Running jobs have 2 servers left and stop when you quit.');
		await stream.line(':jobs');
		await leave(stream);
		await stream.comes(
			'Running jobs have 2 servers left and stop when you quit. :quit again to quit anyway.',
		);
		await leave(stream);
		expect(await stream.ended()).toBe('quit');
	});

	test('are restarted with a warning, two at a time, by one line and a confirmation', async () => {
		const stream = await openEight();
		await stream.line(':select isl-1 isl-2 isl-3');
		await stream.line(':restart selected in 5m 2 at a time saying Back in {minutes} minutes');
		await stream.comes(
			'2 servers at a time;',
			'Pauses at the first refusal, or at the first server that stays offline, crashes, or takes longer than 5m.',
			'Type 3',
		);
		await stream.line('3');
		await stream.comes('isl-1 sent', 'isl-2 sent');
		expect(stream.posts().map(({body}) => body)).toEqual(
			Array.from({length: 2}, () => ({
				delayMinutes: 5,
				delayedRestartMessage: 'Back in {minutes} minutes',
			})),
		);
		await stream.line(':restart isl-4 2 at once');
		await stream.comes('PROBLEM Restart takes no batch size. Nothing was sent.');
	});

	test('get each confirmed line of a paste', async () => {
		const stream = await openEight();
		await stream.line(':select isl-1 isl-2');
		await stream.line(':use selected');
		await stream.keys('\x1b[200~SaveWorld\n:quit\nListPlayers\x1b[201~');
		await stream.comes('PASTED 3 lines', 'Each goes to 2 servers.', 'LINE 1 of 3: SaveWorld');
		await stream.line('yes');
		await stream.comes('PROBLEM :quit: type commands that start with a colon', 'LINE 3 of 3');
		// Shown while the question is open: output that precedes a line does not follow it.
		await stream.comes('ANSWERS to SaveWorld from 2 servers: 2 same.');
		await stream.line('');
		await stream.comes('1 of 3 pasted lines sent, 2 not sent.');
		expect(sentTo(stream)).toEqual(['isl-1', 'isl-2']);
	});
});

describe('a watch', () => {
	test('prints the first answer completely and then only changes, and ends by its number', async () => {
		let players = '0. Ivo, 1';
		const between: Between = (request, service) => gameAnswers({'isl-1': players})(request, service);
		const stream = await openEight({between});
		await stream.line(':use isl-1');
		await stream.line(':watch ListPlayers every 10');
		await stream.comes('Every 10s', ':jobs abort NUMBER ends it there', 'Watch? Type yes');
		await stream.line('yes');
		await stream.comes('WATCH isl-1, ListPlayers: 0. Ivo, 1');
		await stream.pass(25_000);
		expect(stream.output().match(/WATCH isl-1/g)).toHaveLength(1);
		expect(stream.output()).not.toContain('ANSWER isl-1');
		players = '0. Ivo, 1\n1. Zoë, 2';
		await stream.comes('WATCH isl-1, ListPlayers changed, joined: Zoë: 1. Zoë, 2');
		players = '0. Ivo, 1';
		await stream.comes('WATCH isl-1, ListPlayers changed, left: Zoë');
		expect(await stream.line(':jobs')).toMatch(
			/WATCH 1, ListPlayers every 10 seconds on isl-1, 2 changes, next in/,
		);
		expect(await stream.line(':jobs pause 1')).toMatch(/WATCH 1, ListPlayers .*, paused/);
		expect(await stream.line(':jobs go 1')).toMatch(/WATCH 1, ListPlayers .*, next in/);
		expect(await stream.line(':jobs abort 1')).toContain('The watch of ListPlayers has ended: you ended it.');
	});
});
