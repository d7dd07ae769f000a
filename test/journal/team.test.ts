import {expect, test} from 'vitest';
import type {ReceivedTeamEntry} from '../../src/actions/team-entry.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {plainText} from '../../src/cli/output/journal-text.ts';
import {commandEntry, startAt, texts} from './entries.ts';
import {newFile, open} from './open-journal.ts';

const received = (id: string, over: Partial<ReceivedTeamEntry> = {}): ReceivedTeamEntry => ({
	id,
	seq: 10,
	at: startAt,
	by: 'Ana',
	what: 'note',
	serverId: undefined,
	server: undefined,
	text: 'patch at six',
	...over,
});
const teamEntry = (entry: ReceivedTeamEntry) => ({kind: 'teamEntry', at: entry.at, entry}) as const;
const own = (id: string, at = startAt) =>
	({
		kind: 'forTeam',
		at,
		entry: {id, at, what: 'note', serverId: undefined, text: 'mine, password=hunter2'},
	}) as const;

test("another admin's entry is one line of the journal, however often it is read, and is there later", () => {
	const file = newFile();
	const first = open(file);
	first.remember([teamEntry(received('e1')), teamEntry(received('e1', {text: 'changed'}))]);
	const known = {serverId: 's1', server: 'isl-1', text: 'OFFLINE'};
	first.remember([
		teamEntry(received('e2', {...known, what: 'acknowledged', seq: 11, at: startAt + 1})),
		teamEntry(received('e3', {...known, what: 'unacknowledged', seq: 12, at: startAt + 2})),
	]);
	first.close();
	const later = open(file);
	expect(texts(later.recent(10))).toEqual([
		'Ana: patch at six',
		'Ana acknowledged OFFLINE',
		'Ana removed the acknowledgment of OFFLINE',
	]);
	expect(later.recent(10)[1]).toMatchObject({
		server: 'isl-1',
		activity: {type: 'team', what: 'acknowledged', by: 'Ana', text: 'OFFLINE'},
	});
	expect(later.teamJournal().last).toBe(12);
});

test('an own entry waits until the service has it, and is not taken for that of another admin', () => {
	const file = newFile();
	const first = open(file);
	first.remember([own('mine')]);
	first.close();
	const next = open(file);
	const {unsent} = next.teamJournal();
	expect(unsent).toMatchObject([{id: 'mine', at: startAt, what: 'note'}]);
	// Secrets stay on this machine.
	expect(unsent[0]?.text).not.toContain('hunter2');
	next.remember([{kind: 'teamDelivered', at: startAt, ids: ['mine']}, teamEntry(received('mine'))]);
	expect(next.teamJournal()).toMatchObject({unsent: [], last: 10, ownIds: new Set(['mine'])});
	expect(next.recent(10)).toEqual([]);
});

test('sends an entry only with the credentials of its author', () => {
	const file = newFile();
	const service = {profile: 'prod', service: 'https://api.example.net'};
	const openAs = (account: string) => open(file, {scope: {...service, account}});
	const ben = openAs('ben');
	ben.remember([own('of-ben')]);
	ben.close();
	const ana = openAs('ana');
	expect(ana.teamJournal()).toMatchObject({unsent: [], ownIds: new Set()});
	ana.remember([own('of-ana'), teamEntry(received('of-ben', {by: 'Ben'}))]);
	expect(ana.teamJournal().unsent.map(({id}) => id)).toEqual(['of-ana']);
	expect(texts(ana.recent(10))).toEqual(['Ben: patch at six']);
	ana.close();
	expect(
		openAs('ben')
			.teamJournal()
			.unsent.map(({id}) => id),
	).toEqual(['of-ben']);
});

test('an entry that could not be sent for a week is not sent anymore', () => {
	const clock = manualClock(startAt);
	const journal = open(newFile(), {clock});
	journal.remember([own('old', startAt - 8 * 86_400_000), own('new', startAt - 86_400_000)]);
	expect(journal.teamJournal().unsent.map(({id}) => id)).toEqual(['new']);
});

test('the newest acknowledgment of a server counts, with the name of another admin', () => {
	const journal = open(newFile());
	const alert = {serverId: 's1', server: 'isl-1', what: 'acknowledged', text: 'OFFLINE'} as const;
	journal.remember([teamEntry(received('e1', {...alert, at: startAt + 5}))]);
	expect(journal.acknowledged()).toEqual([{serverId: 's1', state: 'OFFLINE', at: startAt + 5, by: 'Ana'}]);
	const mine = {kind: 'acknowledged', serverId: 's1', server: 'isl-1', state: 'OFFLINE'} as const;
	journal.remember([{...mine, at: startAt + 1, isKnown: false}]);
	expect(journal.acknowledged()).toHaveLength(1);
	journal.remember([{...mine, at: startAt + 9, isKnown: true}]);
	expect(journal.acknowledged()).toEqual([
		{serverId: 's1', state: 'OFFLINE', at: startAt + 9, by: undefined},
	]);
});

test('another session of the same user does not treat an entry of another admin as its own', () => {
	const file = newFile();
	const [one, other] = [open(file), open(file)];
	other.acknowledged();
	other.changes();
	one.rememberNow([teamEntry(received('e1'))]);
	expect(other.changes()?.acted).toEqual([]);
});

test('a command of another admin has the name of its sender, if the service says it', () => {
	const file = newFile();
	const first = open(file);
	first.remember([commandEntry(1, {}, {by: 'Ana'}), commandEntry(2), commandEntry(1, {}, {by: 'Ana'})]);
	first.close();
	const lines = open(file).recent(10);
	expect(lines.map(({text, origin, by}) => [text, origin, by])).toEqual([
		['say 1', 'other', 'Ana'],
		['say 2', 'other', undefined],
	]);
	expect(lines.map(line => plainText(line).split('\n')[0]?.split('  ').slice(1))).toEqual([
		['isl-1', 'Ana', '> say 1'],
		['isl-1', 'other', '> say 2'],
	]);
});
