import {Box} from 'ink';
import {useMemo, useState} from 'react';
import {layoutOf, type Rect} from '../../app/kernel/layout.ts';
import {flappingServers} from '../../app/servers/crashes.ts';
import {fitServerColumns} from '../../app/servers/columns.ts';
import {selectedServers} from '../../app/servers/selection.ts';
import {shownState} from '../../app/servers/server-labels.ts';
import {listRows, type ListRow} from '../../app/servers/list-rows.ts';
import {listWindow} from '../../app/servers/list-window.ts';
import {widestName} from '../../app/servers/fleet-values.ts';
import {isAcknowledged} from '../../app/servers/alerts.ts';
import {timesListed} from '../../app/kernel/unreadable.ts';
import {hasScheduledActions, scheduledActionOf} from '../../app/servers/scheduled-actions.ts';
import {useTui, useSelect} from '../hooks.ts';
import {Line} from '../parts/line.tsx';
import {Paragraphs} from '../parts/paragraphs.tsx';
import {Title} from '../parts/title.tsx';
import {unreadableRow} from '../parts/unreadable-row.ts';
import {GroupRow} from './group-row.tsx';
import {headerSpans} from './server-spans.ts';
import {emptyList} from '../../app/servers/empty-list.ts';
import {listTitle} from '../../app/list-title.ts';
import {ServerRow} from './server-row.tsx';

const idOfRow = (row: ListRow): string | undefined => (row.kind === 'server' ? row.id : undefined);

/** The part of the fleet that fits around the current server. */
export function ServerList({rect: {width, height}}: {rect: Rect}) {
	const {services, painted} = useTui();
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	const jobs = useSelect(state => state.jobs);
	const list = useSelect(listRows);
	const selected = useSelect(selectedServers);
	const unread = useSelect(state => state.unread);
	const {mode} = layoutOf(view);
	const pending = useSelect(state => state.scheduled);
	const trends = useSelect(state => state.trends);
	const hasScheduled = useSelect(hasScheduledActions);
	const flapping = useSelect(({fleet: {crashes}}) => flappingServers(crashes));
	const times = useMemo(() => timesListed(fleet.unreadable), [fleet.unreadable]);
	const beside = mode === 'wide';
	// A mark beside a name needs room, too.
	const names = beside && times.size === 0 ? widestName(fleet) : undefined;
	const columns = useMemo(
		() =>
			fitServerColumns({
				width,
				beside,
				grouped: view.grouped,
				pending: hasScheduled,
				flapping: flapping.size > 0,
				...(names !== undefined && {names}),
				...(view.columns && {chosen: view.columns}),
			}),
		[width, beside, view.grouped, view.columns, hasScheduled, flapping, names],
	);
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
			<Line spans={headerSpans(columns)} />
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
