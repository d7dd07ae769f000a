import {Count, field, Moment, shapeOf} from '../shape.ts';
import {isFields} from '../wire-values.ts';
import {recordsIn} from './envelope.ts';

/** `chat`: what a player or an admin said. A kind that is not known is `output`. */
export type OutputKind = 'output' | 'chat';

const lineShape = shapeOf({
	kind: field<OutputKind, OutputKind>(value => (value === 'chat' ? 'chat' : 'output')),
	text: field<string, string>(value => (typeof value === 'string' ? value : '')),
});
type Line = NonNullable<ReturnType<typeof lineShape.read>>;

/** Leaves out lines without a text. */
const readLines = (value: unknown): Line[] =>
	(recordsIn(value) ?? []).flatMap(line =>
		isFields(line) && typeof line['text'] === 'string' ? (lineShape.read(line) ?? []) : [],
	);

/**
Unsolicited output of a game's console. `timestamp` is the time of the first line; `omitted` is the
number of lines that the service omitted after the last one. This is our extension of the feed.
*/
export const outputShape = shapeOf({
	timestamp: Moment,
	lines: field<NonNullable<typeof lineShape.sent>[], Line[]>(readLines),
	omitted: Count,
});
export type ConsoleOutput = NonNullable<ReturnType<typeof outputShape.read>>;
export type SentOutput = NonNullable<typeof outputShape.sent>;
