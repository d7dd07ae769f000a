import type {ListRow} from './list-rows.ts';
import type {nodeEvent} from '../nodes/node-outages.ts';
import {cut} from '../../lib/width.ts';
import type {Span} from '../kernel/spans.ts';
import {headerMessages, serverListMessages} from '../../messages/tui-panes.ts';

type Options = {
	width: number;
	/** What happened to the node last, if that matters. */
	event: ReturnType<typeof nodeEvent>;
};

/** Returns the header of a node's servers: what happened to it, and how many of the listed ones are up and down. */
export function groupRow(
	{node, counts, total}: Extract<ListRow, {kind: 'group'}>,
	{width, event}: Options,
): Span[] {
	const {online, offline, changing, unknown} = counts;
	const more: Span[] = [
		...(changing > 0
			? [{text: `  ${headerMessages.inState(changing, 'busy')}`, tone: 'changing'} as const]
			: []),
		...(unknown > 0
			? [{text: `  ${headerMessages.inState(unknown, 'unknown')}`, tone: 'unknown'} as const]
			: []),
	];
	return [
		{text: `${serverListMessages.node(cut(node, Math.max(8, width - 40), 'middle'))}  `, tone: 'title'},
		...(event ? [{text: `${event.text}  `, tone: event.isAway ? 'offline' : 'online'} as const] : []),
		{text: headerMessages.up(online), tone: online > 0 ? 'online' : 'faint'},
		{text: `  ${headerMessages.down(offline)}`, tone: offline > 0 ? 'offline' : 'faint'},
		...more,
		{text: `  ${serverListMessages.total(total)}`, tone: 'faint'},
	];
}
