import {largest} from '../lib/long-lists.ts';
import {printableLine} from '../lib/text.ts';
import {fit, widthOf} from '../lib/width.ts';
import type {Io} from './io.ts';

export type Fact = [label: string, value: string | number | undefined];

/** Prints the facts of one record, one per line, without the unknown ones. The output is always sanitized. */
export function writeFacts({stdout}: Io, facts: readonly Fact[]): void {
	const width = largest(facts.map(([label]) => widthOf(label)));
	for (const [label, value] of facts) {
		if (value === undefined) continue;
		stdout.write(`${fit(label, width)}  ${printableLine(String(value))}\n`);
	}
}
