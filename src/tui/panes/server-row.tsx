import {memo} from 'react';
import type {GameServer} from '../../contract/models/server.ts';
import {sinceText} from '../../app/servers/shown-fleet.ts';
import {pendingText} from '../../app/servers/scheduled-text.ts';
import type {FleetState} from '../../app/servers/fleet.ts';
import type {PendingAct} from '../../app/servers/scheduled-actions.ts';
import {useTui, useShown} from '../hooks.ts';
import {Line} from '../parts/line.tsx';
import {serverRow, type ListColumns} from './list-columns.ts';

type Props = {
	server: GameServer;
	state: string | undefined;
	expected: boolean;
	since: ReturnType<FleetState['since']['get']>;
	pending: PendingAct | undefined;
	selected: boolean;
	marked: boolean;
	times: number | undefined;
	acknowledged: boolean;
	unread: boolean;
	focused: boolean;
	columns: ListColumns;
};

/** One server. It is painted again when its record changes, or when its age reads differently. */
export const ServerRow = memo(function ServerRow({since, pending, columns, ...given}: Props) {
	const {theme} = useTui();
	const age = useShown(now => sinceText(since, now));
	const isShort = (columns.pending ?? 0) < 7;
	const todo = useShown(now => (pending ? pendingText(pending, now, isShort) : ''));
	return <Line spans={serverRow({...given, since: age, pending: todo}, columns, theme.glyphs)} />;
});
