import {DatabaseSync} from 'node:sqlite';
import {expect, test, vi} from 'vitest';
import {createChangesSince} from '../../src/journal/changes-since.ts';
import {openInMemory} from '../../src/journal/file.ts';
import {createAnswerMatch} from '../../src/journal/match-answers.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import {everyScope, showScope} from '../../src/journal/scope.ts';
import {seeded} from '../app/console/integrity/seeded.ts';
import {commandEntry, startAt} from './entries.ts';
import {newFile, open} from './open-journal.ts';

/** More are tried with `SEEDS=…`. */
const {SEEDS = '12'} = process.env;

/** Makes the process that sent a command one that no longer runs. */
function kill(file: string, localId: string): void {
	const database = new DatabaseSync(file);
	database
		.prepare("UPDATE entry SET deck = '999999999.1.x gone' WHERE identity LIKE 'own %' AND identity LIKE ?")
		.run(`% ${localId}`);
	database.close();
}

const none = {response: undefined, commandId: undefined, timestamp: undefined};
const sent = (n: number, localId: string, text: string, status: 'waiting' | 'timeout' = 'waiting') =>
	commandEntry(n, {origin: 'me', localId, status}, {...none, command: text});
const heard = (n: number, text: string) => commandEntry(n, {}, {command: text});
const answered = (n: number, localId: string, text: string, over = {}) =>
	commandEntry(n, {origin: 'me', localId, status: 'answered'}, {command: text, ...over});

test('an answer that a session receives before the shell times out is not doubled', () => {
	const file = newFile();
	const shell = open(file, {source: 'shell'});
	const session = open(file);
	shell.rememberNow([sent(1, '0', 'save')]);
	session.rememberNow([heard(900, 'save')]);
	shell.rememberNow([sent(1, '0', 'save', 'timeout')]);
	expect(session.recent(9)).toMatchObject([
		{text: 'save', response: 'ok 900', origin: 'me', source: 'shell', status: 'late'},
	]);
});

test.each([
	['before', [heard(900, 'save')], []],
	['after', [], [heard(900, 'save')]],
])(
	'the answer to a session that was killed is still its own if it was received %s that',
	(_when, before, after) => {
		const file = newFile();
		open(file).rememberNow([sent(1, 'mine', 'save')]);
		const next = open(file);
		next.rememberNow(before);
		kill(file, 'mine');
		next.rememberNow(after);
		expect(next.changes()?.sent).toMatchObject([{command: 'save', commandId: 'c900'}]);
		expect(next.recent(9)).toMatchObject([{text: 'save', response: 'ok 900', origin: 'me', status: 'late'}]);
		expect(next.changes()).toBeUndefined();
	},
);

test('a report assigns an answer to the killed session that asked, without a session in between', () => {
	const file = newFile();
	const killed = open(file);
	killed.rememberNow([sent(1, 'mine', 'save')]);
	killed.rememberNow([heard(900, 'save')]);
	// The real clock decides how long the commands of killed processes are matched.
	const database = new DatabaseSync(file);
	database.exec(`UPDATE entry SET at = at + ${Date.now() - startAt}`);
	database.close();
	kill(file, 'mine');
	expect(readJournalFile(file)).toMatchObject([
		{text: 'save', response: 'ok 900', origin: 'me', status: 'late'},
	]);
});

test.each([
	['ahead', 5],
	['behind', -5],
])(
	'the answer to a killed session is its own if the service is hours %s, and an older one is not',
	(_where, hours) => {
		const file = newFile();
		const skewMs = hours * 3_600_000;
		const answer = (n: number) =>
			commandEntry(n, {at: startAt + skewMs + n}, {command: 'save', timestamp: startAt + skewMs + n});
		const sender = open(file);
		sender.rememberNow([{...sent(1, 'mine', 'save'), sentAt: startAt + skewMs + 1}]);
		kill(file, 'mine');
		const next = open(file);
		next.rememberNow([answer(-100_000)]);
		expect(next.changes()?.sent).toEqual([]);
		next.rememberNow([answer(900)]);
		expect(next.changes()?.sent).toMatchObject([{command: 'save', commandId: 'c900'}]);
		expect(next.recent(9).map(({response, origin}) => [response, origin])).toEqual(
			expect.arrayContaining([
				['ok -100000', 'other'],
				['ok 900', 'me'],
			]),
		);
	},
);

test('neither matching a command nor a poll reads thousands of commands without an answer', () => {
	const database = openInMemory();
	if (!database) throw new TypeError('no database');
	database.exec(`INSERT INTO entry (identity, at, kind, deck, server_id, origin, status, text)
		VALUES ('own', 1, 'command', 'gone', 'a', 'me', 'timeout', 'save')`);
	const prepared = vi.spyOn(database, 'prepare');
	const answers = createAnswerMatch(database, '', Date.now);
	answers.match('a', 'save', 1);
	answers.matchOrphans();
	const queries = prepared.mock.calls.map(([sql]) => sql).filter(sql => sql.includes('SELECT'));
	prepared.mockRestore();
	const plans = queries.map(sql => {
		const values = Array.from({length: sql.split('?').length - 1}, () => 0);
		const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
		return String(steps[0]?.['detail']).replace(/^SEARCH entry USING INDEX /, '');
	});
	expect(plans).toEqual([
		'entry_open (server_id=? AND text=? AND <expr>>? AND <expr><?)',
		'entry_server (server_id=? AND at>? AND at<?)',
		'entry_waiting (at>?)',
	]);
	showScope(database, everyScope);
	const changes = createChangesSince('this session', '');
	changes.begin(database);
	changes.readChanges(database, 0);
	const polls = vi.spyOn(database, 'prepare');
	expect(changes.readChanges(database, 0)).toBeUndefined();
	expect(polls.mock.calls).toEqual([['PRAGMA data_version']]);
	expect(changes.readChanges(database, 1)).toBeDefined();
	database.close();
});

test('while a session waits for its answer, the same text sent by someone else remains theirs', () => {
	const file = newFile();
	const [waiting, other] = [open(file), open(file)];
	waiting.rememberNow([sent(1, 'mine', 'save')]);
	other.rememberNow([heard(900, 'save'), heard(950, 'save')]);
	other.changes();
	waiting.rememberNow([answered(950, 'mine', 'save')]);
	expect(other.recent(9)).toMatchObject([
		{response: 'ok 900', origin: 'other'},
		{response: 'ok 950', origin: 'me', status: 'answered'},
	]);
});

test('an answer matched by text moves to its command once the ID is known', () => {
	const file = newFile();
	const [first, second, third] = [open(file), open(file), open(file)];
	first.rememberNow([sent(1, 'one', 'save', 'timeout')]);
	third.rememberNow([heard(900, 'save')]);
	second.rememberNow([sent(2, 'two', 'save')]);
	second.rememberNow([answered(900, 'two', 'save')]);
	expect(third.recent(9)).toMatchObject([
		{origin: 'me', status: 'abandoned', response: undefined},
		{origin: 'me', status: 'answered', response: 'ok 900'},
	]);
	third.rememberNow([heard(950, 'save')]);
	expect(third.recent(9)).toMatchObject([
		{origin: 'me', status: 'answered', response: 'ok 900'},
		{origin: 'me', status: 'late', response: 'ok 950'},
	]);
});

test.each([
	['its text and output', {}],
	['another output', {response: 'different'}],
	['another text', {command: 'status'}],
])('two own commands to which the service gives one commandId are two entries: %s', (_what, over) => {
	const file = newFile();
	const [first, second] = [open(file), open(file)];
	for (const [journal, localId, more] of [
		[first, 'one', {}],
		[second, 'two', over],
	] as const) {
		const same = {commandId: 'same', timestamp: startAt + 5, response: 'ok', ...more};
		journal.rememberNow([sent(1, localId, 'command' in more ? String(more.command) : 'save')]);
		journal.rememberNow([answered(5, localId, 'save', same)]);
		// Polls repeat the answers, and the sender's own record may be repeated.
		journal.rememberNow([
			commandEntry(5, {}, {command: 'save', ...same}),
			answered(5, localId, 'save', same),
		]);
	}
	expect(first.recent(9).map(({origin, status}) => `${origin} ${status}`)).toEqual([
		'me answered',
		'me answered',
	]);
});

/** Random commands of two sessions, of one-shot commands and of others, with everything that may happen to an answer. */
function tryWorld(seed: number) {
	const {below, between, pick, percent, shuffled} = seeded(seed);
	const file = newFile();
	const journals = [open(file), open(file), open(file, {source: 'shell'})];
	const [a] = journals;
	if (!a) throw new TypeError('no journal');
	type Command = {localId: string | undefined; text: string; n: number; end: string; sentAt: number};
	const stored: Command[] = [];
	const lost: Command[] = [];
	const steps: {at: number; run: () => void}[] = [];
	const hasSharedTexts = percent(50);
	for (let n = 1, at = 0; n <= 12; n++) {
		at += pick([10, 1000, 20_000]);
		const text = hasSharedTexts ? pick(['save', 'status']) : `say ${n}`;
		const from = below(4);
		const sender = journals[from];
		const end = sender ? pick(['answered', 'answered', 'timeout', 'killed', 'lost']) : 'other';
		let tookMs = between(5, 4000);
		while (stored.some(one => one.n === at + tookMs)) tookMs++;
		const command = {localId: sender ? `local${n}` : undefined, text, n: at + tookMs, end, sentAt: at};
		const {localId = ''} = command;
		const write = (when: number, ...entries: Parameters<typeof a.rememberNow>[0]) =>
			steps.push({at: when, run: () => sender?.rememberNow(entries)});
		if (sender) write(at, sent(at, localId, text));
		if (end === 'answered') write(at + tookMs + between(0, 20), answered(at + tookMs, localId, text));
		if (end === 'timeout' || end === 'lost') write(at + 5000, sent(at, localId, text, 'timeout'));
		if (end === 'killed') steps.push({at: at + between(1, 6000), run: () => kill(file, localId)});
		if (end === 'lost') {
			lost.push(command);
			continue;
		}
		stored.push(command);
		for (const listener of journals.slice(0, 2)) {
			const times = pick([0, 1, 1, 2]);
			for (let time = 0; time < times; time++) {
				const delay = pick([0, 5, 300, 4500, 30_000]);
				steps.push({at: at + tookMs + delay, run: () => listener.rememberNow([heard(at + tookMs, text)])});
			}
			steps.push({at: at + pick([100, 8000]), run: () => void listener.changes()});
		}
	}
	for (const {run} of steps.sort((one, other) => one.at - other.at)) run();
	for (const listener of [...journals.slice(0, 2), open(file)]) {
		listener.rememberNow(shuffled(stored.map(({n, text}) => heard(n, text))));
		listener.changes();
	}
	return {lines: a.recent(1000), stored, lost, hasSharedTexts};
}

/** A failure names its seed. */
test.each(Array.from({length: Number(SEEDS)}, (_, index) => index + 1))(
	'whatever happens to their answers, the journal has every command once and its own as its own: seed %s',
	seed => {
		const {lines, stored, lost, hasSharedTexts} = tryWorld(seed);
		const answers = lines.filter(({response}) => response !== undefined);
		expect(answers.map(({response}) => response).sort()).toEqual(stored.map(({n}) => `ok ${n}`).sort());
		// A text alone cannot distinguish the same command of someone else from an answer that never came.
		const certain = stored.filter(({end}) => !hasSharedTexts || end === 'answered');
		const originOf = (n: number) => answers.find(({response}) => response === `ok ${n}`)?.origin;
		expect(certain.map(({n}) => originOf(n))).toEqual(
			certain.map(({localId}) => (localId === undefined ? 'other' : 'me')),
		);
		const mine = stored.filter(({localId}) => localId !== undefined).length + lost.length;
		expect(lines.filter(({origin}) => origin === 'me')).toHaveLength(mine);
	},
);
