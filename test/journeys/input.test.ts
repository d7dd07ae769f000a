import {expect, test} from 'vitest';
import {openApp, type AppOptions} from '../helpers/open-app.ts';
import {refuseOnce} from '../helpers/refuse-command.ts';

const commands = ({asked}: Awaited<ReturnType<typeof openApp>>) => asked('/rcon').map(({body}) => body);

const onCs2 = async (columns = 100, options: AppOptions = {}) => {
	const screen = await openApp({columns, rows: 30, ...options});
	await screen
		.sees('feed LIVE')
		.press('j')
		.sees(/\[Alpha 0p\] rcon>/)
		.press('i');
	return screen;
};

test('Tab lists and completes commands with their help, and Enter sends the current line', async () => {
	const screen = await onCs2();
	await screen.type('sta').press('tab').sees('rcon> status', 'Server, map and the players', 'status_json');
	await screen.press('tab').sees(/^>status +Server/m);
	await screen.press('enter').sees('hostname :');
	expect(commands(screen)).toEqual([{command: 'status'}]);
});

test('a destructive command asks for confirmation, and any other key cancels it', async () => {
	const screen = await onCs2();
	await screen.type('quit').press('enter').sees('looks destructive: press Enter again within 10s to send it');
	await screen.press('esc').sees('Nothing was sent', 'rcon> quit');
	expect(commands(screen)).toEqual([]);
	await screen
		.press('enter')
		.sees('looks destructive')
		.press('enter')
		.sees(/me +> quit/);
	expect(commands(screen)).toEqual([{command: 'quit'}]);
});

test('a long reason is not cut off at 80 columns', async () => {
	const screen = await onCs2(80);
	await screen
		.type('rcon_password x')
		.press('enter')
		.sees('Changes the RCON password: the service loses its console.');
});

test('what a dangerous command does is complete where a row is too short, and left, the command is marked as not sent', async () => {
	const screen = await onCs2(60);
	const whole = /Changes the RCON\s+password: the service\s+loses its\s+console\./;
	await screen.type('rcon_password x').press('enter').sees(whole, 'Press Enter again to send it');
	await screen.press('esc').sees('Nothing was sent', 'rcon> rcon_password x').press('esc');
	await screen
		.sees('not sent: rcon_password x (i edits it)')
		.press('i')
		.sees(/rcon> rcon_password x *$/m);
	expect(commands(screen)).toEqual([]);
});

test('Ctrl-R finds a sent command and fills the input without sending', async () => {
	const screen = await onCs2();
	await screen
		.type('mp_maxrounds')
		.press('enter')
		.sees(/me +> mp_maxrounds/);
	await screen
		.press('ctrl+r')
		.type('rounds')
		.sees(/search> rounds +mp_maxrounds/);
	await screen.press('enter').sees('rcon> mp_maxrounds');
	expect(commands(screen)).toHaveLength(1);
});

test('pasted lines are reviewed one by one', async () => {
	const screen = await onCs2();
	await screen.paste('say one\nsay two\n').sees('2 pasted lines for Alpha', '[>Do nothing<]');
	await screen
		.press('tab')
		.sees('[>Send this line<]')
		.press('enter')
		.sees('2 of 2', /say one +sent/);
	await screen.press('esc').sees('1 of 2 pasted lines sent, 1 not sent.');
	expect(commands(screen)).toEqual([{command: 'say one'}]);
});

test.each([60, 80])('after a refusal, one press sends the rest of a paste, at %i columns', async columns => {
	const screen = await onCs2(columns, {rows: 20, between: refuseOnce('say two')});
	await screen.paste('say one\nsay two\nsay three\nquit\nsay five\n').sees('[>Do nothing<]').press('tab');
	await screen.press('enter').waits(300).press('enter', 'enter');
	// A hurried Enter neither sends nor closes anything.
	await screen
		.waits(400)
		.press('enter')
		.sees(/say two +refused/);
	await screen.sees(
		'Line 2 was refused',
		'Not sent: the',
		'[>Do nothing<]',
		'Send the next',
		'[ Skip this line ]',
	);
	const before = commands(screen);
	expect(before.slice(0, 2)).toEqual([{command: 'say one'}, {command: 'say two'}]);
	await screen
		.press('tab')
		.sees('[>Send the next')
		.press('enter')
		.sees(/> *4 quit +destructive/);
	expect(commands(screen)).toEqual(['say one', 'say two', 'say three'].map(command => ({command})));
	await screen
		.press('tab', 'tab')
		.sees('[>Skip this line<]')
		.press('enter')
		.sees(/quit +skipped/);
	await screen.press('tab', 'tab').sees('[>Send the rest (1)<]').press('enter');
	await screen.comes('3 of 5 pasted lines sent, 1 refused, 1 not sent.');
	expect(commands(screen).at(-1)).toEqual({command: 'say five'});
});
