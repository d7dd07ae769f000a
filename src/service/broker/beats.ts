import type {Clock} from '../../lib/clock.ts';

export type Beats = {sent: () => void; heard: () => void; stop: () => void};

type Options = {
	clock: Clock;
	/** 0: none was asked for. */
	outEveryMs: number;
	/** 0: none was promised, or nobody minds. */
	inEveryMs: number;
	beat: () => void;
	silent: () => void;
};

/** Heart-beats of one connection. (STOMP 1.2: Heart-beating) Three missed ones are silence. */
export function openBeats({clock, outEveryMs, inEveryMs, beat, silent}: Options): Beats {
	let heardAt = clock.now();
	let callOffOut = () => {};
	let callOffIn = () => {};
	const nextOut = () => {
		callOffOut();
		if (outEveryMs === 0) return;
		callOffOut = clock.after(outEveryMs, () => {
			beat();
			nextOut();
		});
	};
	const nextIn = () => {
		callOffIn = clock.after(inEveryMs, () => {
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
			callOffOut();
			callOffIn();
		},
	};
}
