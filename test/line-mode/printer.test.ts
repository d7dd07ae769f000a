import {expect, test} from 'vitest';
import {command, fleet, openAnnouncements} from './open-announcements.ts';

test('counts entries since the last look at a server when it is selected, and shows them on request', async () => {
	const stream = await openAnnouncements(':use name-a');
	const {store} = stream.services;
	stream.receive('a', command('old', {timestamp: 5}), 'poll');
	stream.receive('a', command('new', {timestamp: 9}));
	await stream.said();
	store.dispatch({type: 'reading/unread', serverId: 'a', after: 5});
	expect((await stream.said()).at(-1)).toBe('UNREAD 1 entry since you last looked; :log unread shows them');
	await stream.type(':log unread');
	expect(stream.rows().slice(-2)[0]).toMatch(/OTHER name-a, new: fine$/);
	await stream.type(':use name-b');
	await stream.type(':use name-a');
	expect(stream.rows().at(-2)).toMatch(/^UNREAD 1 entry/);
	await stream.type(':log name-b unread');
	expect(stream.rows().at(-2)).toBe('No new entries from name-b.');
});

test('shows very long output in parts', async () => {
	const stream = await openAnnouncements(':use name-a');
	const response = Array.from({length: 450}, (_, index) => `line ${index}`).join('\n');
	stream.services.api.awaitRcon = async ({serverId, command}) => ({
		serverId,
		command: {command, response, commandId: 'long', timestamp: 5},
	});
	await stream.type('cvarlist');
	expect(stream.rows().slice(-3)).toEqual([
		'line 198',
		'MORE 251 lines; :more shows the next 200',
		'[name-a 1 player] rcon>',
	]);
	await stream.type(':more');
	expect(stream.rows().at(-2)).toBe('MORE 51 lines; :more shows the next 51');
	await stream.type(':more');
	expect(stream.rows().at(-2)).toBe('line 449');
	await stream.type(':more');
	expect(stream.rows().at(-2)).toBe('Nothing more to show.');
});

test('a command without arguments does nothing when one follows', async () => {
	const stream = await openAnnouncements();
	await stream.type(':quit now');
	expect(stream.rows().at(-2)).toBe('PROBLEM :quit takes no arguments. Nothing was done.');
	expect(stream.last()).toBe('[no server] rcon>');
});

test(':servers, :alerts, :show, :log, :time and :help print the current data', async () => {
	const stream = await openAnnouncements(':use name-a');
	stream.polled(fleet('OFFLINE'));
	stream.receive('a', command('status'));
	await stream.said();
	await stream.type(':servers state:down');
	expect(stream.rows().slice(-3, -1)).toEqual([
		'DOWN name-a, OFFLINE, seen 0 seconds ago, 1 of 70 players, ARK_ASCENDED',
		'1 server of 2, list 0 seconds old',
	]);
	await stream.type(':alerts');
	expect(stream.rows().slice(-3, -1)).toEqual([
		expect.stringMatching(/^SERVERS 2 servers, 1 up, 1 down, list/),
		expect.stringMatching(/^DOWN name-a, OFFLINE, seen/),
	]);
	await stream.type(':show');
	expect(stream.rows().join('\n')).toContain('id: a');
	await stream.type(':log mine');
	expect(stream.rows().at(-2)).toBe('No matching entries from name-a.');
	await stream.type(':log 5');
	expect(stream.rows().at(-2)).toMatch(/^\d\d:\d\d:\d\d /);
	await stream.type(':log status');
	expect(stream.rows().at(-2)).toBe('FOUND in 1 line of name-a.');
	expect(stream.rows().at(-3)).toMatch(/^\d\d:\d\d:\d\d OTHER name-a, status: fine$/);
	await stream.type(':time utc');
	expect(stream.rows().at(-2)).toMatch(/Times are shown in UTC\.$/);
	await stream.type(':help res');
	expect(stream.rows().join('\n')).toMatch(/^:restart \[SERVERS or selected\]/m);
});

test('filters as the list and the flags do; an unknown value is reported and selects nothing', async () => {
	const stream = await openAnnouncements();
	await stream.type(':servers state:running game:ark name:a');
	expect(stream.rows().slice(-3, -1)).toEqual([
		expect.stringMatching(/^UP name-b, ONLINE/),
		expect.stringMatching(/^2 servers of 2/),
	]);
	for (const line of [':servers state:foo', ':select state:foo', ':select all !state:foo']) {
		await stream.type(line);
		expect(stream.rows().at(-2)).toMatch(/^PROBLEM No server with state "foo"\. Known states: /);
	}
	expect(stream.state().view.selection.size).toBe(0);
});
