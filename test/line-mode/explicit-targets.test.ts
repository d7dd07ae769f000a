import {expect, test} from 'vitest';
import {ApiError} from '../../src/contract/errors.ts';
import {server} from '../helpers/headless-app.ts';
import {openTestLineMode} from '../helpers/open-line-mode.ts';

const fleet = () => [
	server('a', 'ONLINE', {onlinePlayers: 0, gameType: 'ARK_ASCENDED'}),
	server('b', 'OFFLINE'),
	server('c', 'ONLINE', {gameType: 'CS2'}),
];

/** Everything that a line could have selected or opened. */
const visibleState = ({view, dialog, screens}: ReturnType<ReturnType<typeof openTestLineMode>['state']>) =>
	JSON.stringify([dialog, screens, view.pane, view.currentId, [...view.selection], view.input]);

test.each([
	[':restart name-c', ['10', '']],
	[':restart name-a name-c now', []],
	[':start name-b', []],
	[':edit name-c', ['1']],
	[':watch ListPlayers every 60', []],
	[':acknowledge name-b', []],
	[':team', []],
	[':nodes', []],
	[':create', []],
])('%s selects and opens nothing that a line has not selected', async (line, answers) => {
	const stream = openTestLineMode({columns: 300, app: [fleet(), 'a', {}]});
	await stream.type(':select name-a');
	await stream.type(':use name-a');
	const before = visibleState(stream.state());
	const {store} = stream.services;
	const seen = new Set<string>();
	const unsubscribe = store.subscribe(() => seen.add(visibleState(store.getState())));
	await stream.type(line);
	for (const answer of answers) await stream.type(answer);
	await stream.pass(5000);
	unsubscribe();
	expect([...seen].filter(value => value !== before)).toEqual([]);
	expect(store.getState().dialog).toBeUndefined();
	expect([...store.getState().view.selection]).toEqual(['a']);
});

test('a yes is no longer enough when players have joined during the question', async () => {
	const stream = openTestLineMode({columns: 300, app: [fleet(), 'a', {}]});
	const {store, clock, api} = stream.services;
	api.getServer = () =>
		Promise.reject(new ApiError('no', {reason: 'unreachable', request: 'GET /server/{serverId}'}));
	await stream.type(':restart name-a now');
	expect(stream.last()).toBe('Restart? Type yes; Enter cancels:');
	const servers = [server('a', 'ONLINE', {onlinePlayers: 4, gameType: 'ARK_ASCENDED'}), ...fleet().slice(1)];
	store.dispatch({type: 'fleet/polled', at: clock.now(), latencyMs: 1, servers, unreadable: []});
	await stream.type('yes');
	await stream.pass(5000);
	expect(stream.rows().join('\n')).toContain('Not confirmed: type name-a.');
	expect(stream.sent).toEqual([]);
});
