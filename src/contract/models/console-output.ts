import * as z from 'zod';
import {Count, field, Moment} from '../wire-fields.ts';
import {readValidItems} from './list.ts';

/** `chat`: what a player or an admin said. A kind that is not known is `output`. */
export type OutputKind = 'output' | 'chat';

const Line = z.looseObject({
	kind: field<OutputKind, OutputKind>(value => (value === 'chat' ? 'chat' : 'output')),
	text: z.string(),
});

/**
Unsolicited output of a game's console. `timestamp` is the time of the first line; `omitted` is the
number of lines that the service omitted after the last one. This is our extension of the feed.
*/
export const ConsoleOutput = z.looseObject({
	timestamp: Moment,
	lines: field<z.input<typeof Line>[], z.output<typeof Line>[]>(value => readValidItems(Line, value)),
	omitted: Count,
});
export type ConsoleOutput = z.output<typeof ConsoleOutput>;
