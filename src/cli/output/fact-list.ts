import {largest} from '../../lib/lists/long-lists.ts';
import {printableLine} from '../../lib/text/text.ts';
import {fit, widthOf} from '../../lib/text/width.ts';
import type {Io} from './io.ts';

export type Fact = [label: string, value: string | number | undefined];

/** Prints the facts of one record, one per line, without the unknown ones. The output is always sanitized. */
export function writeFacts({stdout}: Io, facts: readonly Fact[]): void {
	const known = facts
		.filter(([, value]) => value !== undefined)
		// A label can be the name of a field that the service sent.
		.map(([label, value]): [string, string] => [printableLine(label), printableLine(String(value))]);
	const width = largest(known.map(([label]) => widthOf(label)));
	for (const [label, value] of known) stdout.write(`${fit(label, width)}  ${value}\n`);
}
