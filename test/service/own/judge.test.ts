import {expect, test} from 'vitest';
import {asUnsent, ConsoleError} from '../../../src/service/console/console-error.ts';
import {contactOf} from '../../../src/service/own/observer.ts';
import {judge, type Contact, type Observation} from '../../../src/service/own/judge.ts';

const answered: Contact = {kind: 'answered'};
const refused: Contact = {kind: 'refused', reason: 'Nothing listens.'};
const silent: Contact = {kind: 'silent', reason: 'No answer.'};
const wrong: Contact = {kind: 'wrong-password', reason: 'Wrong password.'};
const unreadable: Contact = {kind: 'no-password', reason: 'No file.'};
const early: Contact = {kind: 'wrong-password', reason: 'It closed.', isUnclear: true};
const strange: Contact = {kind: 'malformed', reason: 'Not RCON.'};
const untrusted: Contact = {kind: 'untrusted', reason: 'Another certificate.'};
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
	['an answer of the query', {console: silent, query: answered}, 'ONLINE', undefined],
	[
		'an answer of the console beside a silent query',
		{console: answered, query: silent},
		'ONLINE',
		'No answer.',
	],
	[
		'an answer although the driver has not started it',
		{power: stopped, console: answered},
		'ONLINE',
		undefined,
	],
	['a refused password on an open port', {console: wrong, port: answered}, 'ONLINE', undefined],
	[
		'a refused password on a port that has closed',
		{console: wrong, port: refused},
		'OFFLINE',
		'Nothing listens.',
	],
	['a refused password on a port that is silent', {console: wrong, port: silent}, 'UNKNOWN', 'No answer.'],
	['a refused password and a query that answers', {console: wrong, query: answered}, 'ONLINE', undefined],
	[
		'a refused password and a driver that runs it',
		{power: running, console: wrong, port: silent},
		'ONLINE',
		undefined,
	],
	[
		'a refused password and a driver that has stopped',
		{power: stopped, console: wrong},
		'OFFLINE',
		undefined,
	],
	[
		'a refused password and a port that refuses although the driver runs it',
		{power: running, console: wrong, port: refused},
		'UNKNOWN',
		'Nothing listens.',
	],
	[
		'a password that cannot be read, on an open port',
		{console: unreadable, port: answered},
		'ONLINE',
		undefined,
	],
	['something else on the port', {console: strange, port: answered}, 'UNKNOWN', undefined],
	['something else on the port of a running server', {power: running, console: strange}, 'ONLINE', undefined],
	['a certificate that is not trusted', {console: untrusted, port: answered}, 'UNKNOWN', undefined],
	[
		'a certificate that is not trusted on a port that has closed',
		{console: untrusted, port: refused},
		'OFFLINE',
		'Nothing listens.',
	],
	[
		'a certificate that is not trusted, of a running server',
		{power: running, console: untrusted},
		'ONLINE',
		undefined,
	],
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
	['a lost network', {console: silent}, 'UNKNOWN', 'No answer.'],
	['a driver without a word and nobody to ask', {power: unsure}, 'UNKNOWN', 'No bus.'],
	[
		'a driver without a word and a closed port',
		{power: unsure, console: refused},
		'UNKNOWN',
		'No bus. Nothing listens.',
	],
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

test.each<[string, Partial<Observation>, string | undefined]>([
	['refuses the password', {console: wrong, port: answered}, 'Wrong password.'],
	['refuses the password of a stopped server', {power: stopped, console: wrong}, 'Wrong password.'],
	['has a password that cannot be read', {console: unreadable, port: refused}, 'No file.'],
	['is something else', {console: strange}, 'Not RCON.'],
	['is not trusted', {console: untrusted, port: answered}, 'Another certificate.'],
	['is silent although the query answers', {console: silent, query: answered}, 'No answer.'],
	['is silent, and so is the server', {console: silent}, undefined],
	['answers', {console: answered}, undefined],
])('a console that %s has a problem of its own', (_what, observation, problem) => {
	expect(judge(seen(observation), undefined).consoleProblem).toBe(problem);
});

test('waits for servers that may not be ready yet', () => {
	const seenEarly = seen({power: running, console: early, port: answered});
	expect(judge(seenEarly, 'starting').state).toBe('INITIALIZING');
	expect(judge(seenEarly, undefined).state).toBe('ONLINE');
	expect(judge(seen({power: running, console: wrong, port: answered}), 'starting').state).toBe('ONLINE');
});

test('only an answer or the driver proves a state: a closed port does not prove that the files are free', () => {
	expect(judge(seen({console: answered}), undefined).isCertain).toBe(true);
	expect(judge(seen({power: stopped}), undefined).isCertain).toBe(true);
	expect(judge(seen({console: refused}), undefined).isCertain).toBe(false);
	expect(judge(seen({console: silent}), undefined).isCertain).toBe(false);
});

test.each([
	['cannot be read', new ConsoleError('malformed', 'A packet of 536902656 bytes.'), 'answered'],
	['is cut', new ConsoleError('cut', 'Announced more.', {partial: 'name,'}), 'answered'],
	['does not end in time', new ConsoleError('timeout', 'Not finished.', {partial: 'name,'}), 'answered'],
	['does not come', new ConsoleError('timeout', 'No answer.'), 'silent'],
	['is no login', asUnsent(new ConsoleError('malformed', 'HTTP.')), 'malformed'],
])('an answer that %s proves as much as it can', async (_what, error, kind) => {
	expect(await contactOf(Promise.reject(error as Error), () => {})).toMatchObject({kind});
});
