import {type LineChange, lineChanges} from '../../lib/text/differences.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import type {Outcome} from '../console/record/outcome.ts';
import type {Group} from './groups.ts';
import {resultMessages} from '../../messages/results.ts';

/** A line of a comparison. `skipped` represents omitted equal lines. */
export type CompareLine = {kind: LineChange['kind'] | 'skipped' | 'note'; text: string};

export type Comparison = {base: Group; other: Group; lines: readonly CompareLine[]};

/** The number of equal lines shown around a difference. */
const contextLines = 2;

/**
Compares the group with this key, or else the smallest group of answers, with the largest; undefined if nothing differs.
*/
export function comparisonOf(groups: readonly Group[], key: string | undefined): Comparison | undefined {
	const pair = pairOf(groups, key);
	if (!pair) return undefined;
	const {base, other} = pair;
	return {base, other, lines: compareLines(base.outcome, other.outcome, base.text, other.text)};
}

export function pairOf(
	groups: readonly Group[],
	key: string | undefined,
): {base: Group; other: Group} | undefined {
	const base = groups.find(({isBase}) => isBase);
	const others = groups.filter(({kind, isBase}) => kind === 'answered' && !isBase);
	const other = others.find(group => group.key === key) ?? others[0];
	return base && other && {base, other};
}

/** Comparing is expensive, so the result is cached by the two outcomes while other servers answer. */
const compareLines = memoize((_base: Outcome, _other: Outcome, from: string, to: string): CompareLine[] => {
	const changes = lineChanges(from.split('\n'), to.split('\n'));
	if (!changes) {
		return [{kind: 'note', text: resultMessages.tooDifferent}];
	}
	return changes.flatMap(({kind, lines}, index): CompareLine[] => {
		const all = lines.map((text): CompareLine => ({kind, text}));
		if (kind !== 'same') return all;
		const head = index === 0 ? 0 : contextLines;
		const tail = index === changes.length - 1 ? 0 : contextLines;
		const left = all.length - head - tail;
		if (left <= 1) return all;
		const skipped: CompareLine = {kind: 'skipped', text: resultMessages.equalLines(left)};
		return [...all.slice(0, head), skipped, ...all.slice(all.length - tail)];
	});
});
