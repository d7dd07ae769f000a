import {expect, test} from 'vitest';
import {checkCommands, checkCron, checkJournal, checkRestarts, checkScreen, type Check} from './checks.ts';
import type {Sent} from './load.ts';
import {checkUnknown, countOutcomes} from './outcomes.ts';

const sent = (changes: Partial<Sent>): Sent => ({
	kind: 'command',
	by: 'request',
	id: 'request-1.',
	server: 'ark',
	at: 1000,
	outcome: 'accepted',
	cause: '',
	status: 200,
	answer: 'heard-request-1.',
	...changes,
});
const logOf = (...texts: string[]) => new Map([['ark', texts.map((text, at) => ({at: 1000 + at, text}))]]);
const violations = (checks: readonly Check[]) => checks.map(({violations: found}) => found.length);
const once = logOf('up', 'command request-1.');

test('a command that is executed twice, elsewhere, never or in spite of a refusal is a violation', () => {
	expect(violations(checkCommands([sent({})], once))).toEqual([0, 0]);
	expect(violations(checkCommands([sent({})], logOf('command request-1.', 'command request-1.')))).toEqual([
		1, 0,
	]);
	expect(violations(checkCommands([sent({server: 'rust'})], once))).toEqual([1, 0]);
	expect(violations(checkCommands([sent({})], logOf()))).toEqual([0, 1]);
	expect(violations(checkCommands([sent({answer: 'heard-request-2.'})], once))).toEqual([0, 1]);
	// A success without an answer.
	expect(violations(checkCommands([sent({answer: ''})], once))).toEqual([0, 1]);
	expect(violations(checkCommands([sent({outcome: 'refused'})], once))).toEqual([0, 1]);
	expect(violations(checkCommands([sent({outcome: 'unknown'})], logOf()))).toEqual([0, 0]);
});

test('a restart that is carried out without a request, or never and without a report, is a violation', () => {
	const restart = sent({kind: 'restart', id: 'restart-1'});
	expect(violations(checkRestarts([restart], logOf('up', 'up'), []))).toEqual([0, 0]);
	expect(violations(checkRestarts([restart], logOf('up', 'up', 'up'), []))).toEqual([1, 0]);
	expect(violations(checkRestarts([restart], logOf('up'), []))).toEqual([0, 1]);
	const unknown = {
		type: 'ORDER_UNKNOWN',
		title: 'Unknown result',
		message: 'The restart of ark may have failed.',
	};
	expect(violations(checkRestarts([restart], logOf('up'), [unknown]))).toEqual([0, 0]);
	const second = {...restart, id: 'restart-2'};
	expect(violations(checkRestarts([restart, second], logOf('up', 'up'), []))).toEqual([0, 1]);
	expect(violations(checkRestarts([restart, second], logOf('up', 'up'), [unknown]))).toEqual([0, 0]);
	for (const other of [
		{...unknown, message: 'The restart of ark-2 may have failed.'},
		{...unknown, type: 'NODE_OFFLINE'},
	])
		expect(violations(checkRestarts([restart], logOf('up'), [other]))).toEqual([0, 1]);
});

test('an entry that is missing or stored twice, and a gap, are violations', () => {
	const entry = sent({kind: 'entry', id: 'entry-1'});
	const stored = (...ids: string[]) => ids.map((id, index) => ({id, seq: index + 1, previous: index}));
	expect(violations(checkJournal([entry], stored('entry-1')))).toEqual([0, 0]);
	expect(violations(checkJournal([entry], stored('other')))).toEqual([1, 0]);
	expect(violations(checkJournal([entry], stored('entry-1', 'entry-1')))).toEqual([1, 0]);
	expect(violations(checkJournal([], [...stored('a'), {id: 'b', seq: 3, previous: 2}]))).toEqual([0, 1]);
});

test('an answer that a TUI lacks or has twice is a violation', () => {
	const typed = sent({by: 'tui', id: 'screen-1.', outcome: 'unknown'});
	const logs = logOf('command screen-1.');
	const line = 'say screen-1. heard-screen-1. ';
	expect(violations(checkScreen('screen', [typed], line, logs))).toEqual([0, 0, 0]);
	expect(violations(checkScreen('screen', [typed], 'say screen-1.', logs))).toEqual([1, 0, 0]);
	expect(violations(checkScreen('screen', [typed], line + line, logs))).toEqual([0, 1, 0]);
	expect(violations(checkScreen('screen', [typed], '', logOf()))).toEqual([0, 0, 1]);
});

test('a due time without a run or with two, and a command without a run, are violations', () => {
	const trial = {name: 'cron', from: 1, to: 60_001, executed: 1, isAwaited: true};
	const run = {scheduledFireAt: new Date(60_000).toISOString()};
	expect(violations(checkCron({...trial, runs: [run]}))).toEqual([0, 0]);
	expect(violations(checkCron({...trial, runs: []}))).toEqual([1, 1]);
	expect(violations(checkCron({...trial, runs: [run, run]}))).toEqual([1, 0]);
	const long = {scheduledFireAt: new Date(0).toISOString(), finishedAt: new Date(60_001).toISOString()};
	expect(violations(checkCron({...trial, runs: [long]}))).toEqual([0, 0]);
	const lost = {...trial, runs: [{...run, status: 'SUCCEEDED'}], executed: 0};
	expect(violations(checkCron(lost))).toEqual([0, 1]);
	expect(violations(checkCron({...lost, isAwaited: false}))).toEqual([0, 0]);
});

test('an unknown outcome without a fault of its machine or a restart is a violation', () => {
	const lost = sent({outcome: 'unknown', cause: '408 server.rcon_timeout', server: 'ark-1', at: 10_000});
	const fault = {name: 'cut', from: 1000, until: 8000};
	const count = (...faults: Parameters<typeof checkUnknown>[1]) =>
		checkUnknown([lost], faults).violations.length;
	expect(count()).toBe(1);
	expect(count(fault)).toBe(0);
	expect(count({...fault, machine: 'ark'})).toBe(0);
	expect(count({...fault, machine: 'rust'})).toBe(1);
	expect(count({...fault, until: 5000})).toBe(1);
	const restart = sent({kind: 'restart', id: 'restart-1', server: 'ark-1', at: 9000});
	expect(checkUnknown([lost, restart], []).violations).toEqual([]);
	expect(countOutcomes([lost, sent({})], [fault])).toEqual([
		['command, unknown, 408 server.rcon_timeout, cut', 1],
	]);
});
