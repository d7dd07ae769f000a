import {plural} from '../../lib/plural.ts';
import {printableLine} from '../../lib/text.ts';

/** The lines that tell of one thing. */
export type Told = readonly string[];

export type Saying = {
	say: (...lines: (string | Told)[]) => void;
	/** Tells of several things at once, of each that is long the beginning. */
	sayAll: (things: readonly Told[]) => void;
	/** The next lines of what was too long to be told in one go. */
	more: () => void;
};

/** Nobody listens to more in one go, and a slow line takes its time for them. */
const mostAtOnce = 200;

/** Tells lines fit for a terminal. */
export function createSaying(tell: (lines: readonly string[]) => void): Saying {
	let rest: Told = [];
	const part = (lines: Told): Told => {
		const left = lines.slice(mostAtOnce);
		if (left.length === 0) return lines;
		rest = left;
		const next = Math.min(left.length, mostAtOnce);
		return [
			...lines.slice(0, mostAtOnce),
			`MORE ${plural(left.length, 'line')}; :more tells the next ${next}`,
		];
	};
	const sayAll = (things: readonly Told[]) => tell(things.flatMap(lines => part(lines.map(printableLine))));
	return {
		sayAll,
		say: (...lines) => sayAll([lines.flat()]),
		more: () => {
			const next = rest;
			rest = [];
			tell(next.length > 0 ? part(next) : ['There is no more to be told.']);
		},
	};
}
