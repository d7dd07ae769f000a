import {fitSpans} from '../../app/kernel/spans.ts';
import {nodeEvent} from '../../app/nodes/node-outages.ts';
import {groupRow} from '../../app/servers/group-row.ts';
import type {ListRow} from '../../app/servers/list-rows.ts';
import {useSelect, useShown} from '../hooks.ts';
import {Line} from '../parts/line.tsx';

type Props = {row: Extract<ListRow, {kind: 'group'}>; width: number};

/** The heading of a node's servers. Repainted when the age of the node's last event changes. */
export function GroupRow({row, width}: Props) {
	const nodes = useSelect(state => state.nodes);
	const text = useShown(now => nodeEvent({nodes}, row.node, now)?.text);
	const isAway = useShown(now => String(nodeEvent({nodes}, row.node, now)?.isAway ?? false)) === 'true';
	const event = text === undefined ? undefined : {text, isAway};
	return <Line spans={fitSpans(groupRow(row, {width, event}), width)} />;
}
