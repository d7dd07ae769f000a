import {describe, expect, test} from 'vitest';
import {withAutomations} from '../helpers/automations.ts';
import {refuseOnce} from '../helpers/refuse-command.ts';
import {openListed} from '../helpers/open-line-mode-app.ts';

test('after a refusal, the word rest sends the other lines of a paste but a destructive one', async () => {
	const stream = await openListed({between: refuseOnce('say one')});
	await stream.line(':use Alpha');
	await stream.keys('\x1b[200~say one\nsay two\nquit\nsay four\x1b[201~');
	await stream.comes('LINE 1 of 4: say one', 'Send it?');
	await stream.line('yes');
	await stream.comes('WARNING Line 1 was refused', 'Not sent: the other 3 lines.', 'Type rest');
	await stream.line('rest');
	await stream.comes('LINE 3 of 4: quit', 'Send it?');
	await stream.line('');
	await stream.comes('2 of 4 pasted lines sent, 1 refused, 1 not sent.');
	const commands = stream.asked('/rcon').map(({body}) => body);
	expect(commands).toEqual(['say one', 'say two', 'say four'].map(command => ({command})));
});

describe('an incident, line by line', () => {
	test('one word shows the servers that are down and since when; the next alert is selected, and started until it is up', async () => {
		const stream = await openListed();
		expect(await stream.line(':down')).toMatch(
			/SERVERS 3 servers, 2 up, 1 down, .*\nDOWN Charlie, STOPPED, for at least \d seconds?/,
		);
		expect(await stream.line(':next')).toContain('USING Charlie, DOWN, STOPPED');
		expect(stream.last()).toBe('[Charlie STOPPED] rcon>');
		await stream.line(':start');
		await stream.comes('Request: POST /server/charlie/start', 'Start? Type yes');
		expect(stream.posts()).toEqual([]);
		await stream.line('yes');
		await stream.comes('DONE', 'UP Charlie, RUNNING');
		expect(stream.posts()).toHaveLength(1);
		expect(await stream.line(':next')).toContain('None of the servers shown needs attention.');
		await stream.line(':help all');
		// No colors or boxes; the only escapes set bracketed paste and clear the line.
		expect(stream.bytes().replaceAll(/\x1b\[(\?2004[hl]|K)/g, '')).not.toContain('\x1b');
		expect(stream.bytes()).not.toMatch(/[^\x00-\x7f]/);
	});

	test('a restart with a warning takes one line and a yes, has an undo window, and is sent once', async () => {
		const stream = await openListed();
		await stream.line(':restart Bravo in 10m saying Back in {minutes} minutes');
		await stream.comes('10m left: Back in 10 minutes', 'Restart? Type yes; Enter cancels:');
		await stream.line('yes');
		await stream.comes('PENDING Restart Bravo', 'Bravo: restart in 10m accepted.');
		expect(stream.posts()).toEqual([
			{
				method: 'POST',
				path: '/server/bravo/restart',
				body: {delayMinutes: 10, delayedRestartMessage: 'Back in {minutes} minutes'},
			},
		]);
	});

	test('Enter alone never confirms anything', async () => {
		const stream = await openListed({seed: {fleet: withAutomations}});
		for (const act of [
			':restart Bravo now',
			':start Charlie',
			':broadcast --all Hello',
			':restart Alpha Bravo now',
			':edit Alpha',
			':trigger Status round',
			':kick Mina',
		]) {
			await stream.line(act);
			for (let enters = 0; enters < 5; enters++) await stream.line('');
			expect(stream.last()).toBe('[no server] rcon>');
		}
		expect(stream.posts()).toEqual([]);
		expect(stream.asked('/rcon')).toEqual([]);
	});

	test('an answer that comes after its question has ended never reaches a game', async () => {
		const stream = await openListed();
		await stream.line(':use Bravo');
		await stream.line(':restart Bravo now');
		await stream.comes('Restart? Type');
		await stream.keys('\x03');
		expect(await stream.line('yes')).toContain('"yes" was not sent: it answers a question that has ended.');
		await stream.line(':start Charlie');
		await stream.comes('Start? Type yes');
		await stream.line('no');
		await stream.line('');
		expect(await stream.line('yes')).toContain('"yes" was not sent');
		expect(stream.asked('/rcon')).toEqual([]);
		await stream.line(':restart Bravo now');
		await stream.keys('\x03');
		await stream.line('ListPlayers');
		expect(stream.asked('/rcon')).toHaveLength(1);
		await stream.line(':restart Bravo now');
		await stream.keys('\x03');
		await stream.line('yes');
		await stream.line('yes');
		expect(stream.asked('/rcon')).toHaveLength(2);
	});

	test('an alert is acknowledged and the acknowledgment withdrawn', async () => {
		const stream = await openListed();
		expect(await stream.line(':acknowledge Charlie')).toContain(
			'Acknowledged Charlie until the next state change',
		);
		expect(await stream.line(':down')).toContain(', acknowledged');
		expect(await stream.line(':acknowledge Charlie')).toContain('Charlie: no longer acknowledged');
		expect(await stream.line(':acknowledge Alpha')).toContain('WARNING Nothing to acknowledge');
	});
});

test(':view lists the servers of a view, saves the filter of the last list, and deletes a view', async () => {
	const stream = await openListed({
		settings: {views: new Map([['cs', {filter: 'game:cs2', sort: 'name', columns: ['node']}]])},
	});
	const listed = await stream.line(':view cs');
	expect(listed).toContain('2 servers of 3');
	expect(listed).toMatch(/Alpha, RUNNING, [^\n]*node eu-1/);
	expect(listed).not.toContain('players,');
	expect(await stream.line(':columns')).toContain('All columns are shown.');
	expect(await stream.line(':servers state:up')).toContain('2 servers of 3');
	expect(await stream.line(':view save up')).toContain('View up saved in config.toml');
	expect(await stream.line(':view up')).toContain('Bravo');
	expect(await stream.line(':view delete up')).toContain('View up deleted from config.toml');
	expect(await stream.line(':view up')).toContain('There is no view up. Views: cs.');
});
