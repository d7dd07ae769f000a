import {expect, test} from 'vitest';
import {judge, type Contact, type Observation} from '../../../src/service/own/judge.ts';

const answered: Contact = {kind: 'answered'};
const refused: Contact = {kind: 'refused', reason: 'Nothing listens.'};
const silent: Contact = {kind: 'silent', reason: 'No answer.'};
const wrong: Contact = {kind: 'wrong-password', reason: 'Wrong password.'};
const running = {kind: 'running'} as const;
const stopped = {kind: 'stopped'} as const;
const unsure = {kind: 'unknown', reason: 'No bus.'} as const;

const seen = (observation: Partial<Observation>): Observation => ({
	power: undefined,
	console: undefined,
	query: undefined,
	...observation,
});

test.each<[string, Partial<Observation>, string, string | undefined]>([
	['an answer of the console', {console: answered}, 'ONLINE', undefined],
	['an answer of the query', {console: silent, query: answered}, 'ONLINE', 'No answer.'],
	[
		'an answer although the driver has not started it',
		{power: stopped, console: answered},
		'ONLINE',
		undefined,
	],
	['a refused password', {console: wrong}, 'ONLINE', 'Wrong password.'],
	['a running server that nobody can ask', {power: running}, 'ONLINE', undefined],
	['a driver that says so', {power: stopped, console: refused}, 'OFFLINE', undefined],
	['a machine that refuses the connection', {console: refused}, 'OFFLINE', 'Nothing listens.'],
	['one refusal beside a silent UDP port', {console: refused, query: silent}, 'OFFLINE', 'Nothing listens.'],
	['a frozen process', {power: running, console: silent}, 'UNKNOWN', 'No answer.'],
	[
		'a running process that refuses connections',
		{power: running, console: refused},
		'UNKNOWN',
		'Nothing listens.',
	],
	[
		'a password that cannot be read',
		{console: {kind: 'no-password', reason: 'No file.'}},
		'UNKNOWN',
		'No file.',
	],
	['a lost network', {console: silent}, 'UNKNOWN', 'No answer.'],
	['a driver without a word and nobody to ask', {power: unsure}, 'UNKNOWN', 'No bus.'],
])('%s', (_what, observation, state, problem) => {
	expect(judge(seen(observation), undefined)).toMatchObject({state, problem});
});

test('a server that was started recently need not answer yet', () => {
	expect(judge(seen({power: running, console: refused}), 'starting').state).toBe('INITIALIZING');
	expect(judge(seen({power: running, console: answered}), 'starting').state).toBe('ONLINE');
	expect(judge(seen({power: stopped, console: refused}), 'starting').state).toBe('OFFLINE');
});

test('a server that took the stop command and fell silent is down', () => {
	expect(judge(seen({console: silent}), 'stopped').state).toBe('OFFLINE');
	expect(judge(seen({power: running, console: silent}), 'stopped').state).toBe('UNKNOWN');
});

test('only an answer and the driver are certain at once', () => {
	expect(judge(seen({console: answered}), undefined).isCertain).toBe(true);
	expect(judge(seen({power: stopped}), undefined).isCertain).toBe(true);
	expect(judge(seen({console: refused}), undefined).isCertain).toBe(false);
	expect(judge(seen({console: silent}), undefined).isCertain).toBe(false);
});
