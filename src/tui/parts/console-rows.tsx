import type {Span} from '../../app/kernel/spans.ts';
import type {Row} from '../../app/console/rows.ts';
import {renderWithKeys, type Keymap} from '../../app/kernel/keymap/keymap.ts';
import {useTui} from '../hooks.ts';
import {Line} from './line.tsx';

/**
The only component for console rows, so that the rendering can change behind it. Rows are keyed by position,
so a console that scrolls by one row changes texts instead of rebuilding all rows.
*/
export function ConsoleRows({rows}: {rows: readonly Row[]}) {
	const {keymap} = useTui().services;
	return rows.map(({segments}, place) => (
		<Line key={places[place] ?? String(place)} spans={spansOf(segments, keymap)} />
	));
}

/** Only rcondeck's own text in a console names keys. */
const spansOf = (segments: Row['segments'], keymap: Keymap): readonly Span[] =>
	segments.every(isSpan)
		? segments
		: segments.map(({text, tone}) => ({text: renderWithKeys(text, keymap), tone}));

const isSpan = (segment: Row['segments'][number]): segment is Span & Row['segments'][number] =>
	typeof segment.text === 'string';

const places = Array.from({length: 200}, (_, place) => `row:${place}`);
