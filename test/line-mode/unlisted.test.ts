import {expect, test} from 'vitest';
import {failureOf} from '../../src/app/kernel/state/failure.ts';
import {ApiError} from '../../src/contract/errors.ts';
import {Team} from '../../src/contract/models/team.ts';
import {server} from '../helpers/headless-app.ts';
import {openTestLineMode} from '../helpers/open-line-mode.ts';

const uuid = (digit: number) => `0d8c1b7e-5f0a-4f0e-9a5e-0c1d2e3f4a${digit}b`;
const fleet = () => [server(uuid(1), 'ONLINE', {displayName: 'ark-1', gameType: 'CS2'})];

const open = () => openTestLineMode({columns: 300, app: [fleet(), uuid(1), {}]});

test('stops an unlisted server by its ID and lets the service decide', async () => {
	const stream = await open();
	await stream.type(`:stop ${uuid(2)} now`);
	await stream.type('');
	expect(stream.rows().join('\n')).toMatch(
		/WARNING 0d8c[^]*is not in the list[^]*Request: POST \/server\/0d8c1b7e-5f0a-4f0e-9a5e-0c1d2e3f4a2b\/stop/,
	);
	await stream.type('no');
	await stream.type(':start id:other');
	await stream.type('yes');
	expect(stream.sent).toEqual([{method: 'start', input: {serverId: 'other'}}]);
});

test('sends lines to a server that was selected by its ID', async () => {
	const stream = await open();
	await stream.type(':use id:other');
	expect(stream.last()).toBe('[other not listed] rcon>');
	await stream.type('status');
	expect(stream.sent).toMatchObject([{method: 'await', input: {serverId: 'other', command: 'status'}}]);
});

test('an unlisted name is not an ID unless the list cannot be read', async () => {
	const stream = await open();
	await stream.type(':stop arc-1 now');
	expect(stream.rows().at(-2)).toBe(
		'PROBLEM There is no server "arc-1". Did you mean ark-1? :servers lists them.',
	);
	const blind = openTestLineMode({columns: 300, app: [[], undefined, {}]});
	const refused = new ApiError('no', {
		reason: 'refused',
		request: 'GET /server/by-team/{teamId}',
		status: 403,
	});
	const {store, clock} = blind.services;
	store.dispatch({type: 'fleet/pollFailed', at: clock.now(), failure: failureOf(refused)});
	await blind.type(':start srv-7');
	await blind.type('yes');
	expect(blind.sent).toEqual([{method: 'start', input: {serverId: 'srv-7'}}]);
});

const team = Team.parse({
	id: 't',
	owner: {id: 'u-1', name: 'Mina'},
	members: [{id: 'u-2', name: 'Noor', email: 'noor@example.org'}],
});

test.each([
	['Noor', 'u-2', 'Noor'],
	['u-2', 'u-2', 'Noor'],
	['noor@example.org', 'u-2', 'Noor'],
	['u-9', 'u-9', 'u-9'],
	['id:someone', 'someone', 'someone'],
])('kick %s removes the member %s', async (word, memberId, name) => {
	const stream = await open();
	stream.services.store.dispatch({type: 'access/granted', team});
	await stream.type(`:kick ${word}`);
	await stream.pass(4500);
	await stream.type(name);
	expect(stream.sent).toEqual([{method: 'kick', input: {teamId: 't', memberId}}]);
});

test('does not kick a member that is neither listed nor an ID', async () => {
	const stream = await open();
	stream.services.store.dispatch({type: 'access/granted', team});
	await stream.type(':kick nor');
	await stream.pass(4500);
	expect(stream.rows().join('\n')).toContain('PROBLEM There is no member "nor". Did you mean Noor?');
	await stream.type(':kick Mina');
	await stream.pass(4500);
	expect(stream.rows().join('\n')).toContain('WARNING The team owner cannot be kicked.');
	expect(stream.sent).toEqual([]);
});
