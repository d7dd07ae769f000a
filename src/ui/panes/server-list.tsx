import {Box} from 'ink';
import {useMemo, useState} from 'react';
import type {Unreadable} from '../../contract/models/common.ts';
import {shownState, visibleServers} from '../../core/fleet-view.ts';
import {layoutOf, type Rect} from '../../core/layout.ts';
import {cut} from '../../lib/width.ts';
import {useDeck, useSelect} from '../hooks.ts';
import {fitSpans, Line} from '../parts/line.tsx';
import {Title} from '../parts/title.tsx';
import {headRow, listColumns} from './list-columns.ts';
import {listFace} from './list-face.ts';
import {listTitle} from './list-title.ts';
import {ServerRow} from './server-row.tsx';
import {windowTop} from './window-top.ts';

/** The fleet by trouble, as much of it as fits around the selected server. */
export function ServerList({rect: {width, height}}: {rect: Rect}) {
	const {services} = useDeck();
	const fleet = useSelect(state => state.fleet);
	const view = useSelect(state => state.view);
	const access = useSelect(state => state.access);
	const ids = useSelect(visibleServers);
	const {mode} = layoutOf(view);
	const columns = useMemo(() => listColumns(width, mode), [width, mode]);
	const isFiltered = view.filter.field.text.trim() !== '';
	const unreadable = isFiltered ? [] : fleet.unreadable;
	const room = Math.max(0, height - 2);
	const at = ids.indexOf(view.selectedId ?? '');
	const [before, moveTo] = useState(0);
	const top = windowTop(before, at, room, ids.length + unreadable.length);
	if (top !== before) moveTo(top);
	const shown = ids.slice(top, top + room);
	const broken = unreadable.slice(Math.max(0, top - ids.length)).slice(0, room - shown.length);
	const isFocused = view.pane === 'servers' && !view.input;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Title
				width={width}
				focused={isFocused}
				left={listTitle({fleet, view}, width).spans}
				right={at === -1 ? [] : [{text: `${at + 1}/${ids.length}`, tone: 'faint'}]}
			/>
			<Line spans={headRow(columns)} />
			{shown.length + broken.length === 0 &&
				listFace({fleet, access, view}, services.settings, width)
					.slice(0, room)
					.map(spans => <Line key={spans[0]?.text} spans={spans} />)}
			{shown.map(id => {
				const server = fleet.servers[id];
				return (
					server && (
						<ServerRow
							key={id}
							server={server}
							{...shownState(fleet, id)}
							since={fleet.since[id]}
							selected={id === view.selectedId}
							focused={isFocused}
							columns={columns}
						/>
					)
				);
			})}
			{broken.map(record => (
				<Line key={`unreadable ${record.index}`} spans={unreadableRow(record, width)} />
			))}
		</Box>
	);
}

/** A record that could not be read is shown as such, with the reason. */
function unreadableRow({id, name, reason}: Unreadable, width: number) {
	const who = cut(name ?? id ?? 'a record without id', 24, 'middle');
	return fitSpans(
		[
			{text: ' ! ', tone: 'failure'},
			{text: `${who}  `, tone: 'plain'},
			{text: `unreadable: ${reason}`, tone: 'failure'},
		],
		width,
	);
}
