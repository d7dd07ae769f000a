import type {Segment} from './paragraph.ts';
import type {Tone} from '../kernel/spans.ts';
import type {Row} from './rows.ts';
import {rangesIn, type Pattern} from './search.ts';

const searchable: ReadonlySet<Tone> = new Set(['command', 'response', 'note', 'failure', 'output']);

/** Highlights matches, and puts the cursor before the first row of its block. */
export function highlightMatches<Shown extends Pick<Row, 'block' | 'segments'>>(
	rows: readonly Shown[],
	pattern: Pattern | undefined,
	cursor: string | undefined,
	tones: ReadonlySet<Tone> = searchable,
): readonly Shown[] {
	if (!pattern?.matcher && cursor === undefined) return rows;
	const at = rows.findIndex(({block}) => block === cursor);
	return rows.map((row, index) => {
		const segments = pattern?.matcher
			? row.segments.flatMap(part => splitMatches(part, pattern, tones))
			: row.segments;
		return {...row, segments: index === at ? withCursor(segments) : segments};
	});
}

function splitMatches(segment: Segment, pattern: Pattern, tones: ReadonlySet<Tone>): Segment[] {
	const {text, tone} = segment;
	if (!tones.has(tone) || typeof text !== 'string') return [segment];
	const parts: Segment[] = [];
	let from = 0;
	for (const [start, end] of rangesIn(text, pattern)) {
		parts.push({text: text.slice(from, start), tone}, {text: text.slice(start, end), tone: 'match'});
		from = end;
	}
	parts.push({text: text.slice(from), tone});
	return parts.filter(part => part.text !== '');
}

/** Marks the cursor with a sign as well as a style, for terminals without styles: `03:13:55>me`, `>-- gap`. */
function withCursor([first, ...rest]: readonly Segment[]): Segment[] {
	if (typeof first?.text !== 'string') return [...(first ? [first] : []), ...rest];
	if (first.tone === 'time') return [{text: `${first.text.slice(0, -1)}>`, tone: 'cursor'}, ...rest];
	return [{text: '>', tone: 'cursor'}, {text: first.text.slice(1), tone: first.tone}, ...rest];
}
