import {expect, test} from 'vitest';
import {coverageGaps} from '../../../src/app/export/export-parts.ts';
import {consoleExport, entriesOf, newestEntries, unknownIn} from '../../../src/app/export/console-export.ts';
import {fileName, stampedName, transcriptFile} from '../../../src/app/export/transcript.ts';
import type {Entry} from '../../../src/app/export/export-entry.ts';
import type {Event, State} from '../../../src/app/state.ts';
import {withoutSecrets} from '../../../src/lib/secrets/secret-patterns.ts';
import {aCommand, aFailure, after, aServer, polled, startAt} from '../../helpers/builders.ts';
import {joinExport} from '../../helpers/join-export.ts';
import {testSettings} from '../../helpers/fake-services.ts';

const receivedEvent = (serverId: string, second: number, command: string, response = 'ok'): Event => ({
	type: 'rcon/received',
	serverId,
	at: startAt + second * 1000,
	via: 'feed',
	commands: [aCommand({command, response, commandId: command, timestamp: startAt + second * 1000})],
});
const feed = (status: 'live' | 'lost', second: number): Event => ({
	type: 'feed/changed',
	at: startAt + second * 1000,
	status: status === 'live' ? {status} : {status, reason: 'gone'},
});
const two = polled([aServer({id: 'a', displayName: 'isl-1'}), aServer({id: 'b', displayName: 'isl-2'})]);

const night = after(
	two,
	feed('live', 0),
	receivedEvent('a', 1, 'first'),
	feed('lost', 2),
	receivedEvent('b', 3, 'second'),
	feed('live', 4),
	{type: 'bookmarks/added', id: 'm', at: startAt + 5000, note: 'disk full'},
	receivedEvent('a', 6, 'third', 'rcon_password "hunter2"'),
);

const textsOf = (entries: readonly Entry[]) =>
	entries.map(entry =>
		entry.kind === 'command' ? entry.command : entry.kind === 'gap' ? 'gap' : entry.text,
	);

const entries = (...given: Parameters<typeof entriesOf>) =>
	[...entriesOf(...given)].flatMap(entry => entry ?? []);
const wanted = {serverIds: ['a', 'b'], range: 'all', now: startAt + 10_000, hide: withoutSecrets} as const;

test('merges consoles in time order, with gaps and bookmarks in their places', () => {
	expect(textsOf(entries(night, ['a', 'b'], {}))).toEqual(['first', 'gap', 'second', 'disk full', 'third']);
	expect(textsOf(entries(night, ['a'], {from: startAt + 5000}))).toEqual(['disk full', 'third']);
	expect(textsOf(entries(night, ['b'], {to: startAt + 3000}))).toEqual(['gap', 'second']);
});

test('hides a secret before quoting it, in every format', () => {
	for (const format of ['text', 'markdown', 'json'] as const) {
		const {text, entries} = joinExport(consoleExport(night, testSettings, {...wanted, span: {}, format}));
		expect(entries).toBe(5);
		expect(text).toContain('rcon_password ***');
		expect(text).not.toContain('hunter2');
	}
});

test('every row of JSON Lines is a value', () => {
	const {text} = joinExport(consoleExport(night, testSettings, {...wanted, span: {}, format: 'json'}));
	const kinds = text
		.trimEnd()
		.split('\n')
		.map(line => (JSON.parse(line) as {kind: string}).kind);
	expect(kinds).toEqual(['heading', 'command', 'gap', 'command', 'note', 'command']);
});

const unknownOf = (state: State) => {
	const counting = unknownIn(state, ['a'], {});
	for (let next = counting.next(); ; next = counting.next()) if (next.done) return next.value;
};

test('reads the newest entries of a console without the rest', () => {
	expect(textsOf(newestEntries(night, 'a', 2))).toEqual(['disk full', 'third']);
	expect(textsOf(newestEntries(night, 'none', 5))).toEqual(['gap', 'disk full']);
});

test('reports missing data: gaps, unknown outcomes, dropped entries, and periods without a feed', () => {
	const open: Event[] = [
		{
			type: 'rcon/sent',
			serverId: 'a',
			localId: 'l',
			command: 'SaveWorld',
			at: startAt + 7000,
			timeoutMs: 5000,
		},
		{type: 'rcon/started', serverId: 'a', localId: 'l', at: startAt + 7000},
		{
			type: 'rcon/failed',
			serverId: 'a',
			localId: 'l',
			failure: aFailure({key: 'server.rcon_timeout', mayHaveRun: true}),
		},
		{type: 'feed/received', at: startAt, unreadable: 2},
	];
	const state = after(two, feed('live', 0), feed('lost', 2), feed('live', 4), ...open);
	const words = coverageGaps(state, ['a'], {}, {pollMs: 5000, unknown: unknownOf(state), isUtc: true}).join(
		'\n',
	);
	expect(words).toContain('No feed from 2026-11-21 03:00:02Z to 2026-11-21 03:00:04Z');
	expect(words).toContain('2 feed messages could not be decoded');
	expect(words).toContain('1 command ended without a known outcome: it may have run.');
	expect(
		coverageGaps(state, ['a'], {from: startAt + 60_000}, {pollMs: 5000, unknown: 0, isUtc: true}).join('\n'),
	).not.toContain('No feed');
	expect(coverageGaps(after(two), ['a'], {}, {pollMs: 5000, unknown: 0, isUtc: true})[0]).toContain(
		'No live feed',
	);
});

test('file names sort by time and need no shell quoting', () => {
	expect(stampedName('ark isl/1; rm -rf ~', startAt)).toBe('ark-isl-1-rm-rf-2026-11-21T03-00-00Z');
	expect(stampedName('..', startAt)).toBe('rcondeck-2026-11-21T03-00-00Z');
	expect(fileName('night', 'md')).toBe('night.md');
	expect(fileName('night.txt', 'md')).toBe('night.txt');
	expect(transcriptFile('disk', startAt)).toBe('disk-2026-11-21T03-00-00Z.md');
	expect(transcriptFile('/tmp/disk', startAt)).toBe('/tmp/disk.md');
});
