import {expect, test} from 'vitest';
import type {Memorable} from '../../../src/actions/memorable.ts';
import type {TeamEntry} from '../../../src/actions/team-entry.ts';
import {syncTeamJournal, type SyncOptions} from '../../../src/app/team-journal/read-team-journal.ts';
import {noTeamJournal, type TeamJournal} from '../../../src/app/kernel/state/journal.ts';
import {ApiError} from '../../../src/contract/errors.ts';
import {JournalEntries} from '../../../src/contract/models/journal-entry.ts';

const now = Date.UTC(2026, 10, 23, 3);
type Page = {entries: Record<string, unknown>[]; newest: number};

/** A service that answers with these pages, one after another, and refuses the entries in `refused`. */
function service(pages: Page[], journal: Partial<TeamJournal> = {}, refused: readonly string[] = []) {
	const kept: Memorable[] = [];
	const read: number[] = [];
	const written: {id: string}[][] = [];
	const options: SyncOptions = {
		api: {
			readJournal: async ({after = 0}) => {
				read.push(after);
				return JournalEntries.parse(pages.shift() ?? {entries: [], newest: after});
			},
			writeJournal: async ({entries}) => {
				written.push(entries);
				if (entries.some(({id}) => refused.includes(id)))
					throw new ApiError('no', {reason: 'refused', status: 400, request: 'POST /journal'});
				return JournalEntries.parse({entries: [], newest: 0});
			},
		},
		journal: {
			teamJournal: async () => ({...noTeamJournal, ...journal}),
			keep: items => void kept.push(...items),
		},
		teamId: 'team',
		canWrite: true,
		now,
		skewMs: 0,
		signal: new AbortController().signal,
	};
	return {options, kept, read, written};
}

const entry = (seq: number, over: object = {}) => ({
	id: `e${seq}`,
	seq,
	previous: seq - 1,
	at: new Date(now - 1000).toISOString(),
	by: 'Ana',
	kind: 'note',
	text: `note ${seq}`,
	...over,
});
const own = (id: string, at = now): TeamEntry => ({id, at, what: 'note', serverId: undefined, text: id});

test('reads page by page after the last known entry, and leaves out own ones', async () => {
	const pages = [
		{entries: [entry(6), entry(7)], newest: 8},
		{entries: [entry(8)], newest: 8},
	];
	const {options, read, kept} = service(pages, {last: 5, ownIds: new Set(['e7'])});
	const news = await syncTeamJournal(options);
	expect(news).toMatchObject({last: 8, isIncomplete: false, entries: [{id: 'e6'}, {id: 'e8'}]});
	expect(read).toEqual([5, 7, 8]);
	expect(kept.map(({kind}) => kind)).toEqual(['teamEntry', 'teamEntry', 'teamEntry']);
});

test('a session reads on from its own last entry, even if another one of the machine has read further', async () => {
	const {options, read} = service([{entries: [entry(6)], newest: 6}], {last: 6});
	expect(await syncTeamJournal(options, 5)).toMatchObject({last: 6, entries: [{id: 'e6'}]});
	expect(read).toEqual([5, 6]);
});

test('notices entries that the service dropped after the first read', async () => {
	const pages = () => [{entries: [entry(9, {previous: 8})], newest: 9}];
	expect(await syncTeamJournal(service(pages(), {last: 5}).options)).toMatchObject({isIncomplete: true});
	expect(await syncTeamJournal(service(pages()).options)).toMatchObject({isIncomplete: false});
});

test('reads the team journal from the start if the service lost its entries', async () => {
	const pages = [
		{entries: [], newest: 2},
		{entries: [entry(1, {previous: 0}), entry(2)], newest: 2},
	];
	const {options, read} = service(pages, {last: 900});
	expect(await syncTeamJournal(options)).toMatchObject({last: 2, isIncomplete: false});
	expect(read).toEqual([900, 0, 2]);
});

test('sends own entries with their age, in batches, and marks them as sent', async () => {
	const unsent = Array.from({length: 150}, (_, index) => own(`o${index}`, now - 60_000));
	const {options, written, kept} = service([], {unsent});
	await syncTeamJournal(options);
	expect(written.map(({length}) => length)).toEqual([100, 50]);
	expect(written[0]?.[0]).toEqual({id: 'o0', kind: 'note', ageMs: 60_000, text: 'o0'});
	expect(kept.flatMap(item => (item.kind === 'teamDelivered' ? item.ids : []))).toHaveLength(150);
});

test('an entry that the service refuses does not delay the others', async () => {
	const unsent = [own('a'), own('bad'), own('c')];
	const {options, written, kept} = service([], {unsent}, ['bad']);
	await syncTeamJournal(options);
	expect(written.map(batch => batch.map(({id}) => id))).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
	expect(new Set(kept.flatMap(item => (item.kind === 'teamDelivered' ? item.ids : [])))).toEqual(
		new Set(['a', 'bad', 'c']),
	);
});

test.each([403, 401, 500])(
	'reads even if the service refuses to write with %i, and keeps unsent data',
	async status => {
		const {options, kept} = service([{entries: [entry(6)], newest: 6}], {last: 5, unsent: [own('a')]});
		const writeJournal = async () => {
			throw new ApiError('no', {reason: 'refused', status, request: 'POST /journal'});
		};
		const news = await syncTeamJournal({...options, api: {...options.api, writeJournal}});
		expect(news).toMatchObject({last: 6, entries: [{id: 'e6'}]});
		expect(kept.map(({kind}) => kind)).toEqual(['teamEntry']);
	},
);

test('notices entries that are missing between others', async () => {
	const pages = [{entries: [entry(6), entry(9, {previous: 8})], newest: 9}];
	expect(await syncTeamJournal(service(pages, {last: 5}).options)).toMatchObject({isIncomplete: true});
});

test('sends nothing without permission', async () => {
	const {options, written} = service([], {unsent: [own('a')]});
	await syncTeamJournal({...options, canWrite: false});
	expect(written).toEqual([]);
});

test('hostile entries are cleaned, limited and dated', async () => {
	const hostile = [
		entry(1, {
			text: `\u001B[2J${'x'.repeat(5000)}`,
			by: `\u202E${'n'.repeat(500)}`,
			at: '2999-01-01T00:00:00Z',
		}),
		entry(2, {by: null, text: {}, at: 'never'}),
		entry(3, {kind: 'order'}),
		entry(4, {seq: 'four'}),
		entry(5, {seq: -1}),
		{nothing: true},
	];
	const {entries} = await syncTeamJournal(service([{entries: hostile, newest: 3}]).options);
	expect(entries.map(({id}) => id)).toEqual(['e1', 'e2']);
	const [first, second] = entries;
	expect(first?.text).not.toContain('\u001B');
	expect(first?.text?.length).toBeLessThan(1010);
	expect(first?.by.length).toBeLessThan(50);
	expect(first?.at).toBe(now);
	expect(second).toMatchObject({by: 'another admin', text: undefined, at: now});
});

test('times of the service are corrected by the difference of the clocks', async () => {
	const pages = [{entries: [entry(1)], newest: 1}];
	const {entries} = await syncTeamJournal({...service(pages).options, skewMs: 60_000});
	expect(entries[0]?.at).toBe(now - 61_000);
});

test('stops reading a service that never ends its pages', async () => {
	const {options, read} = service([]);
	let seq = 0;
	const endless = {
		...options.api,
		readJournal: async ({after = 0}: {after?: number | undefined}) => {
			read.push(after);
			return JournalEntries.parse({entries: [entry(++seq)], newest: 1e9});
		},
	};
	await syncTeamJournal({...options, api: endless});
	expect(read).toHaveLength(20);
});
