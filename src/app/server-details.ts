import {pendingLine} from '../actions/pending.ts';
import {chartSpans} from '../actions/sample.ts';
import type {GameServer} from '../contract/models/server.ts';
import {commandsOfOthers} from './console/read/console-status.ts';
import {renderWithKeys} from './kernel/keys/keymap.ts';
import {layoutOf} from './kernel/screens/layout.ts';
import type {Services} from './kernel/state/services.ts';
import {noneCurrent} from './servers/current-server.ts';
import {listAgeMs} from './servers/fleet.ts';
import {restingAgeMs} from './screen-at-rest.ts';
import {factLines, type FactLine} from './servers/fact-lines.ts';
import {scheduledActionOf} from './servers/scheduled-actions.ts';
import {type FactsContext, serverFacts} from './servers/server-facts.ts';
import {pendingOn} from './pending.ts';
import type {Fact} from './kernel/text/spans.ts';
import type {State} from './state.ts';
import type {KeyCommand} from './kernel/state/program.ts';
import {moveCommands, scrollRuns, type ScrollTarget} from './kernel/screens/move-commands.ts';

export const detailsLabelWidth = 10;

/** Rows for the chart of players: other facts need most of the room, and in a low pane all of it. */
function chartHeight(room: number, zoomed: boolean): number {
	if (zoomed) return room < 10 ? 0 : Math.max(8, Math.min(16, Math.floor(room * 0.45)));
	return room < 13 ? 0 : Math.max(6, Math.min(14, Math.floor(room * 0.4)));
}

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
	const {fleet, view} = state;
	const id = view.currentId ?? '';
	const server = fleet.servers.get(id);
	const {width, height} = layoutOf(view).panes.details ?? {width: view.size.columns, height: view.size.rows};
	const room = Math.max(1, height - 1);
	if (!server) return {lines: [], top: 0, total: 0, room};
	const age = isAtRest ? restingAgeMs(state, services) : listAgeMs(fleet, now);
	const isOpen = view.pane === 'details' && !view.input;
	const textWidth = width - detailsLabelWidth - 2;
	const chart = {width: textWidth, height: chartHeight(room, view.zoomed)};
	const facts = factsOfServer(state, server, now, {chart, listAgeMs: age, isAtRest}).map(fact => ({
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

type FactsOptions = Partial<Pick<FactsContext, 'chart' | 'listAgeMs' | 'isAtRest'>>;

/** Returns all that is known of a server; without room for a chart, its last hours are a row or a sentence. */
export function factsOfServer(
	state: State,
	server: GameServer,
	now: number,
	{
		chart = {width: 0, height: 0},
		listAgeMs: age = listAgeMs(state.fleet, now),
		isAtRest = false,
	}: FactsOptions = {},
): Fact[] {
	const console = state.console.get(server.id);
	const others = commandsOfOthers(console, state, now);
	// The scheduled action, which is the first one, has a sentence of its own.
	const isScheduled = scheduledActionOf(state.scheduled, server.id) !== undefined;
	const alsoPending = pendingOn(state, server.id, now)
		.slice(isScheduled ? 1 : 0)
		.map(pending => pendingLine(pending, {now, isUtc: state.view.time === 'utc'}));
	const context = {...state, console, others, alsoPending, chart, listAgeMs: age, isAtRest};
	return serverFacts(server, context, now);
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

/** Reads the last days of a server, which no session keeps: most charts are never switched. */
export async function readDays({journal, clock}: Services, serverId: string): Promise<State['view']['days']> {
	const {ms} = chartSpans['7d'];
	return {serverId, samples: await journal.samplesOf({serverId, until: clock.now(), ms})};
}

/** The chart switches at once and is filled after. */
async function switchSpan(services: Services, serverId: string): Promise<void> {
	const {store} = services;
	const isShown = () => store.getState().view.days?.serverId === serverId;
	const show = (days: State['view']['days']) => store.dispatch({type: 'view/changed', change: {days}});
	if (isShown()) return void show(undefined);
	show({serverId, samples: []});
	const days = await readDays(services, serverId);
	if (isShown()) show(days);
}

/** Commands for the details of a server. */
export const detailsCommands: readonly KeyCommand[] = [
	...moveCommands({id: 'details', scope: 'details', group: 'move'}, scrollRuns(scroll)),
	{
		id: 'details.span',
		keys: ['l'],
		scopes: ['details'],
		group: 'view',
		hint: true,
		blocked: (state, {server}) => (server === undefined ? noneCurrent(state) : undefined),
		run: (services, {server}) => {
			if (server !== undefined) void switchSpan(services, server);
		},
	},
];
