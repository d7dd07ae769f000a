import {tableOf} from '../../lib/maps.ts';
import {plural} from '../../lib/plural.ts';

const units = [
	['day', 86_400_000],
	['hour', 3_600_000],
	['minute', 60_000],
] as const;

/** A span as it is spoken, in its largest unit: `12 minutes`. */
export function spanWords(ms: number): string {
	const [unit, span] = units.find(([, span]) => ms >= span) ?? (['second', 1000] as const);
	return plural(Math.max(0, Math.floor(ms / span)), unit);
}

const spoken = tableOf<string>({
	ms: 'millisecond',
	s: 'second',
	m: 'minute',
	h: 'hour',
	d: 'day',
});

/** `>=15s`, `12m seen`, as the deck says since when something is so, as it is spoken. */
export const spokenSince = (text: string): string =>
	spokenSpans(
		text.replace(/>=(?=\d+[smhd]\b)/g, 'for at least ').replace(/\b(\d+[smhd]) seen\b/g, 'seen $1 ago'),
	);

/** `12m ago`, `~8m`, `2/3`, as the columns of the deck say it, as it is spoken: `12 minutes ago`, `about 8 minutes`, `2 of 3`. */
export const spokenSpans = (text: string): string =>
	text
		.replaceAll(/(?<![\w.:/-])~(?=\d)/g, 'about ')
		.replaceAll(/(?<![\w.:/-])(\d+)\/(\d+)(?![\w.:/-])/g, '$1 of $2')
		.replaceAll(/(?<![\w.:/-])(\d+)(ms|[smhd])(?![\w.:/-])/g, (_, count: string, unit: string) =>
			plural(Number(count), spoken.get(unit) ?? unit),
		);
