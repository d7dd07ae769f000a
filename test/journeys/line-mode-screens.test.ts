import {describe, expect, test} from 'vitest';
import {withAutomations} from '../helpers/automations.ts';
import {openListed, type LineModeAppOptions} from '../helpers/open-line-mode-app.ts';

const open = (options: LineModeAppOptions = {}) => openListed({seed: {fleet: withAutomations}, ...options});

describe('the other screens', () => {
	test('lists the nodes with their servers, and shows one in detail', async () => {
		const stream = await open();
		await stream.line(':nodes');
		await stream.comes(
			/1\. eu-1, ONLINE, alive .* ago, servers 2 up.*/,
			/2\. eu-2, ONLINE.*1 DOWN/,
			'NODES 2, updated',
		);
		await stream.line(':nodes down>0');
		await stream.comes('1. eu-2', 'NODES 1 of 2');
		await stream.line(':node 2');
		await stream.comes('PROBLEM There is no node "2".');
		await stream.line(':node 1');
		await stream.comes('name: eu-2', 'STOPPED, Charlie');
		await stream.line(':node eu1');
		await stream.comes('PROBLEM There is no node "eu1". Did you mean eu-1?');
		expect(await stream.line(':nodes size:big')).toContain('PROBLEM Unknown field size');
	});

	test('a node that is gone is announced, leads :alerts, comes first with :next, and a review says so', async () => {
		const stream = await open({seed: {fleet: withAutomations, scenarios: ['node-down']}});
		await stream.comes(/^NODE eu-1 OFFLINE \(2 servers, \d players?\)$/m);
		await stream.line(':alerts');
		await stream.comes(
			/NODE eu-1 OFFLINE for \d+ seconds?, 2 servers, \d players?\nUNKNOWN|NODE eu-1 OFFLINE for/,
		);
		await stream.line(':next');
		await stream.comes(/NODE eu-1 OFFLINE for \d+ seconds?/);
		await stream.line(':next');
		await stream.comes('USING Charlie');
		await stream.line(':restart Alpha');
		await stream.comes('Delay');
		await stream.line('');
		await stream.comes('Message');
		await stream.line('');
		await stream.comes('Force');
		await stream.line('');
		await stream.comes(/Node eu-1 is OFFLINE \(\d+s\)\. The action will not run now\./);
		await stream.line('');
		await stream.comes(/^NODE eu-1 back ONLINE after/m);
		await stream.line(':timeline nodes');
		await stream.comes(/node: eu-1 OFFLINE/, /node: eu-1 back ONLINE after 1m 30s/, '2 entries.');
		expect(stream.asked('/restart')).toEqual([]);
	});

	test('a review that has become outdated when it is confirmed is printed again with a new question', async () => {
		const stream = await open({seed: {fleet: withAutomations, scenarios: ['node-down']}});
		await stream.line(':restart Alpha');
		await stream.comes('Delay');
		await stream.line('');
		await stream.comes('Message');
		await stream.line('');
		await stream.comes('Force');
		await stream.line('');
		await stream.comes(/Restart\? Type/);
		await stream.comes(/^NODE eu-1 OFFLINE/m);
		await stream.line('yes');
		await stream.comes(
			'WARNING Something changed while you answered. Nothing was sent.',
			/Changed while this was open: RUNNING -> UNKNOWN/,
		);
		await stream.line('');
		await stream.comes('Nothing was sent.');
		expect(stream.asked('/restart')).toEqual([]);
	});

	test('lists automations with their last run, triggers one after a yes, and reports its run', async () => {
		const stream = await open();
		await stream.line(':automations');
		await stream.comes(/\d\. Status round, on, trigger .*every 1m/, 'AUTOMATIONS 3');
		await stream.line(':automation status');
		await stream.comes('about: Asks Alpha how it is.', /step \d: wait 20s/);
		await stream.line(':trigger Status round');
		await stream.comes('Servers (comma-separated names');
		await stream.line('');
		await stream.comes('Trigger? Type yes; Enter cancels:');
		await stream.line('yes');
		await stream.comes('DONE');
		expect(stream.asked('trigger')).toHaveLength(1);
		await stream.line(':runs Status round');
		await stream.comes(/1\. .*RUNNING/, 'RUNS 1, of Status round');
		await stream.line(':run 1');
		await stream.comes('automation: Status round', 'status: RUNNING');
		await stream.line(':cancel-run 1');
		await stream.comes('Type yes');
		await stream.line('yes');
		await stream.comes('DONE');
		await stream.line(':runs succeeded 24h');
		await stream.comes('of all automations, only SUCCEEDED, from ');
		await stream.line(':runs older');
		await stream.comes('Last page');
	});

	test('shows the team without private data unless asked for it', async () => {
		const stream = await open();
		await stream.line(':team');
		await stream.comes(/\d\. owner, Mina, .*e-mail hidden/);
		expect(stream.output()).not.toContain('mina@guild.example');
		await stream.line(':team Mina --reveal');
		await stream.comes('mina@guild.example');
		await stream.line(':member you');
		await stream.comes('PROBLEM There is no member "you"');
		await stream.line(':kick Mina');
		await stream.comes('WARNING The team owner cannot be kicked.');
	});

	test('names missing permissions before it asks anything', async () => {
		const stream = await open({settings: {readOnly: true}});
		for (const act of [
			':trigger Status round',
			':restart Alpha',
			':invite',
			':create',
			':edit Alpha',
			':watch',
		]) {
			await stream.line(':use Alpha');
			await stream.line(act);
			await stream.comes('WARNING This session is read-only');
		}
		expect(stream.asked().filter(({method}) => method !== 'GET')).toEqual([]);
	});
});

describe('history', () => {
	test('is searchable in the log, with times, and in the timeline', async () => {
		const stream = await open();
		await stream.line(':use Alpha');
		for (const text of ['one', 'two', 'three']) {
			await stream.line(`echo ${text}`);
			await stream.comes('ANSWER Alpha');
		}
		expect(await stream.line(':log mine 2')).toMatch(/YOU Alpha, echo two, [^]*YOU Alpha, echo three, /);
		expect(stream.output()).not.toContain('echo one');
		expect(await stream.line(':find /t(wo|hree)/')).toContain('FOUND in 2 lines of Alpha.');
		expect(await stream.line(':find ECHO')).toContain('No matching entries from Alpha.');
		expect(await stream.line(':find /(/')).toMatch(/PROBLEM \/\(\/: .*\./);
		expect(await stream.line(':timeline mine 2')).toMatch(
			/you, Alpha: echo two[^]*you, Alpha: echo three[^]*3 entries, the newest 2 are shown\./,
		);
		expect(await stream.line(':timeline server:bravo by:me')).toContain('0 entries.');
	});
});

test('servers with unread commands of others are listed, and :next unread selects one', async () => {
	const stream = await open();
	await stream.line(':use Bravo');
	expect(await stream.line(':next unread')).toContain('No other console has unread entries.');
	// The automation queries Alpha every minute.
	await stream.pass(70_000);
	expect(await stream.line(':servers')).toMatch(/Alpha, .*, unread entries/);
	expect(await stream.line(':status')).toContain('UNREAD entries on 1 server; :next unread goes there');
	expect(await stream.line(':next unread')).toMatch(/USING Alpha, UP.*\nUNREAD entries have arrived/);
	expect(await stream.line(':log others')).toContain('OTHER Alpha, status');
});

describe('commands', () => {
	test('that do not exist get the closest suggestion', async () => {
		const stream = await open();
		expect(await stream.line(':restat Alpha')).toMatch(/There is no :restat\. (?!Did you mean)/);
		expect(await stream.line(':serverz')).toContain('There is no :serverz. Did you mean :servers?');
		expect(await stream.line(':use Alfa')).toContain(
			'There is no server "Alfa". Did you mean Alpha? :servers lists them.',
		);
		expect(await stream.line('down')).toContain(
			'Commands of rcondeck start with a colon: press Enter for :down.',
		);
		expect(await stream.line('')).toContain('DOWN Charlie');
		expect(await stream.line(':restart Alpha on 5')).toContain('PROBLEM');
		expect(await stream.line(':start Charlie in 5m')).toContain(
			'PROBLEM Start takes no delay. Nothing was sent.',
		);
		expect(stream.posts()).toEqual([]);
	});

	test('are listed by :help, explained one by one, and found by their TUI key', async () => {
		const stream = await open();
		expect(await stream.line(':help')).toMatch(
			/Servers: :alerts, :servers[^]*Several servers: :select[^]*Enter alone never confirms/,
		);
		expect(await stream.line(':help several')).toMatch(/:select .*\n:deselect [^]*:compare /);
		expect(await stream.line(':help R')).toContain('R, Restart server: in line mode :restart.');
		expect(await stream.line(':help a')).toContain('a, Acknowledge alert: in line mode :acknowledge.');
		expect(await stream.line(':help ctrl-z')).toContain('Ctrl-Z suspends rcondeck, as in the TUI.');
		expect(await stream.line(':help wacth')).toContain('Did you mean :watch?');
	});
});

describe('leaving', () => {
	test('Ctrl-C cancels any question, and at the prompt says how to quit', async () => {
		const stream = await open();
		for (const act of [':restart Bravo', ':copy', ':sort', ':edit Bravo', ':export', ':note']) {
			await stream.line(':use Bravo');
			await stream.line(act);
			await stream.keys('\x03');
			await stream.comes(/Nothing was (sent|done|chosen)\.|DONE Bookmark added/);
		}
		await stream.keys('\x03');
		await stream.comes('Press Ctrl-C again to quit.');
		await stream.keys('\x03');
		expect(await stream.ended()).toBe('quit');
		expect(stream.posts()).toEqual([]);
	});

	test('the end of the input quits, even with an open question', async () => {
		const stream = await open();
		await stream.line(':use Bravo');
		await stream.line(':restart');
		await stream.keys('\x04');
		expect(stream.last()).toMatch(/^\[Bravo \d+ players?\] rcon>$/);
		await stream.keys('\x04');
		expect(await stream.ended()).toBe('quit');
	});
});

test('a line in the words of the command line is the line of its action', async () => {
	const stream = await open();
	await stream.line(':automations disable Status round');
	await stream.comes('Disable Status round', 'Its trigger no longer starts runs', '{"enabled":false}');
	await stream.line('');
	for (const line of [':task cancel', ':nodes cancel']) expect(await stream.line(line)).toContain('Which');
	expect(stream.asked('/automation/auto-')).toEqual([]);
});
