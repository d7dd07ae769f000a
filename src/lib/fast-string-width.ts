import type {Options} from 'string-width';
import {anyStringWidth} from './any-string-width.ts';
import {simpleWidthOf} from './simple-text.ts';

/**
`string-width` for the built program, where all packages get this in its place: simple text is counted without the emoji
patterns of the package, which are most of its cost. To create them alone takes 13 ms, a quarter of the time to the
first paint with their first use for a box drawing character.
*/
export function fastStringWidth(text: unknown, options?: Options): number {
	if (typeof text !== 'string') return 0;
	return (options ? undefined : simpleWidthOf(text)) ?? anyStringWidth.of(text, options);
}
