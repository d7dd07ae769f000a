import {expect, test} from 'vitest';
import type {ConsoleEvent, ConsoleState} from '../../../src/app/console/record/buffer.ts';
import {reduceConsole} from '../../../src/app/console/record/state.ts';
import {endOfReceived, textOfReceived} from '../../../src/app/console/record/merge.ts';
import type {ServerCommand} from '../../../src/contract/models/server.ts';
import {linesIn} from '../../helpers/builders.ts';

const refused = {key: 'server.console_refused', message: 'The game refused the RCON password.'};
const lost = {key: 'server.console_lost', message: 'The game closed the connection.'};

const record = (failure: object | undefined, response?: string): ServerCommand => ({
	command: 'save',
	response,
	commandId: 'c1',
	timestamp: 1500,
	...(failure && {failure}),
});
const on = {serverId: 's', localId: '1'};
const sent = (timeoutMs?: number): ConsoleEvent => ({
	type: 'rcon/sent',
	...on,
	command: 'save',
	at: 1000,
	timeoutMs,
});
const received = (command: ServerCommand, via: 'feed' | 'poll' = 'feed'): ConsoleEvent => ({
	type: 'rcon/received',
	serverId: 's',
	at: 2000,
	via,
	commands: [command],
});
const failed = (answer: ServerCommand): ConsoleEvent => {
	const {failure} = endOfReceived(answer);
	if (!failure) throw new Error('It has not failed.');
	return {type: 'rcon/failed', ...on, failure, answer};
};
const after = (...events: ConsoleEvent[]) =>
	linesIn(
		{console: events.reduce((state, event) => reduceConsole(state, event), new Map() as ConsoleState)},
		's',
	);

test.each([
	[refused, 'failed', undefined],
	[lost, 'timeout', 'half'],
])(
	'an own command whose console failed with %j is one entry, however often it is reported',
	(failure, status, part) => {
		const answer = record(failure, part);
		const one = [{origin: 'me', status, response: part, failure: {title: failure.message, key: failure.key}}];
		const [asked, told] = [sent(5000), received(answer)];
		expect(after(asked, failed(answer), told, received(answer, 'poll'))).toMatchObject(one);
		expect(after(asked, told, failed(answer), received(answer, 'poll'))).toMatchObject(one);
		const forwarded: ConsoleEvent = {type: 'rcon/forwarded', ...on, at: 1100};
		expect(after(sent(), forwarded, told)).toMatchObject(one);
		expect(after(sent(), told, forwarded)).toMatchObject(one);
		expect(after(told)).toMatchObject([{...one[0], origin: 'other'}]);
	},
);

test('an answer that the service reports after it had none completes the entry', () => {
	const {failure} = endOfReceived(record(lost));
	if (!failure) throw new Error('It has not failed.');
	const none: ConsoleEvent = {type: 'rcon/failed', ...on, failure, answer: record(undefined)};
	expect(after(sent(5000), none, received(record(undefined, 'saved'), 'poll'))).toMatchObject([
		{status: 'late', response: 'saved'},
	]);
});

test('a record says how it ended', () => {
	expect(textOfReceived(record(undefined, 'saved'))).toBe('saved');
	expect(textOfReceived(record(undefined))).toBe('(no answer from the game - may have run)');
	expect(textOfReceived(record(refused))).toBe(
		'(not run: server.console_refused: The game refused the RCON password.)',
	);
	expect(textOfReceived(record(lost, 'half'))).toBe(
		'(outcome unknown - may have run: server.console_lost: The game closed the connection.)\n' +
			'Received before the answer was cut off:\nhalf',
	);
});
