import {playersText} from '../actions/risk.ts';
import {sampledMs} from '../actions/sample.ts';
import type {GameServer} from '../contract/models/server.ts';
import {phaseOf} from '../contract/states.ts';
import {shortGame} from '../games/games.ts';
import {memoize} from '../lib/lists/memoize.ts';
import {compareNames} from '../lib/text/compare-names.ts';
import {fit, fitRight} from '../lib/text/width.ts';
import {dashboardMessages as messages} from '../messages/dashboard.ts';
import {commonMessages, renderMessage, shellSegments} from '../messages/text.ts';
import {countSpans} from './header-row.ts';
import {dashboardItems, type DashboardItem} from './dashboard-items.ts';
import {headHeight, showNode} from './kernel/screens/places.ts';
import {layoutOf} from './kernel/screens/layout.ts';
import type {HeadSize, ListScreen, ScreenRow} from './kernel/screens/list-screen.ts';
import type {Services} from './kernel/state/services.ts';
import {cellsBy, type Fact, type ListColumn, type Span, widthOfSpans} from './kernel/text/spans.ts';
import {carriedOf, serversText} from './nodes/node-outages.ts';
import type {State} from './state.ts';
import {openJobs} from './jobs/jobs-view.ts';
import {factsOfServer} from './server-details.ts';
import {goToEntry} from './timeline/open-entry.ts';
import {drawChart, minChartHeight, plotWidth} from './trends/player-chart.ts';
import {fleetMarks, spokenFleet} from './trends/trends.ts';

const columns = [
	{
		id: 'what',
		header: 'WHAT',
		width: {min: 5, max: 5},
		priority: 0,
		isClear: true,
		value: ({kind}) => messages.kinds[kind],
		style: ({kind, isRemark}) => (kind === 'alert' && !isRemark ? 'warning' : 'faint'),
	},
	{
		id: 'when',
		header: 'WHEN',
		width: {min: 8, max: 12},
		priority: 0,
		isClear: true,
		value: ({when}, now) => when(now),
		style: () => 'faint',
	},
	{
		id: 'subject',
		header: 'WHERE',
		width: {min: 8, max: 26},
		priority: 0,
		cut: 'middle',
		isClear: true,
		isSnug: true,
		value: ({subject}) => subject,
	},
	{
		id: 'text',
		header: 'TEXT',
		width: {min: 20, max: 400},
		priority: 0,
		isClear: true,
		wraps: true,
		value: ({text}, now) => text(now),
		style: ({tone}) => tone,
	},
] as const satisfies readonly ListColumn<DashboardItem>[];

const cells = cellsBy<DashboardItem>(columns);

/** Title and column header of the list. */
const listHeader = 2;
/** Rows of a front end without a screen. */
const spokenRows = 40;

const itemsOf = memoize((state: State): readonly DashboardItem[] => {
	const body = layoutOf(state.view).panes.dashboard;
	return dashboardItems(state, body ? body.height - headHeight(body.height) - listHeader : spokenRows);
});

const rowsOf = memoize((items: readonly DashboardItem[]): readonly ScreenRow[] =>
	items.map((item): ScreenRow => ({
		id: item.id,
		...(item.isRemark && {isAside: true as const}),
		fields: {what: item.kind, name: item.subject, text: renderMessage(item.text(0), shellSegments)},
		cell: cells(item),
	})),
);

/** A server that is down may still be reported with its last number of players. */
const allPlayers = memoize((list: State['fleet']['list']) =>
	playersText(list.filter(({state}) => phaseOf(state) !== 'offline')),
);

/** undefined: not all are known. */
const presentPlayers = memoize((list: State['fleet']['list']): number | undefined => {
	const counts = list.filter(({state}) => phaseOf(state) === 'online').map(server => server.onlinePlayers);
	return counts.every(count => count !== undefined) ? sum(counts) : undefined;
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const playersOf = ({fleet, trends}: State, now: number) =>
	messages.players(
		fleet.at === undefined ? commonMessages.notKnown : allPlayers(fleet.list),
		sampledMs,
		spokenFleet(trends, now, fleet.at === undefined ? undefined : presentPlayers(fleet.list)),
	);

const divider: Span = {text: ' |', tone: 'faint'};

/** States, players, and the chart of players of all servers if there is room. */
function head(state: State, {width, height}: HeadSize, now: number): Span[][] {
	const counts: Span[] = [{text: ' ', tone: 'plain'}, ...countSpans(state)];
	const players: Span = {text: ` ${renderMessage(playersOf(state, now), shellSegments)}`, tone: 'label'};
	const isOneRow = widthOfSpans([...counts, divider, players]) <= width;
	const first = isOneRow ? [[...counts, divider, players]] : [counts, [players]];
	const left = height - first.length;
	if (left < minChartHeight) return first.slice(0, height);
	const side = width < minWidthWithSide ? [] : sideRows(state, left);
	const chartWidth = width - 2 - (side.length === 0 ? 0 : sideWidth);
	const marks = fleetMarks(state.trends, now, plotWidth(chartWidth));
	const rows = drawChart(marks, {width: chartWidth, height: left}, {now, utc: state.view.time === 'utc'});
	return [
		...first,
		...rows.map((text, row): Span[] => [
			{text: ` ${side[row] ? fit(text, chartWidth) : text}`, tone: 'plain'},
			...(side[row] ?? []),
		]),
	];
}

/** Columns for the servers of each node and game beside the chart, on a screen with room for both. */
const [sideWidth, minWidthWithSide] = [38, 110];

const nodeOf = ({nodeName, nodeId}: GameServer) => nodeName ?? nodeId;
const gameOf = ({gameType}: GameServer) => (gameType === undefined ? undefined : shortGame(gameType));

/** Returns the servers and players of each node, then of each game, as far as they fit. */
const sideRows = ({fleet}: State, room: number): Span[][] =>
	(
		[
			[messages.groups.node, nodeOf],
			[messages.groups.game, gameOf],
		] as const
	)
		.flatMap(([title, groupOf]): Span[][] => [
			[{text: ` ${fit(title, nameWidth)} ${messages.groups.counts}`, tone: 'heading'}],
			...[...carriedOf(fleet, groupOf)]
				.sort(([one], [other]) => compareNames(one, other))
				.map(([name, carried]): Span[] => [
					{text: ` ${fit(name, nameWidth, 'middle')} `, tone: 'plain'},
					{text: fitRight(carried.players === undefined ? '-' : String(carried.players), 7), tone: 'plain'},
					{text: `  ${serversText(carried)}`, tone: carried.phases.offline > 0 ? 'offline' : 'plain'},
				]),
			[],
		])
		.slice(0, room);

const nameWidth = 12;

function go(services: Services, target: DashboardItem['go']): void {
	const {store} = services;
	switch (target.to) {
		case 'server':
			store.dispatch({type: 'view/changed', change: {currentId: target.id, pane: 'console'}});
			break;
		case 'node':
			showNode(services, target.id);
			break;
		case 'job':
			openJobs(services, target.id);
			break;
		case 'entry':
			goToEntry(services, target.entry);
			break;
		case 'pane':
			store.dispatch({type: 'view/changed', change: {pane: target.pane}});
			break;
		case 'automation': {
			const change = {currentId: target.id, open: false, top: 0};
			store.dispatch({type: 'screens/changed', list: 'automations', change});
			store.dispatch({type: 'screens/runsShown', isShown: false});
			store.dispatch({type: 'view/changed', change: {pane: 'automations'}});
			return;
		}
		default:
			target satisfies never;
	}
}

/** The details of the server that a row is about. */
function serverFactsOf(state: State, {go: target}: DashboardItem, now: number): readonly Fact[] {
	const id = target.to === 'server' ? target.id : target.to === 'entry' ? target.entry.serverId : undefined;
	const server = state.fleet.servers.get(id ?? '');
	return server ? factsOfServer(state, server, now) : [];
}

const find = (state: State, id: string) => itemsOf(state).find(item => item.id === id);

/** What matters at the start of a shift, of what the state already knows: it reads nothing itself. */
export const dashboardScreen: ListScreen = {
	id: 'dashboard',
	permission: 'MANAGE_SERVERS',
	columns,
	fields: ['what', 'name', 'text'],
	numbers: [],
	head,
	data: state => {
		const {at, problem} = state.fleet;
		return {
			rows: at === undefined ? undefined : rowsOf(itemsOf(state)),
			at,
			problem: problem?.failure,
			unreadable: [],
		};
	},
	note: state =>
		messages.note(
			countSpans(state).map(({text}) => text.trim()),
			playersOf(state, state.fleet.at ?? 0),
		),
	empty: () => [],
	details: (state, id, {now}): Fact[] => {
		const item = find(state, id);
		if (!item) return [];
		const {kind, when, subject, text} = item;
		return [
			{label: 'what', text: messages.kinds[kind]},
			{label: 'when', text: when(now)},
			{label: 'where', text: subject},
			{label: 'text', text: text(now)},
			...serverFactsOf(state, item, now),
		];
	},
	// The key for it polls the servers on every screen.
	refresh: () => {},
	enter: (services, id) => {
		const target = find(services.store.getState(), id)?.go;
		if (target) go(services, target);
	},
};
