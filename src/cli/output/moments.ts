import {type Moment, momentText} from '../../contract/moments.ts';
import {zonedText} from '../../lib/time/ago.ts';
import {parseDuration} from '../../lib/time/duration.ts';
import {UsageError} from '../../lib/errors.ts';
import {momentMessages} from '../../messages/cli.ts';

/**
Parses a time as people write it: `90m`, `2h` or `3d` ago, or ISO 8601 such as `2026-11-21` or
`2026-11-21T03:00Z`.
*/
export function momentOf(text: string, now: number): number {
	const agoMs = parseDuration(text);
	if (agoMs !== undefined) return now - agoMs;
	const at = /^\d{4}-\d\d-\d\d/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
	if (Number.isFinite(at)) return at;
	throw new UsageError(momentMessages.wrong(text));
}

/** Formats to the second, in the local zone with its offset. */
export const secondsText = (at: number): string => zonedText(at, false);

/** Formats the time of a record: `unknown` if it is unreadable, undefined if it was not sent. */
export const secondsOf = (moment: Moment): string | undefined => momentText(moment, secondsText, undefined);
