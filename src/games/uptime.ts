import {groupReader} from '../lib/text/linear-pattern.ts';
import type {UptimeCommand} from './game-types.ts';

/** Returns the longest time that a game with this answer can have been running, ms; undefined if the answer does not say. */
export function uptimeMsIn(answer: string, {pattern}: UptimeCommand): number | undefined {
	const seconds = Number(groupReader(pattern)(answer)?.get('seconds') ?? NaN);
	return Number.isFinite(seconds) ? (seconds + 1) * 1000 : undefined;
}
