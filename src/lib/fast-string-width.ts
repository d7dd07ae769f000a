import type {Options} from 'string-width';
import {anyStringWidth} from './any-string-width.ts';
import {simpleWidthOf} from './simple-text.ts';

/**
Replaces `string-width` for all packages in the built program. Measures simple text without the package's emoji
patterns, which are most of its cost: creating them takes 13 ms, a quarter of the time to the first paint.
*/
export function fastStringWidth(text: unknown, options?: Options): number {
	if (typeof text !== 'string') return 0;
	return (options ? undefined : simpleWidthOf(text)) ?? anyStringWidth.of(text, options);
}
