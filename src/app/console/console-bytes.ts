import {activityText} from '../../messages/activity.ts';
import type {ConsoleBuffer} from './console-buffer.ts';
import type {Line} from './console-line.ts';
import {outputText} from './output-text.ts';

/**
The size of an entry without its texts: the object, its numbers, and its places in the list of entries and among the
identities.
*/
const overhead = 400;

/** Returns the estimated memory of an entry, in bytes. */
export function bytesOf(line: Line): number {
	if (line.kind === 'note') return overhead + activityText(line.activity).length;
	if (line.kind === 'output') return overhead + outputText(line).length;
	return overhead + line.command.length + (line.response?.length ?? 0);
}

/** Returns the sizes of a console without these entries. */
export const sizesWithout = (
	{bytes, outputs}: ConsoleBuffer,
	gone: readonly Line[],
): Pick<ConsoleBuffer, 'bytes' | 'outputs'> => ({
	bytes: gone.reduce((sum, line) => sum - bytesOf(line), bytes),
	outputs: outputs - gone.filter(({kind}) => kind === 'output').length,
});
