import {wrap} from '../../lib/width.ts';
import type {Message} from '../../messages/text.ts';
import type {Tone} from '../kernel/spans.ts';

export type Segment = {text: Message; tone: Tone};

/** Settings shared by the rows of a console: widths, and how answers are shown. */
export type Columns = {
	width: number;
	time: number;
	indent: number;
	raw: boolean;
	gameType: string | undefined;
};

/** Renders a text below its command, wrapped to the available width. */
export const paragraph = (text: string, tone: Tone, columns: Columns) =>
	indentRows(wrap(text, Math.max(8, columns.width - columns.indent)), tone, columns);

export function indentRows(rows: readonly Message[], tone: Tone, {indent}: Columns): Segment[][] {
	const space: Segment = {text: ' '.repeat(indent), tone: 'faint'};
	return rows.map(text => [space, {text, tone}]);
}
