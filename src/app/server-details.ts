import {commandsOfOthers} from './console/read/place.ts';
import {renderWithKeys} from './kernel/keys/keymap.ts';
import {layoutOf} from './kernel/screens/layout.ts';
import type {Services} from './kernel/state/services.ts';
import {listAgeMs} from './servers/fleet.ts';
import {restingAgeMs} from './rest.ts';
import {factLines, type FactLine} from './servers/fact-lines.ts';
import {serverFacts} from './servers/server-facts.ts';
import type {State} from './state.ts';
import type {KeyCommand} from './kernel/state/program.ts';
import {moveCommands, scrollRuns, type ScrollTarget} from './kernel/screens/move-commands.ts';

export const detailsLabelWidth = 10;

/** Rows for the chart of players; in a low pane other facts need the room, and zooming makes it. */
const chartHeight = (room: number): number =>
	room < 14 ? 0 : Math.max(6, Math.min(14, Math.floor(room * 0.4)));

export type ServerDetailsView = {lines: readonly FactLine[]; top: number; total: number; room: number};

/**
Returns the details of the current server. With the focus, texts are complete and the details scroll; without it, long
texts are truncated so that more facts fit.
*/
export function serverDetails(
	state: State,
	{keymap, ...services}: Pick<Services, 'keymap' | 'settings' | 'openAlerts'>,
	{now, isAtRest = false}: {now: number; isAtRest?: boolean},
): ServerDetailsView {
	const {fleet, view, scheduled, nodes, access, trends} = state;
	const id = view.currentId ?? '';
	const server = fleet.servers.get(id);
	const {width, height} = layoutOf(view).panes.details ?? {width: view.size.columns, height: view.size.rows};
	const room = Math.max(1, height - 1);
	if (!server) return {lines: [], top: 0, total: 0, room};
	const console = state.console.get(id);
	const others = commandsOfOthers(console, {access, view}, now);
	const age = isAtRest ? restingAgeMs(state, services) : listAgeMs(fleet, now);
	const isOpen = view.pane === 'details' && !view.input;
	const textWidth = width - detailsLabelWidth - 2;
	const chart = {width: textWidth, height: chartHeight(room)};
	const facts = serverFacts(
		server,
		{fleet, scheduled, nodes, access, trends, view, console, others, chart, listAgeMs: age, isAtRest},
		now,
	).map(fact => ({
		label: renderWithKeys(fact.label, keymap),
		text: renderWithKeys(fact.text, keymap),
		...(fact.isReason && {isReason: fact.isReason}),
	}));
	const all = factLines(facts, {
		width: textWidth,
		room: isOpen ? Number.POSITIVE_INFINITY : room,
	});
	const {detailsTop} = view;
	const wanted = isOpen && detailsTop?.serverId === id ? detailsTop.row : 0;
	const top = Math.max(0, Math.min(all.length - room, wanted));
	return {lines: all.slice(top, top + room), top, total: all.length, room};
}

const scroll = (to: ScrollTarget) => (services: Services) => {
	const {store, clock} = services;
	const state = store.getState();
	const {currentId: serverId} = state.view;
	if (serverId === undefined) return;
	const {top, total, room} = serverDetails(state, services, {now: clock.now()});
	const last = Math.max(0, total - room);
	const row = Math.max(0, Math.min(last, to(top, last, room)));
	store.dispatch({type: 'view/changed', change: {detailsTop: {serverId, row}}});
};

/** Commands that scroll the details of a server. */
export const detailsCommands: readonly KeyCommand[] = moveCommands(
	{id: 'details', scope: 'details', group: 'move'},
	scrollRuns(scroll),
);
