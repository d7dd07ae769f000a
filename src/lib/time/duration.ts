import {plural} from '../text/plural.ts';

/** Units of durations, largest first; `words` are accepted besides the short form: `10 min`, `2 hours`. */
export const durationUnits = {
	w: {ms: 604_800_000, name: 'week', words: ['weeks', 'week']},
	d: {ms: 86_400_000, name: 'day', words: ['days', 'day']},
	h: {ms: 3_600_000, name: 'hour', words: ['hours', 'hour', 'hrs', 'hr']},
	m: {ms: 60_000, name: 'minute', words: ['minutes', 'minute', 'mins', 'min']},
	s: {ms: 1000, name: 'second', words: ['seconds', 'second', 'secs', 'sec']},
	ms: {ms: 1, name: 'millisecond', words: ['milliseconds', 'millisecond']},
} as const;

export type DurationUnit = keyof typeof durationUnits;

const unitNames = Object.keys(durationUnits) as DurationUnit[]; // Safe: the keys of the literal are the type.

const spelling = new Map<string, DurationUnit>(
	unitNames.flatMap(unit => [unit, ...durationUnits[unit].words].map(word => [word, unit] as const)),
);

const part = `\\d+\\s*(?:${[...spelling.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?![a-z])`;

/** Pattern source that matches a duration or a bare number in a sentence. */
export const durationPattern = `(?:${part}(?:\\s*${part})*|\\d+)`;

/**
Parses `90s`, `10m`, `2h`, `3d`, `1h30m` or `10 minutes` to milliseconds. Returns undefined for invalid text, and for a
number without a unit.
*/
export function parseDuration(text: string): number | undefined {
	const typed = text.trim();
	let ms = 0;
	let rest = typed;
	while (rest !== '') {
		const [whole = '', count, word = ''] = /^(\d+)\s*([a-z]+)\s*/.exec(rest) ?? [];
		const unit = spelling.get(word);
		if (unit === undefined) return undefined;
		ms += Number(count) * durationUnits[unit].ms;
		rest = rest.slice(whole.length);
	}
	return typed === '' ? undefined : safe(ms);
}

/** Parses a duration as `parseDuration` does; a number without a unit is seconds. */
export const parseSeconds = (text: string): number | undefined =>
	parseDuration(isBareNumber(text) ? `${text.trim()}s` : text);

export const isBareNumber = (text: string): boolean => /^\d+$/.test(text.trim());

const safe = (ms: number): number | undefined => (Number.isSafeInteger(ms) ? ms : undefined);

/**
Formats a duration exactly, in the largest unit that divides it: `90s`, `10m`, `2h`, `3d`; `spoken`: `90 seconds`.
`parseDuration` reads it back.
*/
export function writeDuration(ms: number, style: 'short' | 'spoken' = 'short'): string {
	const exact = unitNames.find(unit => unit !== 'w' && ms > 0 && ms % durationUnits[unit].ms === 0) ?? 's';
	const {ms: unitMs, name} = durationUnits[exact];
	const count = ms / unitMs;
	return style === 'short' ? `${count}${exact}` : plural(count, name);
}
