import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openJournal, type JournalOptions} from '../../src/journal/journal.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {startAt, texts, commandEntry, typed} from './entries.ts';
import {anAction, stateChange} from '../helpers/activities.ts';

const clock = manualClock(startAt);
const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'journal-')), 'state', 'journal.db');

function open(file: string, scope?: JournalOptions['scope'], team?: string) {
	const onProblem = (words: string) => expect.fail(words);
	const journal = openJournal({path: file, clock, onProblem, ...(scope && {scope})});
	if (team !== undefined) journal.setTeam(team);
	onTestFinished(() => journal.close());
	return journal;
}

const prod = {profile: 'prod', service: 'https://api.example.net'};
const staging = {profile: 'staging', service: 'https://staging.example.net'};
const state = (id: string, at = startAt) =>
	({
		kind: 'note',
		id,
		at,
		serverId: 's1',
		server: 'isl-1',
		activity: stateChange('ONLINE', 'OFFLINE'),
	}) as const;

test('every entry has a profile, a service and a team', () => {
	const file = newFile();
	const journal = open(file, prod, 't1');
	journal.remember([
		commandEntry(1),
		state('a'),
		{kind: 'mark', at: startAt, id: 'm', text: ''},
		{kind: 'gap', at: startAt, to: startAt + 1, teamId: 't1', filled: 0},
	]);
	journal.close();
	const lines = open(file).recent(10);
	expect(lines).toHaveLength(4);
	for (const line of lines) expect(line).toMatchObject({...prod, team: 't1'});
});

test('a session sees only the entries of its service, and a reader without one sees all', () => {
	const file = newFile();
	open(file, staging).rememberNow([
		commandEntry(1, {origin: 'me'}),
		typed('DoExit', 1),
		state('a'),
		{kind: 'acknowledged', at: startAt, serverId: 's1', server: 'isl-1', state: 'OFFLINE', isKnown: true},
	]);
	open(file, staging).markRead('s1', startAt);
	const other = open(file, prod);
	expect([other.recent(9), other.past(9), other.lastChanges()]).toEqual([[], [], []]);
	expect(readJournalFile(file, {...prod, team: ''}, {words: 'say'})).toEqual([]);
	expect([other.acknowledged(), other.readUpTo('s1')]).toEqual([[], undefined]);
	expect(other.history('s1', 'CS2')).toEqual({server: [], game: []});
	expect(open(file).recent(9)).toHaveLength(2);
});

test('a session is notified only about its own service', () => {
	const file = newFile();
	const journal = open(file, prod);
	expect(journal.acknowledged()).toEqual([]);
	open(file, staging).rememberNow([
		typed('DoExit', 1),
		{kind: 'acknowledged', at: startAt, serverId: 's1', server: 'isl-1', state: undefined, isKnown: true},
		{...state('x'), activity: anAction('stop')},
	]);
	expect(journal.changes()).toEqual({acknowledged: [], sent: [], typed: [], acted: []});
});

test('two services may use the same IDs without losing an answer', () => {
	const file = newFile();
	open(file, prod).rememberNow([commandEntry(1, {serverId: '1'}, {commandId: '7', response: 'of prod'})]);
	open(file, staging).rememberNow([
		commandEntry(1, {serverId: '1'}, {commandId: '7', response: 'of staging'}),
	]);
	expect(open(file, prod).recent(9)).toMatchObject([{response: 'of prod'}]);
	expect(open(file, staging).recent(9)).toMatchObject([{response: 'of staging'}]);
});

test('separates two teams of one service, but not two profiles of one team', () => {
	const file = newFile();
	open(file, prod, 't1').rememberNow([commandEntry(1)]);
	open(file, {...prod, profile: 'other-team'}, 't2').rememberNow([commandEntry(2)]);
	open(file, {...prod, profile: 'prod-readonly'}, 't1').rememberNow([commandEntry(3)]);
	const seen = (profile: string, team?: string) => texts(open(file, {...prod, profile}, team).recent(9));
	expect(seen('prod', 't1')).toEqual(['say 1', 'say 3']);
	expect(seen('other-team', 't2')).toEqual(['say 2']);
	// Reading the journal makes no request: the team is the last known one of the profile.
	expect(seen('prod')).toEqual(['say 1', 'say 3']);
	expect(seen('other-team')).toEqual(['say 2']);
	expect(seen('new')).toEqual([]);
});

test('entries from before the team was known belong to the profile', () => {
	const file = newFile();
	const journal = open(file, prod);
	journal.rememberNow([commandEntry(1)]);
	journal.setTeam('t1');
	expect(texts(journal.recent(9))).toEqual(['say 1']);
	expect(open(file, {...prod, profile: 'other-team'}, 't2').recent(9)).toEqual([]);
});

test('stores the findings about the feed per service', () => {
	const file = newFile();
	open(file, prod).rememberNow([{kind: 'feedProof', at: 5, missed: 2}]);
	expect(open(file, prod).feedProof()).toEqual({at: 5, missed: 2});
	expect(open(file, staging).feedProof()).toBeUndefined();
	open(file, prod).rememberNow([{kind: 'feedProof', at: 9, missed: 0}]);
	expect(open(file, prod).feedProof()).toEqual({at: 9, missed: 0});
});
