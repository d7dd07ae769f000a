import {periodOf, sampledMs, samplePeriodMs, type ServerSample} from '../../actions/sample.ts';
import type {Services} from '../kernel/state/services.ts';
import {samplesSince} from './trend.ts';

/** How often new samples are written; also what a session that was killed loses, ms. */
const everyMs = 60_000;
/** Maximum samples per entry: the journal writes in slices between entries, so entries stay small. */
const maxPerEntry = 50;
/** About how many samples are read at once, and the pause until the next ones: keys are handled in between. */
const [maxPerRead, pauseMs] = [2000, 40];
/** How long another session may take to write a sample, in periods. */
const lateWrites = 2;

/**
Reads the trends of the last hours from the journal, newest first, then writes what this session sees and reads what
other sessions saw.
*/
export function keepTrends({store, journal, clock}: Services): () => void {
	let isOver = false;
	let cancelTimer = () => {};
	let written: ReturnType<typeof store.getState>['trends'] = new Map();
	let writtenAt = clock.now();
	const write = () => {
		const {trends} = store.getState();
		const samples: ServerSample[] = [];
		for (const [serverId, trend] of trends) {
			if (written.get(serverId) === trend) continue;
			for (const sample of samplesSince(trend, writtenAt)) samples.push({serverId, ...sample});
		}
		[written, writtenAt] = [trends, clock.now()];
		for (let from = 0; from < samples.length; from += maxPerEntry) {
			journal.keep([{kind: 'samples', at: writtenAt, samples: samples.slice(from, from + maxPerEntry)}]);
		}
	};
	const read = async (from: number, to: number) => {
		const samples = await journal.samples(from * samplePeriodMs, to * samplePeriodMs);
		if (!isOver && samples.length > 0) store.dispatch({type: 'trends/read', samples});
	};
	const pause = () =>
		new Promise<void>(resolve => {
			cancelTimer = clock.after(pauseMs, resolve);
		});
	const readBack = async (from: number, to: number, perRead: number): Promise<void> => {
		if (isOver || to <= from) return;
		await read(Math.max(from, to - perRead), to);
		await pause();
		await readBack(from, to - perRead, perRead);
	};
	const begin = async () => {
		const perRead = Math.max(1, Math.floor(maxPerRead / Math.max(1, store.getState().fleet.order.length)));
		let readUpTo = periodOf(clock.now()) + 1;
		await readBack(readUpTo - sampledMs / samplePeriodMs, readUpTo, perRead);
		const turn = () => {
			write();
			const now = periodOf(clock.now());
			if (now >= readUpTo) {
				void read(readUpTo - lateWrites, now);
				readUpTo = now + 1;
			}
			cancelTimer = clock.after(everyMs, turn);
		};
		if (!isOver) turn();
	};
	void begin();
	return () => {
		write();
		isOver = true;
		cancelTimer();
	};
}
