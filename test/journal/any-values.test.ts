import {expect, test} from 'vitest';
import type {Memorable} from '../../src/actions/memorable.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {commandEntry, startAt} from './entries.ts';
import {newFile, open} from './open-journal.ts';

type Kinds = {[Kind in Memorable['kind']]: (value: number) => Extract<Memorable, {kind: Kind}>};

const step = (at: number) => ({serverId: 's1', name: 'isl-1', status: 'done' as const, at, tookMs: at});

/** An entry of each kind that has the value wherever it has a number; the compiler asks for new kinds. */
const entries: Kinds = {
	typed: at => ({kind: 'typed', at, serverId: 's1', gameType: 'CS2', text: 'status'}),
	command: at => commandEntry(1, {at, sentAt: at, origin: 'me', localId: 'own'}, {timestamp: at}),
	note: at => ({
		kind: 'note',
		at,
		id: 'note',
		serverId: 's1',
		server: 'isl-1',
		activity: {
			type: 'action',
			action: 'restart',
			operationId: 'o1',
			targetCount: at,
			input: {delay: at},
			outcome: 'accepted',
		},
	}),
	mark: at => ({kind: 'mark', at, id: 'mark', text: 'after the update'}),
	acknowledged: at => ({
		kind: 'acknowledged',
		at,
		serverId: 's1',
		server: 'isl-1',
		state: 'OFFLINE',
		isKnown: true,
	}),
	feedProof: at => ({kind: 'feedProof', at, missed: at}),
	job: at => ({
		kind: 'job',
		at,
		job: {
			id: 'job',
			action: 'restart',
			force: false,
			startedAt: at,
			status: 'paused',
			stoppedBy: undefined,
			steps: [step(at)],
			aim: 'online',
			typed: {},
			command: {before: [], after: []},
		},
	}),
	jobStep: at => ({kind: 'jobStep', at, jobId: 'job', step: step(at)}),
	jobRequest: at => ({
		kind: 'jobRequest',
		at,
		request: {id: 'request', jobId: 'job', verb: 'skip', serverId: 's1'},
	}),
	jobAnswer: at => ({kind: 'jobAnswer', at, requestId: 'request', answer: {isDone: true, text: 'Skipped.'}}),
	forTeam: at => ({
		kind: 'forTeam',
		at,
		entry: {id: 'team', at, what: 'note', serverId: 's1', text: 'restarting'},
	}),
	teamDelivered: at => ({kind: 'teamDelivered', at, ids: ['team']}),
	teamEntry: at => ({
		kind: 'teamEntry',
		at,
		entry: {
			id: 'theirs',
			at,
			seq: at,
			by: 'Ana',
			what: 'acknowledged',
			serverId: 's1',
			server: 'isl-1',
			text: 'OFFLINE',
		},
	}),
	states: at => ({kind: 'states', at, servers: [{serverId: 's1', server: 'isl-1', state: 'OFFLINE'}]}),
	samples: at => ({
		kind: 'samples',
		at,
		samples: [{serverId: 's1', at, phases: at, low: at, high: at}],
	}),
	gap: at => ({kind: 'gap', at, to: at, teamId: 't1', filled: at}),
};

const values = {
	'a fraction': startAt + 0.25,
	'a fraction just below a whole number': startAt - 1e-7,
	'no number': Number.NaN,
	infinity: Infinity,
	'minus infinity': -Infinity,
	'more than a date holds': 1e300,
	'more than an integer holds': -1e20,
	'less than a millisecond': Number.MIN_VALUE,
};

test.each(Object.entries(values))('stores every kind of entry with %s as its time', async (_, value) => {
	const file = newFile();
	const clock = manualClock(startAt);
	// Fails if the journal reports that an event is missing.
	const journal = open(file, {clock});
	journal.remember(Object.values(entries).map(entryWith => entryWith(value)));
	journal.markRead('s1', value);
	await clock.advance(1000);
	journal.close();
	const lines = readJournalFile(file, undefined, {}) ?? [];
	const kinds = ['act', 'act', 'command', 'gap', 'mark'];
	expect(lines.map(({kind}) => kind).toSorted()).toEqual(kinds);
	expect(lines.every(({at}) => Number.isInteger(at) && Number.isFinite(new Date(at).getTime()))).toBe(true);
});

test('an invalid time is stored as the time of writing', async () => {
	const clock = manualClock(startAt);
	const journal = open(newFile(), {clock});
	journal.remember([entries.mark(Number.NaN)]);
	await clock.advance(1000);
	const [line] = journal.recent(1);
	expect(line?.text).toBe('after the update');
	expect(line?.at).toBeGreaterThanOrEqual(startAt);
	expect(line?.at).toBeLessThanOrEqual(startAt + 1000);
});
