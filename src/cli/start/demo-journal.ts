import {rmSync} from 'node:fs';
import type {Memorable} from '../../actions/memorable.ts';
import {periodOf, phaseBits, samplePeriodMs, type ServerSample} from '../../actions/sample.ts';
import {readFleet} from '../../demo/fleet.ts';
import {openJournal, type Journal, type JournalOptions} from '../../journal/journal.ts';
import {nextTurn} from '../../lib/time/clock.ts';
import {createHistory, type DemoHistory} from '../../demo/history.ts';

/** Each demo has a journal of its own: the fleet of the previous one is gone. */
export async function openDemoJournal(options: JournalOptions): Promise<Journal> {
	try {
		for (const part of ['', '-wal', '-shm']) rmSync(options.path + part, {force: true});
	} catch {
		// It is opened, and its problem is reported.
	}
	const journal = openJournal(options);
	// Before the charts read it, which they do once. Keys are handled between entries.
	for (const entry of await demoEntries(options.clock.now())) {
		journal.rememberNow([entry]);
		await nextTurn();
	}
	return journal;
}

/** Returns what a session that was open all the time would have recorded of the demo. */
async function demoEntries(now: number): Promise<Memorable[]> {
	const history = await createHistory(readFleet(), now);
	return [...history.changes.map(changeEntry), ...actionEntries(history), ...sampleEntries(history)];
}

const changeEntry = ({serverId, server, at, from, to}: DemoHistory['changes'][number]): Memorable => ({
	kind: 'note',
	at,
	id: `demo-${serverId}-${at}`,
	serverId,
	server,
	activity: {type: 'stateChange', from, to, seenBy: 'feed'},
});

const actionEntries = ({typed, restarts, bookmarks}: DemoHistory): Memorable[] => [
	...typed.flatMap(({id, server, response, ...line}): Memorable[] => [
		{kind: 'typed', ...line},
		{
			kind: 'command',
			at: line.at,
			serverId: line.serverId,
			server,
			origin: 'me',
			status: 'answered',
			localId: undefined,
			answer: {command: line.text, response, commandId: id, timestamp: line.at},
			problem: undefined,
		},
	]),
	...restarts.map(({serverId, server, at, ...input}): Memorable => {
		const id = `demo-restart-${at}`;
		return {
			kind: 'note',
			at,
			id,
			serverId,
			server,
			activity: {
				type: 'action',
				action: 'restart',
				operationId: id,
				targetCount: 1,
				input,
				outcome: 'accepted',
			},
		};
	}),
	...bookmarks.map(({at, text}): Memorable => ({kind: 'mark', at, id: `demo-bookmark-${at}`, text})),
];

/** Samples per entry: the journal writes in slices between entries. */
const perEntry = 100;

const sampleEntries = ({counts}: DemoHistory): Memorable[] =>
	[...Map.groupBy(counts, (_, index) => Math.floor(index / perEntry)).values()].map(counted => ({
		kind: 'samples',
		at: counted[0]?.at ?? 0,
		samples: counted.map(({serverId, at, players, usage}): ServerSample => ({
			serverId,
			at: periodOf(at) * samplePeriodMs,
			phases: players === undefined ? phaseBits.offline : phaseBits.online,
			low: players,
			high: players,
			...usage,
		})),
	}));
