import type {ListRow} from '../../app/servers/list-rows.ts';
import {cut} from '../../lib/width.ts';
import {fitSpans} from '../parts/line.tsx';
import type {Span} from '../theme/tokens.ts';

/** The head of a node's servers: how many of those in the list are up and down. */
export function groupRow({node, counts, total}: Extract<ListRow, {kind: 'group'}>, width: number): Span[] {
	const {online, offline, changing, unknown} = counts;
	const more: Span[] = [
		...(changing > 0 ? [{text: `  ${changing} busy`, tone: 'changing'} as const] : []),
		...(unknown > 0 ? [{text: `  ${unknown} unknown`, tone: 'unknown'} as const] : []),
	];
	return fitSpans(
		[
			{text: `node ${cut(node, Math.max(8, width - 40), 'middle')}  `, tone: 'title'},
			{text: `${online} up`, tone: online > 0 ? 'online' : 'faint'},
			{text: `  ${offline} DOWN`, tone: offline > 0 ? 'offline' : 'faint'},
			...more,
			{text: `  of ${total}`, tone: 'faint'},
		],
		width,
	);
}
