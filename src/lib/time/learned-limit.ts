/** How a task ended. A failure says nothing of the time that tasks take. */
type Ended = {ms: number} | 'failed' | 'timeout';

export type LearnedLimit = {
	/** How many tasks may run at once now. */
	atOnce: () => number;
	/** Notes the start of a task; the result notes its end. Only tasks of one kind are compared with each other. */
	start: (kind: string) => (ended: Ended) => void;
};

type Options = {
	max: number;
	/** A task that takes longer is given up. Even if all tasks are served one after another, none may come near it. */
	timeoutMs: number;
};

/** Tasks that take this much longer together than alone wait for each other. */
const slowdown = 1.5;
/** Smaller differences are noise, ms. */
const noiseMs = 30;
/** After a slowdown, the number of tasks that must end before more are tried at once; doubled each time. */
const firstPause = 4;
const longestPause = 64;

/**
Learns how many tasks of a queue run at once without slowing each other down: starts with one, doubles as long as they take
no longer, and goes back when they do.
*/
export function createLearnedLimit({max, timeoutMs}: Options): LearnedLimit {
	let [atOnce, running, mostRunning] = [1, 0, 0];
	let [pauseLeft, nextPause] = [0, firstPause];
	let round: number[] = [];
	/** The shortest time of the kind that ran last. */
	let best = {kind: '', ms: Number.POSITIVE_INFINITY};
	const change = (to: number) => {
		atOnce = Math.max(1, Math.min(max, to));
		[round, mostRunning] = [[], running];
	};
	const goBack = (to: number) => {
		change(to);
		pauseLeft = nextPause;
		nextPause = Math.min(longestPause, 2 * nextPause);
	};
	const judge = () => {
		const typical = round.toSorted((a, b) => a - b)[Math.floor(round.length / 2)] ?? 0;
		const isSlow = atOnce > 1 && typical > slowdown * best.ms + noiseMs;
		if (isSlow) goBack(Math.floor(atOnce / 2));
		else if (pauseLeft > 0) [pauseLeft, round] = [pauseLeft - round.length, []];
		// The next step may turn out to be served one after another.
		else if (2 * typical <= 0.8 * timeoutMs) change(2 * atOnce);
		else round = [];
	};
	return {
		atOnce: () => Math.min(atOnce, max),
		start: kind => {
			running++;
			mostRunning = Math.max(mostRunning, running);
			const level = atOnce;
			return ended => {
				running--;
				if (ended === 'timeout') goBack(1);
				if (typeof ended === 'string') return;
				if (best.kind !== kind) [best, round] = [{kind, ms: ended.ms}, []];
				best.ms = Math.min(best.ms, ended.ms);
				if (level !== atOnce) return;
				round.push(ended.ms);
				// With fewer at once, nothing was learned of this many.
				if (round.length >= atOnce && mostRunning >= atOnce) judge();
				else if (round.length > atOnce) round.shift();
			};
		},
	};
}
