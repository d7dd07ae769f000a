import {pause, type Clock} from '../../lib/clock.ts';

type Options = {
	clock: Clock;
	/** Stops or resumes reading from the connection. */
	pauseReading: (isPaused: boolean) => void;
	/** Called with the error of a job. */
	onError: (error: unknown) => void;
};

/** The jobs of one connection, one after the other. */
export type SessionQueue = {
	/** `size`: the characters that wait with it. */
	add: (job: () => Promise<void>, size?: number) => void;
	/** Drops the jobs that wait, and adds the last one. */
	finish: (last: () => Promise<void>) => void;
	isEmpty: () => boolean;
	/** Resolves when no job is left. */
	idle: () => Promise<void>;
};

/** Beyond these, nothing more is read from the connection. */
const most = {jobs: 1000, characters: 16 * 1024 * 1024};
/** What a machine reports at the beginning may come at once; later messages at this rate. */
const [burst, perSecond] = [6000, 1000];

export function openSessionQueue({clock, pauseReading, onError}: Options): SessionQueue {
	let waiting: {job: () => Promise<void>; size: number}[] = [];
	let characters = 0;
	let running: Promise<void> | undefined;
	let isPaused = false;
	const takeTurn = limitRate(clock);
	const checkRoom = () => {
		const isFull = waiting.length > most.jobs || characters > most.characters;
		if (isFull === isPaused) return;
		isPaused = isFull;
		pauseReading(isFull);
	};
	const run = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			characters -= next.size;
			checkRoom();
			try {
				await next.job();
			} catch (error) {
				onError(error);
			}
			if (waiting.length > 0) await takeTurn();
		}
		running = undefined;
	};
	const add = (job: () => Promise<void>, size = 0) => {
		waiting.push({job, size});
		characters += size;
		checkRoom();
		running ??= run();
	};
	return {
		add,
		finish: last => {
			[waiting, characters] = [[], 0];
			add(last);
		},
		isEmpty: () => running === undefined,
		idle: async () => running,
	};
}

/** Returns a function that waits if it is called too often. */
function limitRate(clock: Clock): () => Promise<void> {
	let left = burst;
	let at = clock.monotonic();
	return async () => {
		const now = clock.monotonic();
		left = Math.min(burst, left + ((now - at) / 1000) * perSecond) - 1;
		at = now;
		if (left < 0) await pause(clock, (-left / perSecond) * 1000);
	};
}
