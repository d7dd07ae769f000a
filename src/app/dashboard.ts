import {playersText} from '../actions/risk.ts';
import {sampledMs} from '../actions/sample.ts';
import {phaseOf} from '../contract/states.ts';
import {memoize} from '../lib/lists/memoize.ts';
import {dashboardMessages as messages} from '../messages/dashboard.ts';
import {commonMessages, renderMessage, shellSegments} from '../messages/text.ts';
import {countSpans} from './header-row.ts';
import {dashboardItems, type DashboardItem} from './dashboard-items.ts';
import {headHeight, showNode} from './kernel/screens/places.ts';
import {layoutOf} from './kernel/screens/layout.ts';
import type {HeadSize, ListScreen, ScreenRow} from './kernel/screens/list-screen.ts';
import type {Services} from './kernel/state/services.ts';
import {cellsBy, type Fact, type ListColumn, type Span} from './kernel/text/spans.ts';
import type {State} from './state.ts';
import {goToEntry, openJob} from './timeline/open-entry.ts';
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
		width: {min: 9, max: 9},
		priority: 0,
		isClear: true,
		value: ({when}, now) => when(now),
		style: () => 'faint',
	},
	{
		id: 'subject',
		header: 'WHERE',
		width: {min: 8, max: 22},
		priority: 0,
		cut: 'middle',
		isClear: true,
		value: ({subject}) => subject,
	},
	{
		id: 'text',
		header: 'TEXT',
		width: {min: 20, max: 400},
		priority: 0,
		isClear: true,
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

const playersOf = ({fleet, trends}: State, now: number) =>
	messages.players(
		fleet.at === undefined ? commonMessages.notKnown : allPlayers(fleet.list),
		sampledMs,
		spokenFleet(trends, now),
	);

/** States, players, and the chart of players of all servers if there is room. */
function head(state: State, {width, height}: HeadSize, now: number): Span[][] {
	const first: Span[][] = [
		[{text: ' ', tone: 'plain'}, ...countSpans(state)],
		[{text: ` ${renderMessage(playersOf(state, now), shellSegments)}`, tone: 'label'}],
	];
	const left = height - first.length;
	if (left < minChartHeight) return first.slice(0, height);
	const marks = fleetMarks(state.trends, now, plotWidth(width - 2));
	const rows = drawChart(marks, {width: width - 2, height: left}, {now, utc: state.view.time === 'utc'});
	return [...first, ...rows.map((text): Span[] => [{text: ` ${text}`, tone: 'plain'}])];
}

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
			openJob(services, target);
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
		}
	}
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
		];
	},
	// The key for it polls the servers on every screen.
	refresh: () => {},
	enter: (services, id) => {
		const target = find(services.store.getState(), id)?.go;
		if (target) go(services, target);
	},
};
