import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {handoverAfter} from '../app/handover/facts.ts';
import {lazyJournal} from '../../src/cli/lazy-journal.ts';
import {loadLastChanges} from '../../src/app/servers/load-changes.ts';
import {loadHistory} from '../../src/app/timeline/load-history.ts';
import {timelineRows} from '../../src/app/timeline/timeline-rows.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {readShiftFile} from '../../src/journal/reader.ts';
import {migrate} from '../../src/journal/schema.ts';
import {everyScope} from '../../src/journal/scope.ts';
import {aServer, polled, startAt} from '../helpers/builders.ts';
import {fakeServices} from '../helpers/fake-services.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

const unknown = 'outcome unknown, it may have been carried out';

/** The rows of journals before version 6: kind, server, sentence, whether from the shell. */
const rows: [kind: string, server: string | null, text: string, isShell?: true][] = [
	['state', 'a', 'ONLINE -> STOPPING (seen by feed)'],
	['state', 'a', 'STOPPING -> OFFLINE (seen by poll)'],
	['state', 'b', 'ONLINE -> no state (seen by poll)'],
	['act', 'a', 'Start accepted.'],
	['act', 'a', 'Stop of isl in 5 min in 15 min accepted.'],
	['act', 'b', 'Forced stop accepted.', true],
	['act', 'b', 'Restart in 30 min accepted.', true],
	['failure', 'b', 'stop: refused: server.is_not_online', true],
	['failure', 'b', `delete backup: ${unknown}: The service did not answer.`],
	['failure', 'b', `restart: ${unknown}`, true],
	['failure', 'a', 'It should be STOPPING by now, but is still ONLINE.'],
	['act', 'a', 'isl is now called isl-1.', true],
	['act', null, 'mina@guild.example is invited.', true],
	['failure', null, 'icon: refused: The file is too large.', true],
	['act', null, 'api POST /server/a/x was accepted.', true],
];
const many = ['Restart of 40 servers begun.', 'Said to 40 servers.', 'Watching status every 30 s.'];

const second = (n: number) => startAt - 3_600_000 + n * 1000;

/** The current wording of a sentence. */
const shownAs = (text: string) =>
	text
		.replace('Stop of isl in 5 min in', 'Stop in')
		.replace(/ (\d+) min accepted/, ' $1m accepted')
		.replace('begun', 'started')
		.replace('30 s.', '30s.')
		.replace('Said to', 'Message sent to')
		.replace('icon: refused', 'upload icon: refused')
		.replace('it may have been carried out', 'it may have run');

/** A file as a version with sentences wrote it. */
function oldJournal(version = 5): {folder: string; file: string} {
	const folder = tempFolder();
	const file = path.join(folder, 'journal.db');
	const database = new DatabaseSync(file);
	migrate(database, version);
	const insert = database.prepare(
		'INSERT INTO entry (identity, at, kind, deck, server_id, server, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
	);
	for (const [n, [kind, server, text, isShell]] of rows.entries()) {
		insert.run(
			`note ${n}`,
			second(n),
			kind,
			isShell ? 'shell 1' : 'deck',
			server,
			server && `isl-${server}`,
			text,
		);
	}
	for (const [n, text] of many.entries()) {
		for (let server = 0; server < 40; server++) {
			insert.run(
				`note ${n} ${server}`,
				second(60 + n) + server,
				'act',
				'deck',
				`m${server}`,
				`m${server}`,
				text,
			);
		}
	}
	database.close();
	return {folder, file};
}

test('still shows, finds and exports every line of an old journal, with fields where they are known', async () => {
	const env = {RCONDECK_STATE_DIR: oldJournal().folder};
	const {code, out, err} = await runCli(['log'], {env});
	expect({code, err}).toEqual({code: 0, err: ''});
	const texts = out
		.split('\n')
		.flatMap(line => /^\S+ {2}\S+ {2}(?:state|act|failure)(?: \(shell\))? {2}(.*)$/.exec(line)?.[1] ?? []);
	expect(texts).toEqual([
		...rows.map(([, , text]) => shownAs(text)),
		...many.flatMap(text => Array.from({length: 40}, () => shownAs(text))),
	]);
	expect((await runCli(['log', '--search', 'invited mina'], {env})).out).toContain('is invited.');
	expect((await runCli(['log', '--search', 'forced stop'], {env})).out.split('\n')).toHaveLength(2);
	const {entries} = JSON.parse((await runCli(['log', '--json'], {env})).out) as {entries: object[]};
	expect(entries.slice(0, rows.length)).toMatchObject([
		{kind: 'state', from: 'ONLINE', to: 'STOPPING', seenBy: 'feed', text: rows[0]?.[2]},
		{from: 'STOPPING', to: 'OFFLINE'},
		{from: 'ONLINE'},
		{kind: 'act', action: 'start', outcome: 'accepted', input: {}},
		{action: 'stop', input: {delayMinutes: 15}},
		{action: 'stop', input: {force: true}, source: 'shell'},
		{action: 'restart', input: {delayMinutes: 30}},
		{kind: 'failure', action: 'stop', outcome: 'refused', reason: 'server.is_not_online'},
		{action: 'delete-backup', outcome: 'unknown', reason: 'The service did not answer.'},
		{action: 'restart', outcome: 'pending'},
		{kind: 'failure', text: rows[10]?.[2]},
		{text: rows[11]?.[2]},
		{text: rows[12]?.[2]},
		{action: 'upload-icon', outcome: 'refused', reason: 'The file is too large.'},
		{text: rows[14]?.[2]},
	]);
	expect(entries.at(-1)).toMatchObject({action: 'watch', input: {command: 'status', seconds: 30}});
});

test('the timeline shows events of forty servers from an old journal once, with the time since which a server is down', async () => {
	const {file} = oldJournal();
	const services = fakeServices({});
	const memory = lazyJournal(
		async () => openJournal({path: file, clock: services.clock, onProblem: words => expect.fail(words)}),
		words => expect.fail(words),
	);
	const withJournal = {...services, journal: memory};
	const isRead = Promise.all([memory.past(500), memory.lastChanges(), memory.acknowledged()]);
	loadHistory(withJournal);
	loadLastChanges(withJournal);
	services.store.dispatch(
		polled([aServer({id: 'a', displayName: 'isl-1', state: 'OFFLINE'}), aServer({id: 'b', state: 'ONLINE'})]),
	);
	await isRead;
	await services.clock.advance(1);
	const shown = timelineRows(services.store.getState());
	expect(shown).toHaveLength(rows.length + many.length);
	expect(shown.slice(-3).map(({text}) => text)).toEqual(many.map(shownAs));
	expect(services.store.getState().fleet.since.get('a')).toEqual({at: second(1), seen: true});
	await memory.close();
});

test.each([1, 2, 3, 4, 5])('handover knows the start time from a journal of version %i', version => {
	const {file} = oldJournal(version);
	const shift = readShiftFile(file, everyScope, 0);
	const servers = [aServer({id: 'a', state: 'OFFLINE'}), aServer({id: 'b', state: 'OFFLINE'})];
	expect(handoverAfter([], {servers, ...(shift && {shift})}).down).toMatchObject([
		{since: second(1)},
		{since: undefined},
	]);
});
