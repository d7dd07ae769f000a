import {largest} from '../lib/long-lists.ts';
import {printableLine} from '../lib/text.ts';
import {fit, widthOf} from '../lib/width.ts';
import type {Io} from './io.ts';

export type Fact = [label: string, value: string | number | undefined];

/** What is known of one thing, one fact a line; what is not known is left out. Always clean. */
export function writeFacts({stdout}: Io, facts: readonly Fact[]): void {
	const width = largest(facts.map(([label]) => widthOf(label)));
	for (const [label, value] of facts) {
		if (value === undefined) continue;
		stdout.write(`${fit(label, width)}  ${printableLine(String(value))}\n`);
	}
}
