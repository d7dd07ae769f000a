import {largest} from '../../lib/lists/long-lists.ts';
import {plural} from '../../lib/text/plural.ts';
import {fit, widthOf} from '../../lib/text/width.ts';
import {shortGame} from '../../games/games.ts';
import {layoutOf} from '../kernel/screens/layout.ts';
import {nameOf, nodeOf} from '../../actions/names.ts';
import {highlightMatches, type Pattern, patternIn, rangesIn} from '../console/read/search.ts';
import {selectionLine, serversOfLine} from '../console/send/target.ts';
import {phaseOf} from '../../contract/states.ts';
import type {Span, Tone} from '../kernel/text/spans.ts';
import type {State} from '../state.ts';
import type {MultiCommand} from './results-state.ts';
import {comparisonOf, pairOf} from './compare.ts';
import {groupsOf, settledOf, type Group} from './groups.ts';
import {compareRows, groupRows, headRows, type ResultRow, type Room} from './result-rows.ts';
import {message} from '../../messages/text.ts';
import {consoleMessages} from '../../messages/console.ts';
import {serverMessages} from '../../messages/server-list.ts';
import {resultMessages} from '../../messages/results.ts';
import {consolePaneMessages, titleMessages} from '../../messages/screens.ts';

export type ResultsView = {
	/** A description of the rows, shown after the name of the pane. */
	title: string;
	/** How they are shown, what is hidden, and which run of several is shown. */
	notes: readonly Span[];
	rows: readonly ResultRow[];
	top: number;
	total: number;
	height: number;
	/** The rows of all matches of the search, and the text beside it. */
	matches: readonly number[];
	searchStatus: string;
};

/** Returns the run that is shown; undefined while the targets of the next command are shown. */
export const shownRun = ({results: {runs, viewState}}: Pick<State, 'results'>): MultiCommand | undefined =>
	runs.find(({id}) => id === viewState.runId);

/** Returns the groups of the run that is shown, and the index of the highlighted one. */
export function shownGroups(state: State): {groups: readonly Group[]; at: number} {
	const run = shownRun(state);
	if (!run) return {groups: [], at: 0};
	const {group, raw} = state.results.viewState;
	const groups = groupsOf(settledOf(run, state), raw);
	return {
		groups,
		at: Math.max(
			0,
			groups.findIndex(({key}) => key === group),
		),
	};
}

/** Returns the groups that would be compared; undefined if no two answers differ. */
export const shownPair = (state: State) => pairOf(shownGroups(state).groups, state.results.viewState.group);

/** Returns the view of the results. `cursor` is the sign of the highlighted group. */
export function resultsView(state: State, cursor = '>'): ResultsView {
	const {view, results} = state;
	const pane = layoutOf(view).panes.results;
	const width = pane?.width ?? view.size.columns;
	const {search} = results.viewState;
	const height = Math.max(1, (pane?.height ?? view.size.rows) - (search ? 2 : 1));
	const run = shownRun(state);
	const {rows, chosen} = run
		? runRows(state, run, cursor, {width, height})
		: {rows: targetRows(state, width), chosen: 0};
	const last = Math.max(0, rows.length - height);
	// Keeps the header of the highlighted group in view, with as much of its answer as fits.
	const pattern = search && patternIn(search.field);
	const matches = pattern ? matchingRows(rows, pattern) : [];
	const wanted = results.viewState.top ?? Math.max(0, chosen - Math.min(chosen, 2));
	const top = Math.min(last, wanted);
	const below = Math.max(0, rows.length - top - height);
	const number = run ? results.runs.indexOf(run) + 1 : 0;
	return {
		title: run ? consolePaneMessages.ofSeveralServers : consolePaneMessages.ofSelectedServers,
		notes: [
			...(results.viewState.raw ? [{text: 'raw', tone: 'warning'} as const] : []),
			...(results.viewState.by === undefined
				? []
				: [{text: ` ${resultMessages.groupedBy(results.viewState.by.text)}`, tone: 'warning'} as const]),
			...(results.viewState.isMasked ? [{text: ` ${resultMessages.masked}`, tone: 'warning'} as const] : []),
			...(results.viewState.compare ? [{text: ' compared', tone: 'info'} as const] : []),
			...(below > 0 ? [{text: ` ${titleMessages.below(below)}`, tone: 'warning'} as const] : []),
			...(run && results.runs.length > 1
				? [{text: ` ${resultMessages.place(number, results.runs.length)}`, tone: 'faint'} as const]
				: []),
		],
		rows: highlightMatches(
			rows.slice(top, top + height).map(row => ({...row, block: row.key})),
			pattern,
			search && matches.includes(search.row) ? rows[search.row]?.key : undefined,
			searchedTones,
		),
		top,
		total: rows.length,
		height,
		matches,
		searchStatus: pattern ? statusOf(pattern, matches, search.row) : '',
	};
}

const searchedTones: ReadonlySet<Tone> = new Set<Tone>([
	'title',
	'titleFocused',
	'response',
	'command',
	'failure',
	'done',
	'faint',
]);

/** Returns the indexes of the rows in which something is highlighted. */
const matchingRows = (rows: readonly ResultRow[], pattern: Pattern): number[] =>
	pattern.matcher === undefined
		? []
		: rows.flatMap(({segments}, index) =>
				segments.some(
					({text, tone}) =>
						searchedTones.has(tone) && typeof text === 'string' && rangesIn(text, pattern).length > 0,
				)
					? index
					: [],
			);

function statusOf(pattern: Pattern, matches: readonly number[], row: number): string {
	if (pattern.problem !== undefined) return pattern.problem;
	if (!pattern.matcher) return '';
	const {notFound, place} = consoleMessages.search;
	return matches.length === 0
		? notFound
		: place(Math.max(0, matches.indexOf(row)) + 1, matches.length, false);
}

function runRows(
	state: State,
	run: MultiCommand,
	cursor: string,
	room: Room,
): {rows: readonly ResultRow[]; chosen: number} {
	const {groups, at} = shownGroups(state);
	const {compare, group, by, isMasked, search} = state.results.viewState;
	// The columns that a table hides could not be searched or compared.
	const command = search || by || isMasked || compare ? undefined : run.command;
	const head = headRows(run, groups, {mode: state.view.time, width: room.width, command});
	const comparison = compare ? comparisonOf(groups, group) : undefined;
	if (comparison) return {rows: [...head, ...compareRows(comparison, room.width)], chosen: 0};
	const base = groups.find(({isBase}) => isBase);
	const rows = [
		...head,
		...groups.flatMap((group, index) =>
			groupRows(group, {
				...room,
				base,
				cursor: index === at ? cursor : undefined,
				searched: search !== undefined,
				command,
			}),
		),
	];
	const chosen = rows.findIndex(({group}) => group !== undefined && group === groups[at]?.key);
	return {rows, chosen: Math.max(0, chosen)};
}

/** Renders the targets of the next command, each with its game, state and node, so that no target is overlooked. */
function targetRows(state: State, width: number): ResultRow[] {
	const ids = serversOfLine(state, selectionLine);
	const servers = ids.flatMap(id => state.fleet.servers.get(id) ?? []);
	const nameWidth = Math.min(32, largest([8, ...servers.map(server => widthOf(nameOf(server)))]));
	const head = resultMessages.nextGoesTo(plural(servers.length, 'server'));
	return [
		{key: 'head', segments: [{text: message` ${head}`, tone: 'warning'}]},
		...servers.map((server): ResultRow => {
			const isUp = phaseOf(server.state) === 'online';
			const facts = [shortGame(server.gameType), nodeOf(server)].join('  ');
			return {
				key: server.id,
				segments: [
					{text: `  ${fit(nameOf(server), Math.min(nameWidth, width - 4), 'middle')}  `, tone: 'title'},
					{text: `${fit(server.state ?? serverMessages.noState, 9)} `, tone: isUp ? 'done' : 'warning'},
					{text: facts, tone: 'faint'},
				],
			};
		}),
	];
}
