import type {Row} from '../../core/console/rows.ts';
import {inKeys} from '../../core/commands/index.ts';
import {namesCommand} from '../../core/key-words.ts';
import type {Settings} from '../../core/services.ts';
import {useDeck} from '../hooks.ts';
import {Line} from './line.tsx';

/**
The only way of the console's rows to the screen: how they get there may change behind it. Rows are keyed by their
place, so that a console that moves up by one row changes texts instead of building all rows anew.
*/
export function ConsoleRows({rows}: {rows: readonly Row[]}) {
	const {settings} = useDeck().services;
	return rows.map(({segments}, place) => (
		<Line key={places[place] ?? String(place)} spans={withKeys(segments, settings)} />
	));
}

/** Only what the deck itself says in a console names keys. */
const withKeys = (segments: Row['segments'], settings: Settings): Row['segments'] =>
	segments.some(({text}) => namesCommand(text))
		? segments.map(({text, tone}) => ({text: inKeys(text, settings), tone}))
		: segments;

const places = Array.from({length: 200}, (_, place) => `row ${place}`);
