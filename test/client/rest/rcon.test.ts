import {expect, test} from 'vitest';
import {mayHaveRun} from '../../../src/contract/errors.ts';
import {httpService, json} from '../../helpers/http-service.ts';
import {apiAt, failureOf} from './helpers.ts';

/** A service that responds to every command with this body. */
const answering = (body: unknown) => httpService((_seen, response) => json(response, 200, body));

test.each(['  leading', 'trailing  ', 'in  the   middle', '\ttab', ' \u00a0hard', 'line\nbreak'])(
	'sends a command exactly as typed: %j',
	async command => {
		const service = await answering({serverId: 's', command: {command, response: ''}});
		const api = apiAt(service.url);
		await api.awaitRcon({serverId: 's', command});
		await api.sendRcon({serverId: 's', command});
		expect(service.seen.map(({body}) => JSON.parse(String(body)) as unknown)).toEqual([{command}, {command}]);
	},
);

test.each(['', '   ', '\t\n', '\u00a0'])('does not send a blank command (%j)', async command => {
	const service = await answering({});
	const api = apiAt(service.url);
	for (const call of [api.awaitRcon({serverId: 's', command}), api.sendRcon({serverId: 's', command})]) {
		expect(await failureOf(call)).toMatchObject({reason: 'blocked'});
	}
	expect(service.seen).toEqual([]);
});

test('a response that names another command leaves the outcome unknown and is kept', async () => {
	const service = await answering({serverId: 's', command: {command: 'status', response: 'map: de_dust2'}});
	const error = await failureOf(apiAt(service.url).awaitRcon({serverId: 's', command: 'save'}));
	expect(error).toMatchObject({
		reason: 'unreadable',
		message: 'The answer is for another command (status).',
		strayOutput: 'map: de_dust2',
	});
	expect(mayHaveRun(error)).toBe(true);
});

test('so does a response that names another server', async () => {
	const service = await answering({serverId: 'other', command: {command: 'save', response: 'saved'}});
	const error = await failureOf(apiAt(service.url).awaitRcon({serverId: 's', command: 'save'}));
	expect(error).toMatchObject({message: 'The answer is for another server (other).', strayOutput: 'saved'});
});

test('accepts a response whose names only differ in spelling', async () => {
	const service = await answering({serverId: 'ABC', command: {command: 'say hi', response: 'ok'}});
	const packet = await apiAt(service.url).awaitRcon({serverId: 'abc', command: '  say hi '});
	expect(packet.command.response).toBe('ok');
});

test('a response without an answer of the game is an unknown outcome, an empty one is not', async () => {
	for (const command of [
		{command: 'save', response: null, commandId: 'c'},
		{command: 'save', commandId: 'c'},
	]) {
		const service = await answering({serverId: 's', command});
		const failure = await failureOf(apiAt(service.url).awaitRcon({serverId: 's', command: 'save'}));
		expect(failure).toMatchObject({reason: 'unreadable', answer: {commandId: 'c'}});
		expect(mayHaveRun(failure)).toBe(true);
	}
	const service = await answering({serverId: 's', command: {command: 'save', response: ''}});
	const packet = await apiAt(service.url).awaitRcon({serverId: 's', command: 'save'});
	expect(packet.command.response).toBe('');
});

test.each([
	[424, 'server.console_refused', false],
	[502, 'server.console_lost', true],
	[502, 'server.answer_cut', true],
])('a failed console is %s, with the partial answer', async (status, key, isOpen) => {
	const command = {command: 'save', response: 'half', commandId: 'c', timestamp: 1};
	const body = {key, message: 'Why.', serverId: 's', command};
	const service = await httpService((_seen, response) => json(response, status, body));
	const failure = await failureOf(apiAt(service.url).awaitRcon({serverId: 's', command: 'save'}));
	expect(failure).toMatchObject({
		status,
		key,
		serviceMessage: 'Why.',
		answer: {response: 'half', commandId: 'c'},
	});
	expect(mayHaveRun(failure)).toBe(isOpen);
	expect(service.seen).toHaveLength(1);
});
