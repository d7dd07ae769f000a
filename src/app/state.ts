import {initialAccess, reduceAccess, type AccessEvent, type AccessState} from './kernel/access.ts';
import {initialAlertsState, reduceAlerts, type AlertsEvent, type AlertsState} from './alerts/alerts-state.ts';
import {
	initialAutomations,
	reduceAutomations,
	type AutomationsEvent,
	type AutomationsState,
} from './automations/automations-state.ts';
import {defaultScrollback, type Scrollback} from './console/console-bounds.ts';
import {reduceConsoles} from './console/console-state.ts';
import type {AllChangedEvent, ConsoleEvent, ConsoleState, ReceivedEvent} from './console/console-buffer.ts';
import {
	initialUnread,
	unreadAfter,
	reduceUnread,
	type UnreadEvent,
	type UnreadState,
} from './console/unread.ts';
import {
	initialReading,
	reduceReading,
	type ReadingEvent,
	type ReadingState,
} from './console/console-reading.ts';
import {reduceDialog, type DialogEvent, type DialogState} from './kernel/dialog-state.ts';
import {reduceExporting, type ExportingEvent, type ExportingState} from './export/export-state.ts';
import {reduceProof, type ProofEvent} from './console/feed-proof.ts';
import {initialFeed, reduceFeed, type FeedState, type FeedStateEvent} from './kernel/feed-state.ts';
import {initialFleet, reduceFleet, type FleetEvent, type FleetState} from './servers/fleet.ts';
import {changedServers} from './servers/fleet-changes.ts';
import {reduceJobs, type JobEvent, type JobsState} from './jobs/jobs-state.ts';
import {reduceBookmarks, type BookmarksEvent, type BookmarksState} from './timeline/bookmarks.ts';
import {initialNodes, reduceNodes, type NodesEvent, type NodesState} from './nodes/nodes-state.ts';
import {initialScreens, reduceScreens, type ScreensEvent, type ScreensState} from './kernel/screens-state.ts';
import {
	reduceNotices,
	withoutClaims,
	withoutStaleNotices,
	type NoticeEvent,
	type NoticesState,
} from './kernel/notices.ts';
import {reduceUndoWindow, type UndoWindowEvent, type UndoWindowState} from './kernel/undo-window-state.ts';
import {
	initialPlayers,
	reducePlayers,
	type PlayersEvent,
	type PlayersState,
} from './players/players-state.ts';
import {
	initialScheduled,
	reduceScheduled,
	type ScheduledEvent,
	type ScheduledState,
} from './servers/scheduled-actions.ts';
import {initialInput, reduceInput, type InputEvent, type InputState} from './console/input-state.ts';
import {
	initialTimeline,
	reduceTimeline,
	type TimelineEvent,
	type TimelineState,
} from './timeline/timeline-state.ts';
import {
	initialResults,
	reduceResults,
	type ResultsEvent,
	type ResultsState,
} from './multi-command/results-state.ts';
import type {TrendsEvent, TrendsState} from './trends/trends-state.ts';
import {trendFunctions} from './trends/trends.ts';
import {reduceTranscript, type TranscriptEvent, type TranscriptState} from './export/transcript-state.ts';
import {reduceWatches, type WatchEvent, type WatchesState} from './watch/watches.ts';
import {initialView, reduceView, type ViewEvent, type ViewState, type KeptView} from './kernel/view-state.ts';

export type State = {
	fleet: FleetState;
	console: ConsoleState;
	/** Constant for the entire session. */
	scrollback: Scrollback;
	/** Constant for a session and different for each; incremental results are cached by it. */
	session: object;
	reading: ReadingState;
	unread: UnreadState;
	bookmarks: BookmarksState;
	feed: FeedState;
	dialog: DialogState;
	view: ViewState;
	notices: NoticesState;
	access: AccessState;
	input: InputState;
	undoWindow: UndoWindowState;
	scheduled: ScheduledState;
	alerts: AlertsState;
	nodes: NodesState;
	players: PlayersState;
	jobs: JobsState;
	results: ResultsState;
	watches: WatchesState;
	screens: ScreensState;
	automations: AutomationsState;
	timeline: TimelineState;
	transcript: TranscriptState;
	trends: TrendsState;
	exporting: ExportingState;
};

export type Event =
	| FleetEvent
	| ConsoleEvent
	| ReceivedEvent
	| AllChangedEvent
	| ReadingEvent
	| UnreadEvent
	| BookmarksEvent
	| FeedStateEvent
	| DialogEvent
	| ViewEvent
	| NoticeEvent
	| AccessEvent
	| InputEvent
	| UndoWindowEvent
	| ScheduledEvent
	| AlertsEvent
	| NodesEvent
	| PlayersEvent
	| JobEvent
	| ResultsEvent
	| WatchEvent
	| ScreensEvent
	| AutomationsEvent
	| TimelineEvent
	| TranscriptEvent
	| TrendsEvent
	| ExportingEvent;

export const initialState: State = {
	fleet: initialFleet,
	console: new Map(),
	scrollback: defaultScrollback,
	session: {},
	reading: initialReading,
	unread: initialUnread,
	bookmarks: [],
	feed: initialFeed,
	dialog: undefined,
	view: initialView,
	notices: [],
	access: initialAccess,
	input: initialInput,
	undoWindow: [],
	scheduled: initialScheduled,
	alerts: initialAlertsState,
	nodes: initialNodes,
	players: initialPlayers,
	jobs: [],
	results: initialResults,
	watches: [],
	screens: initialScreens,
	automations: initialAutomations,
	timeline: initialTimeline,
	transcript: undefined,
	trends: new Map(),
	exporting: undefined,
};

/** Returns the state at the start of a session; it shares nothing mutable with another session. */
export function openingState(
	scrollback: Scrollback,
	view: Partial<Pick<ViewState, 'welcome' | 'views' | 'profiles'> & KeptView> = {},
): State {
	const session = {};
	return {
		...initialState,
		session,
		fleet: {...initialFleet, session},
		view: {...initialView, ...view},
		scrollback,
	};
}

export const reduce = (state: State, event: Event): State =>
	withListRows(withoutStaleNotices(state, reduceSlices(state, event)));

/** Keeps the rows that the server list could use: an empty console leaves it its own. */
function withListRows(state: State): State {
	const {console, fleet, view} = state;
	const isEmpty = (console.get(view.currentId ?? '')?.lines.length ?? 0) === 0;
	const rows = fleet.order.length + fleet.unreadable.length;
	// At most one group header for each server.
	const wantedListRows = isEmpty ? rows + (view.grouped ? fleet.order.length : 0) : 0;
	return wantedListRows === view.wantedListRows ? state : {...state, view: {...view, wantedListRows}};
}

type Prefix = Event['type'] extends `${infer Before}/${string}` ? Before : never;
type EventOf<Whose extends Prefix> = Extract<Event, {type: `${Whose}/${string}`}>;

/** Reducers by the part of an event type before the slash. */
const reducers: {[Whose in Prefix]: (state: State, event: EventOf<Whose>) => State} = {
	access: (state, event) => replaceSlice(state, 'access', reduceAccess(state.access, event)),
	alerts: (state, event) => replaceSlice(state, 'alerts', reduceAlerts(state.alerts, event)),
	automations: (state, event) =>
		replaceSlice(state, 'automations', reduceAutomations(state.automations, event)),
	console: (state, event) => withConsoles(state, event.type === 'console/allChanged' ? event.all : [event]),
	dialog: (state, event) => replaceSlice(state, 'dialog', reduceDialog(state.dialog, event)),
	exporting: (state, event) => replaceSlice(state, 'exporting', reduceExporting(state.exporting, event)),
	feed: (state, event) => withProof(replaceSlice(state, 'feed', reduceFeed(state.feed, event)), event),
	fleet: (state, event) =>
		withProof(
			withTrends(replaceSlice(state, 'fleet', reduceFleet(state.fleet, event)), state.fleet, event),
			event,
		),
	undoWindow: (state, event) => replaceSlice(state, 'undoWindow', reduceUndoWindow(state.undoWindow, event)),
	input: (state, event) => replaceSlice(state, 'input', reduceInput(state.input, event)),
	jobs: (state, event) => replaceSlice(state, 'jobs', reduceJobs(state.jobs, event)),
	results: (state, event) => replaceSlice(state, 'results', reduceResults(state.results, event)),
	bookmarks: (state, event) => replaceSlice(state, 'bookmarks', reduceBookmarks(state.bookmarks, event)),
	unread: (state, event) => replaceSlice(state, 'unread', reduceUnread(state.unread, event)),
	nodes: (state, event) => replaceSlice(state, 'nodes', reduceNodes(state.nodes, event)),
	players: (state, event) => replaceSlice(state, 'players', reducePlayers(state.players, event)),
	notices: (state, event) => replaceSlice(state, 'notices', reduceNotices(state.notices, event, state)),
	scheduled: (state, event) => replaceSlice(state, 'scheduled', reduceScheduled(state.scheduled, event)),
	rcon: (state, event) => withProof(afterRcon(state, event), event),
	reading: (state, event) => replaceSlice(state, 'reading', reduceReading(state.reading, event)),
	screens: (state, event) => replaceSlice(state, 'screens', reduceScreens(state.screens, event)),
	timeline: (state, event) => replaceSlice(state, 'timeline', reduceTimeline(state.timeline, event)),
	transcript: (state, event) => replaceSlice(state, 'transcript', reduceTranscript(state.transcript, event)),
	trends: (state, event) => replaceSlice(state, 'trends', trendFunctions.reduce(state.trends, event)),
	view: (state, event) => replaceSlice(state, 'view', reduceView(state.view, event)),
	watches: (state, event) => replaceSlice(state, 'watches', reduceWatches(state.watches, event)),
};

function reduceSlices(state: State, event: Event): State {
	const prefix = event.type.slice(0, event.type.indexOf('/')) as Prefix; // every event type has a slash
	const reducer = reducers[prefix] as (state: State, event: Event) => State; // the reducer of this event
	return reducer(state, event);
}

function afterRcon(state: State, event: EventOf<'rcon'>): State {
	if (event.type === 'rcon/allReceived') return withConsoles(state, event.all);
	const isSent = event.type === 'rcon/sent';
	return withConsoles(isSent ? replaceSlice(state, 'notices', withoutClaims(state.notices)) : state, [event]);
}

function withProof(state: State, event: ProofEvent): State {
	const proof = reduceProof(state.feed.proof, event);
	return proof === state.feed.proof ? state : {...state, feed: {...state.feed, proof}};
}

/** Adds what a poll or the feed showed of the servers to their trends. */
function withTrends(state: State, before: FleetState, event: FleetEvent): State {
	if (event.type !== 'fleet/polled' && event.type !== 'fleet/received') return state;
	const {fleet, trends} = state;
	const observed = trendFunctions.observe(trends, {
		at: event.at,
		previousAt: event.type === 'fleet/polled' ? before.at : event.at,
		list: fleet.list,
		changed: () => changedServers(before, fleet).map(({server}) => server),
	});
	return replaceSlice(state, 'trends', observed);
}

/** Reduces the consoles, and updates which of them are unread. */
function withConsoles(state: State, events: readonly ConsoleEvent[]): State {
	const console = reduceConsoles(state.console, events, state.scrollback);
	const unread = unreadAfter(state.unread, state.console, console, events);
	return replaceSlice(replaceSlice(state, 'console', console), 'unread', unread);
}

function replaceSlice<Slice extends keyof State>(state: State, slice: Slice, value: State[Slice]): State {
	return state[slice] === value ? state : {...state, [slice]: value};
}
