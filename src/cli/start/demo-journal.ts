import {rmSync} from 'node:fs';
import type {Memorable} from '../../actions/memorable.ts';
import {periodOf, phaseBits, samplePeriodMs, type ServerSample} from '../../actions/sample.ts';
import {serversOf} from '../../demo/fleet.ts';
import {createHistory, type DemoHistory} from '../../demo/history.ts';

/** Each demo has a journal of its own: the fleet of the previous one is gone. */
export function removeDemoJournal(path: string): void {
	try {
		for (const part of ['', '-wal', '-shm']) rmSync(path + part, {force: true});
	} catch {
		// It is opened, and its problem is reported.
	}
}

/** Returns what a session that was open all the time would have recorded of the demo. */
export function demoEntries(now: number): Memorable[] {
	const history = createHistory(serversOf(), now);
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
	...typed.map((line): Memorable => ({kind: 'typed', ...line})),
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

/** One entry for each time, as the journal writes in slices between entries. */
const sampleEntries = ({counts}: DemoHistory): Memorable[] =>
	[...Map.groupBy(counts, ({at}) => periodOf(at) * samplePeriodMs)].map(([at, counted]) => ({
		kind: 'samples',
		at,
		samples: counted.map(({serverId, players}): ServerSample => ({
			serverId,
			at,
			phases: players === undefined ? phaseBits.offline : phaseBits.online,
			low: players,
			high: players,
		})),
	}));
