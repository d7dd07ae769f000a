import {expect, test} from 'vitest';
import type {ConsoleEvent, ConsoleState} from '../../../src/app/console/record/buffer.ts';
import {reduceConsole} from '../../../src/app/console/record/state.ts';
import {endOfReceived, textOfReceived} from '../../../src/app/console/record/merge.ts';
import type {ServerCommand} from '../../../src/contract/models/server.ts';
import type {Line} from '../../../src/app/console/record/lines.ts';
import {columnsFor, rowsOf} from '../../../src/app/console/read/rows.ts';
import {linesIn} from '../../helpers/builders.ts';

const refused = {key: 'server.console_refused', message: 'The game refused the RCON password.'};
const lost = {key: 'server.console_lost', message: 'The game closed the connection.'};
const cut = {key: 'server.answer_cut', message: 'The game closed the connection.'};

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
const textIn = (line: Line) => {
	const [head] = rowsOf(line, columnsFor(80, 'clock', {raw: false, gameType: undefined}));
	return (head ?? []).map(({text}) => text).join('');
};
const after = (...events: ConsoleEvent[]) =>
	linesIn(
		{console: events.reduce((state, event) => reduceConsole(state, event), new Map() as ConsoleState)},
		's',
	);

test.each([
	[refused, 'failed', undefined],
	[lost, 'timeout', undefined],
	[cut, 'timeout', 'half'],
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

test('an answer that silence ended is marked, however it is reported', () => {
	const answer = {...record(undefined, 'saved'), endedBySilence: true};
	const asked: ConsoleEvent = {type: 'rcon/answered', ...on, answer, at: 2000};
	const forwarded: ConsoleEvent = {type: 'rcon/forwarded', ...on, at: 1100};
	const ways = [[sent(5000), asked], [sent(), forwarded, received(answer)], [received(answer, 'poll')]];
	for (const way of ways) expect(after(...way)).toMatchObject([{response: 'saved', endedBySilence: true}]);
	const [line] = after(sent(5000), asked);
	expect(line && textIn(line)).toMatch(/^me +> save +1000ms, ended by silence$/);
	expect(textOfReceived(answer)).toBe('saved\n(ended by silence)');
});

test("Minecraft's codes are colors of the answer's rows, which wrap and are found without them", () => {
	const text = `§6Plugins: §aEss${'e'.repeat(60)}ntials§r,\t§x§f§f§0§0§1§0World Edit`;
	const [line] = after(received(record(undefined, text)));
	const rows = line ? rowsOf(line, columnsFor(60, 'clock', {raw: false, gameType: 'MINECRAFT'})) : [];
	const parts = rows.slice(1).flatMap(row => row.slice(1).map(({text, color}) => [text, color]));
	expect(parts).toEqual([
		['Plugins: ', 'yellow'],
		[`Ess${'e'.repeat(46)}`, 'greenBright'],
		[`${'e'.repeat(14)}ntials`, 'greenBright'],
		[expect.stringMatching(/^, +$/), undefined],
		['World Edit', '#ff0010'],
	]);
});

test("Minecraft's codes are colors of a printed line, unless it is shown raw", () => {
	const printed = {kind: 'output', text: '§6Plugins: §aEssentials'} as const;
	const line = {kind: 'output', id: 'o', at: 0, order: 0, isDated: true, printed} as const;
	const partsOf = (raw: boolean) =>
		rowsOf(line, columnsFor(80, 'clock', {raw, gameType: 'MINECRAFT'})).map(row =>
			row.slice(-2).map(({text, color}) => [text, color]),
		);
	expect(partsOf(false)).toEqual([
		[
			['Plugins: ', 'yellow'],
			['Essentials', 'greenBright'],
		],
	]);
	expect(partsOf(true)).toEqual([[expect.anything(), ['§6Plugins: §aEssentials', undefined]]]);
});

test('a record says how it ended', () => {
	expect(textOfReceived(record(undefined, 'saved'))).toBe('saved');
	expect(textOfReceived(record(undefined))).toBe('(no answer from the game - may have run)');
	expect(textOfReceived(record(refused))).toBe(
		'(not run: server.console_refused: The game refused the RCON password.)',
	);
	expect(textOfReceived(record(lost))).toBe(
		'(outcome unknown - may have run: server.console_lost: The game closed the connection.)',
	);
	expect(textOfReceived(record(cut, 'half'))).toBe(
		'(answer cut off: server.answer_cut: The game closed the connection.)\n' +
			'Received before the answer was cut off:\nhalf',
	);
});
