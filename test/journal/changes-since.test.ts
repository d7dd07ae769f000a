import {expect, test} from 'vitest';
import type {Memorable} from '../../src/actions/memorable.ts';
import {startAt, commandEntry, typed} from './entries.ts';
import {newFile, open} from './open-journal.ts';
import {anAction, stateChange} from '../helpers/activities.ts';
import type {ActionActivity} from '../../src/actions/activity.ts';

const acknowledged = (
	at: number,
	isKnown = true,
	serverId = 's1',
): Extract<Memorable, {kind: 'acknowledged'}> => ({
	kind: 'acknowledged',
	at: startAt + at,
	serverId,
	server: serverId,
	state: 'OFFLINE',
	isKnown,
});

test('reports acknowledgments of another session and their withdrawal once, and ignores initial ones', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	other.rememberNow([acknowledged(1)]);
	expect(mine.acknowledged()).toHaveLength(1);
	expect(mine.changes()?.acknowledged).toEqual([]);
	expect(mine.changes()).toBe(undefined);
	other.rememberNow([{...acknowledged(2, true, 's2'), withNode: true}, acknowledged(3, false)]);
	expect(mine.changes()?.acknowledged).toMatchObject([
		{serverId: 's1', isKnown: false, at: startAt + 3, state: 'OFFLINE'},
		{serverId: 's2', isKnown: true, at: startAt + 2, changedAt: undefined, withNode: true},
	]);
	expect(mine.changes()).toBe(undefined);
});

test('includes the time of the last known change of the server in an acknowledgment', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	mine.acknowledged();
	const change = {
		kind: 'note',
		id: 'n',
		serverId: 's1',
		server: 's1',
		activity: stateChange('A', 'B'),
	} as const;
	other.rememberNow([{...change, at: startAt + 1}, acknowledged(2)]);
	expect(mine.changes()?.acknowledged).toMatchObject([{changedAt: startAt + 1}]);
});

test('does not report its own acknowledgments, or earlier ones of other sessions', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	mine.acknowledged();
	other.rememberNow([acknowledged(1, false)]);
	mine.remember([acknowledged(2)]);
	expect(mine.changes()?.acknowledged).toMatchObject([{isKnown: true, at: startAt + 2}]);
});

test('does not take commands of other sessions for acknowledgments', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	mine.acknowledged();
	other.rememberNow([commandEntry(1)]);
	expect(mine.changes()?.acknowledged ?? []).toEqual([]);
});

test("reports answers to commands of the user's other sessions once, with their identity", () => {
	const file = newFile();
	const mine = open(file);
	const shell = open(file, {source: 'shell'});
	const sent = {origin: 'me', localId: '0'} as const;
	shell.rememberNow([
		commandEntry(1, {...sent, status: 'waiting'}, {commandId: undefined, timestamp: undefined}),
	]);
	mine.rememberNow([commandEntry(5, {origin: 'me', localId: '9'})]);
	expect(mine.changes()?.sent).toEqual([]);
	shell.rememberNow([
		commandEntry(1, sent),
		commandEntry(2, {...sent, localId: '1'}, {commandId: undefined}),
		commandEntry(3),
	]);
	expect(mine.changes()?.sent).toEqual([
		{serverId: 's1', command: 'say 1', commandId: 'c1', timestamp: undefined, source: 'shell'},
		{serverId: 's1', command: 'say 2', commandId: undefined, timestamp: startAt + 2, source: 'shell'},
	]);
	shell.rememberNow([commandEntry(4)]);
	expect(mine.changes()?.sent).toEqual([]);
});

test('reports an answer received here to a command from the shell, because only now its sender is known', () => {
	const file = newFile();
	const shell = open(file, {source: 'shell'});
	const mine = open(file);
	const none = {response: undefined, commandId: undefined, timestamp: undefined};
	shell.rememberNow([commandEntry(1, {origin: 'me', localId: '0', status: 'sent'}, none)]);
	expect(mine.changes()?.sent).toEqual([]);
	mine.rememberNow([commandEntry(2, {}, {command: 'say 1'})]);
	expect(mine.changes()?.sent).toMatchObject([{command: 'say 1', commandId: 'c2', source: 'shell'}]);
	expect(mine.changes()).toBe(undefined);
});

test('reports actions of other sessions, and again when their outcome is known', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	const note = {kind: 'note', at: startAt, id: 'n', serverId: 's1', server: 's1'} as const;
	const acted = (outcome: ActionActivity['outcome']) => {
		other.rememberNow([{...note, activity: anAction('restart', {outcome})}]);
		return mine.changes()?.acted.map(({kind, activity}) => ({kind, activity}));
	};
	expect(acted('pending')).toMatchObject([{kind: 'act', activity: {outcome: 'pending'}}]);
	expect(acted('accepted')).toMatchObject([{kind: 'act', activity: {outcome: 'accepted'}}]);
	expect(acted('accepted')).toEqual([]);
});

test('reports typed lines once and in order, and ignores initial ones', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	other.rememberNow([typed('old', 1), typed('older', 0)]);
	mine.acknowledged();
	const texts = () => mine.changes()?.typed.map(({text}) => text);
	expect(texts()).toEqual([]);
	mine.remember([typed('mine', 20)]);
	other.rememberNow([typed('after', 30), typed('before', 10)]);
	expect(texts()).toEqual(['before', 'mine', 'after']);
	other.rememberNow([typed('late', 25), typed('old', 40)]);
	expect(texts()).toEqual(['late', 'old']);
});

test('also reports the first line ever typed', () => {
	const file = newFile();
	const [mine, other] = [open(file), open(file)];
	mine.acknowledged();
	other.rememberNow([typed('status', 1)]);
	expect(mine.changes()?.typed).toEqual([{serverId: 's1', gameType: 'CS2', text: 'status'}]);
});
