import {memo, useMemo, useState} from 'react';
import {Box} from 'ink';
import {fitSpans, type Span, toneAtCursor, type Tone} from '../../app/kernel/text/spans.ts';
import {
	fitServerColumns,
	orderOf,
	type FittedServerColumn,
	serverSigns,
	type SignedServer,
	signWidth,
	widestName,
	widestNode,
} from '../../app/servers/columns.ts';
import {fitCell, headerCell, sortedHeaderCell} from '../../lib/text/table-layout.ts';
import type {Glyphs} from '../theme/tokens.ts';
import {useSelect, useShown, useTui} from '../hooks.ts';
import {Line, Paragraphs, Title} from '../parts/line.tsx';
import {nodeEvent} from '../../app/nodes/node-outages.ts';
import {emptyList, groupRow, listWindow} from '../../app/servers/list-view.ts';
import {type ListRow, listRows} from '../../app/servers/list-rows.ts';
import {layoutOf, type Rect} from '../../app/kernel/screens/layout.ts';
import {flappingServers} from '../../app/servers/crashes.ts';
import {selectedServers} from '../../app/servers/selection.ts';
import {shownState} from '../../app/servers/server-labels.ts';
import {isUsageKnown, phasesById} from '../../app/servers/fleet-values.ts';
import {isAcknowledged} from '../../app/servers/alerts.ts';
import {timesListed} from '../../app/kernel/state/failure.ts';
import {hasScheduledActions, scheduledActionOf} from '../../app/servers/scheduled-actions.ts';
import {unreadableRow} from '../parts/table.tsx';
import {listTitle} from '../../app/list-title.ts';

/** Returns the headers; that of the sort order has a sign. */
export function headerSpans(columns: readonly FittedServerColumn[], sort: string, glyphs: Glyphs): Span[] {
	const headers = columns.map(fitted => {
		const order = orderOf(fitted.column, sort);
		return order ? sortedHeaderCell(fitted, glyphs[order]) : headerCell(fitted);
	});
	return [{text: ' '.repeat(signWidth) + headers.join(' '), tone: 'heading'}];
}

export type ServerRowData = SignedServer & {
	/** The list has the keys. */
	focused: boolean;
};

/** Returns a row of the list; `texts` has the text of each column. */
export function serverSpans(
	row: ServerRowData,
	texts: readonly string[],
	columns: readonly FittedServerColumn[],
	glyphs: Glyphs,
): Span[] {
	const {current, focused} = row;
	const base: Tone = current ? (focused ? 'current' : 'currentElsewhere') : 'plain';
	const gap: Span = {text: ' ', tone: base === 'current' ? base : 'plain'};
	const spans: Span[] = [
		{text: current ? glyphs.cursor : ' ', tone: 'titleFocused'},
		...signsOf(row, glyphs),
	];
	for (const [index, fitted] of columns.entries()) {
		const own = fitted.column.style?.(row) ?? 'plain';
		const tone = base === 'current' ? toneAtCursor(own) : own === 'plain' ? base : own;
		if (index > 0) spans.push(gap);
		spans.push({text: fitCell(texts[index] ?? '', fitted), tone});
	}
	return spans;
}

const signsOf = (row: ServerRowData, glyphs: Glyphs): Span[] =>
	serverSigns(row).map((sign): Span =>
		sign ? {text: glyphs[sign.sign], tone: sign.tone} : {text: ' ', tone: 'plain'},
	);

type ServerRowProps = ServerRowData & {columns: readonly FittedServerColumn[]};

/** Received text never contains it, since control codes are removed before they enter the state. */
const separator = '\0';

/** The row of a server. It is painted again when its record changes, or when one of its texts changes over time. */
const ServerRow = memo(function ServerRow({columns, ...row}: ServerRowProps) {
	const {theme} = useTui();
	const texts = useShown(now =>
		columns.map(({column, width}) => column.value(row, now, width)).join(separator),
	);
	return <Line spans={serverSpans(row, texts.split(separator), columns, theme.glyphs)} />;
});

type GroupRowProps = {row: Extract<ListRow, {kind: 'group'}>; width: number};

/** The heading of a node's servers. Repainted when the age of the node's last event changes. */
function GroupRow({row, width}: GroupRowProps) {
	const nodes = useSelect(state => state.nodes);
	const text = useShown(now => nodeEvent({nodes}, row.node, now)?.text);
	const isAway = useShown(now => String(nodeEvent({nodes}, row.node, now)?.isAway ?? false)) === 'true';
	const event = text === undefined ? undefined : {text, isAway};
	return <Line spans={fitSpans(groupRow(row, {width, event}), width)} />;
}

const idOfRow = (row: ListRow): string | undefined => (row.kind === 'server' ? row.id : undefined);

/** The width of a mark such as ` (2x)`. */
const timesMark = 5;

/** Returns the columns that fit into the list now. */
function useColumns(width: number, times: ReadonlyMap<string, number>): FittedServerColumn[] {
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	const hasScheduled = useSelect(hasScheduledActions);
	const isFlapping = useSelect(({fleet: {crashes}}) => flappingServers(crashes).size > 0);
	const usage = useSelect(state => isUsageKnown(state.fleet));
	const beside = layoutOf(view).mode === 'wide';
	// A mark beside a name needs room, too.
	const names = widestName(fleet) + (times.size === 0 ? 0 : timesMark);
	const nodes = beside ? widestNode(fleet) : undefined;
	return useMemo(
		() =>
			fitServerColumns({
				width,
				beside,
				grouped: view.grouped,
				pending: hasScheduled,
				flapping: isFlapping,
				usage,
				names,
				...(nodes !== undefined && {nodes}),
				...(view.columns && {chosen: view.columns}),
			}),
		[width, beside, view.grouped, view.columns, hasScheduled, isFlapping, usage, names, nodes],
	);
}

/** The part of the fleet that fits around the current server. */
export function ServerList({rect: {width, height}}: {rect: Rect}) {
	const {services, painted, theme} = useTui();
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	const jobs = useSelect(state => state.jobs);
	const list = useSelect(listRows);
	const selected = useSelect(selectedServers);
	const unread = useSelect(state => state.unread);
	const pending = useSelect(state => state.scheduled);
	const trends = useSelect(state => state.trends);
	const flapping = useSelect(({fleet: {crashes}}) => flappingServers(crashes));
	const phases = useSelect(state => phasesById(state.fleet));
	const times = useMemo(() => timesListed(fleet.unreadable), [fleet.unreadable]);
	const columns = useColumns(width, times);
	const room = Math.max(0, height - 2);
	const place = list.places.get(view.currentId ?? '');
	const [before, moveTo] = useState(0);
	const {top, rows, unreadable} = listWindow({fleet, view}, {before, room});
	if (top !== before) moveTo(top);
	painted.note('servers', rows.map(idOfRow));
	const isFocused = view.pane === 'servers' && !view.input;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={isFocused}
				left={listTitle({fleet, view, jobs, unread}, services.keymap, width).spans}
				right={place ? [{text: `${place.at + 1}/${list.ids.length}`, tone: 'faint'}] : []}
			/>
			<Line spans={headerSpans(columns, view.sort, theme.glyphs)} />
			{rows.length + unreadable.length === 0 && <EmptyList width={width} height={room} />}
			{rows.map(row => {
				if (row.kind === 'group') return <GroupRow key={`node:${row.node}`} row={row} width={width} />;
				const server = fleet.servers.get(row.id);
				return (
					server && (
						<ServerRow
							key={row.id}
							server={server}
							{...shownState(fleet, row.id)}
							phase={phases.get(row.id) ?? 'unknown'}
							since={fleet.since.get(row.id)}
							crashes={flapping.get(row.id)?.length}
							pending={scheduledActionOf(pending, row.id)}
							trend={trends.get(row.id)}
							current={row.id === view.currentId}
							selected={selected.has(row.id)}
							times={times.get(row.id)}
							acknowledged={isAcknowledged(fleet, row.id)}
							unread={unread.servers.has(row.id)}
							focused={isFocused}
							columns={columns}
						/>
					)
				);
			})}
			{unreadable.map(record => (
				<Line key={`unreadable:${record.index}`} spans={unreadableRow(record, width)} />
			))}
		</Box>
	);
}

/** Says why no server is shown. */
function EmptyList({width, height}: Pick<Rect, 'width' | 'height'>) {
	const {services} = useTui();
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	const access = useSelect(state => state.access);
	const paragraphs = emptyList({fleet, access, view}, services.settings.profile.label);
	return <Paragraphs paragraphs={paragraphs} width={width} height={height} />;
}
