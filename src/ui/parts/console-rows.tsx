import type {Row} from '../../core/console/rows.ts';
import {Line} from './line.tsx';

/**
The only way of the console's rows to the screen: how they get there may change behind it. Rows are keyed by their
place, so that a console that moves up by one row changes texts instead of building all rows anew.
*/
export function ConsoleRows({rows}: {rows: readonly Row[]}) {
	return rows.map(({segments}, place) => <Line key={places[place] ?? String(place)} spans={segments} />);
}

const places = Array.from({length: 200}, (_, place) => `row ${place}`);
