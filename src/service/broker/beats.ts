import type {Clock} from '../../lib/clock.ts';

export type Beats = {sent: () => void; heard: () => void; stop: () => void};

type Options = {
	clock: Clock;
	/** 0 if the client requested none. */
	outEveryMs: number;
	/** 0 if the client promised none, or if silent clients are not disconnected. */
	inEveryMs: number;
	beat: () => void;
	silent: () => void;
};

/** Starts the heart-beats of one connection. Three missed ones count as silence. (STOMP 1.2: Heart-beating) */
export function openBeats({clock, outEveryMs, inEveryMs, beat, silent}: Options): Beats {
	let heardAt = clock.now();
	let cancelOutgoing = () => {};
	let cancelIncoming = () => {};
	const nextOut = () => {
		cancelOutgoing();
		if (outEveryMs === 0) return;
		cancelOutgoing = clock.after(outEveryMs, () => {
			beat();
			nextOut();
		});
	};
	const nextIn = () => {
		cancelIncoming = clock.after(inEveryMs, () => {
			if (clock.now() - heardAt >= 3 * inEveryMs) silent();
			else nextIn();
		});
	};
	nextOut();
	if (inEveryMs > 0) nextIn();
	return {
		sent: nextOut,
		heard: () => {
			heardAt = clock.now();
		},
		stop: () => {
			cancelOutgoing();
			cancelIncoming();
		},
	};
}
