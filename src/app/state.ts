import {accessSlice} from './kernel/state/access.ts';
import {alertsSlice} from './alerts/alerts-state.ts';
import {chatSlice} from './chat/chat-state.ts';
import {readChat} from './chat/read-chat.ts';
import {automationsSlice} from './automations/automations-state.ts';
import {defaultScrollback, reduceConsoles, type Scrollback} from './console/record/state.ts';
import type {AllChangedEvent, ConsoleEvent, ConsoleState, ReceivedEvent} from './console/record/buffer.ts';
import {unreadAfter, unreadSlice} from './console/record/unread.ts';
import {readingSlice} from './console/read/reading-state.ts';
import {dialogSlice} from './kernel/dialogs/dialog-state.ts';
import {exportingSlice, transcriptSlice} from './export/export-state.ts';
import {type ProofEvent, reduceProof} from './console/record/feed-proof.ts';
import {feedSlice} from './kernel/state/feed-state.ts';
import {type FleetEvent, fleetSlice, type FleetState} from './servers/fleet.ts';
import {changedServers} from './servers/fleet-changes.ts';
import {jobsSlice} from './jobs/jobs-state.ts';
import {bookmarksSlice} from './timeline/bookmarks.ts';
import {nodesSlice} from './nodes/nodes-state.ts';
import {screensSlice} from './kernel/screens/screens-state.ts';
import {noticesSlice, withoutClaims, withoutStaleNotices} from './kernel/state/notices.ts';
import type {Slice} from './kernel/state/slice.ts';
import {type KeptView, undoWindowSlice, viewSlice, type ViewState} from './kernel/state/view-state.ts';
import {playersSlice} from './players/players-state.ts';
import {scheduledSlice} from './servers/scheduled-actions.ts';
import {inputSlice} from './console/input/input-state.ts';
import {timelineSlice} from './timeline/timeline-state.ts';
import {resultsSlice} from './multi-command/results-state.ts';
import {observeServers, trendsSlice} from './trends/trends-state.ts';
import {watchesSlice} from './watch/watches.ts';

/** The slices of the state. The state, its events and its reducer are made of them. */
const slices = {
	fleet: fleetSlice,
	reading: readingSlice,
	unread: unreadSlice,
	bookmarks: bookmarksSlice,
	feed: feedSlice,
	dialog: dialogSlice,
	view: viewSlice,
	notices: noticesSlice,
	access: accessSlice,
	input: inputSlice,
	undoWindow: undoWindowSlice,
	scheduled: scheduledSlice,
	alerts: alertsSlice,
	nodes: nodesSlice,
	players: playersSlice,
	chat: chatSlice,
	jobs: jobsSlice,
	results: resultsSlice,
	watches: watchesSlice,
	screens: screensSlice,
	automations: automationsSlice,
	timeline: timelineSlice,
	transcript: transcriptSlice,
	trends: trendsSlice,
	exporting: exportingSlice,
};

type Slices = typeof slices;
type SliceName = keyof Slices;
type SlicesState = {[Name in SliceName]: Slices[Name]['initial']};
/** Of each slice, the events whose type begins with its name: others would not reach it. */
type SliceEvents = {
	[Name in SliceName]: Extract<Parameters<Slices[Name]['reduce']>[1], {type: `${Name}/${string}`}>;
};

export type State = SlicesState & {
	console: ConsoleState;
	/** Constant for the entire session. */
	scrollback: Scrollback;
	/** Constant for a session and different for each; incremental results are cached by it. */
	session: object;
};

export type Event = SliceEvents[SliceName] | ConsoleEvent | ReceivedEvent | AllChangedEvent;

const initialSlices = Object.fromEntries(
	Object.entries(slices).map(([name, {initial}]) => [name, initial]),
) as SlicesState; // the values of all slices

export const initialState: State = {
	...initialSlices,
	console: new Map(),
	scrollback: defaultScrollback,
	session: {},
};

/** Returns the state at the start of a session; it shares nothing mutable with another session. */
export function openingState(
	scrollback: Scrollback,
	view: Partial<Pick<ViewState, 'welcome' | 'views' | 'profiles' | 'themes'> & KeptView> = {},
): State {
	const session = {};
	return {
		...initialState,
		session,
		fleet: {...initialState.fleet, session},
		view: {...initialState.view, ...view},
		scrollback,
	};
}

export const reduce = (state: State, event: Event): State =>
	withListRows(withoutStaleNotices(state, reduceSlices(state, event)));

/** Keeps the rows that the server list could use: an empty console, or the details, leave it theirs. */
function withListRows(state: State): State {
	const {console, fleet, view} = state;
	const isEmpty = (console.get(view.currentId ?? '')?.lines.length ?? 0) === 0;
	const rows = fleet.order.length + fleet.unreadable.length;
	// At most one group header for each server.
	const allListRows = rows + (view.grouped ? fleet.order.length : 0);
	const wantedListRows = isEmpty ? allListRows : 0;
	return wantedListRows === view.wantedListRows && allListRows === view.allListRows
		? state
		: {...state, view: {...view, wantedListRows, allListRows}};
}

/** Returns whether an event is of a slice, or of the consoles (`rcon` and `console`). */
const isOf = <Name extends SliceName | 'rcon' | 'console'>(
	event: Event,
	name: Name,
): event is EventOf<Name> => event.type.startsWith(`${name}/`);

type EventOf<Name extends string> = Extract<Event, {type: `${Name}/${string}`}>;

/** Reduces the slice of an event, and then the slices that depend on it. */
function reduceSlices(state: State, event: Event): State {
	if (isOf(event, 'console')) {
		return withConsoles(state, event.type === 'console/allChanged' ? event.all : [event]);
	}
	if (isOf(event, 'rcon')) return withProof(afterRcon(state, event), event);
	const next = reduceSlice(event.type === 'undoWindow/started' ? withoutNoticeClaims(state) : state, event);
	if (isOf(event, 'fleet')) return withProof(withTrends(next, state.fleet, event), event);
	return isOf(event, 'feed') ? withProof(next, event) : next;
}

function reduceSlice(state: State, event: SliceEvents[SliceName]): State {
	const name = event.type.slice(0, event.type.indexOf('/')) as SliceName; // see `SliceEvents`
	const {reduce} = slices[name] as Slice<unknown, Event>; // the slice of this event
	return replaceSlice(state, name, reduce(state[name], event) as State[SliceName]);
}

function afterRcon(state: State, event: EventOf<'rcon'>): State {
	if (event.type === 'rcon/allReceived') return withConsoles(state, event.all);
	return withConsoles(event.type === 'rcon/sent' ? withoutNoticeClaims(state) : state, [event]);
}

const withoutNoticeClaims = (state: State): State =>
	replaceSlice(state, 'notices', withoutClaims(state.notices));

function withProof(state: State, event: ProofEvent): State {
	const proof = reduceProof(state.feed.proof, event);
	return proof === state.feed.proof ? state : {...state, feed: {...state.feed, proof}};
}

/** Adds what a poll or the feed showed of the servers to their trends. */
function withTrends(state: State, before: FleetState, event: FleetEvent): State {
	if (event.type !== 'fleet/polled' && event.type !== 'fleet/received') return state;
	const {fleet, trends} = state;
	const observed = observeServers(trends, {
		at: event.at,
		previousAt: event.type === 'fleet/polled' ? before.at : event.at,
		list: fleet.list,
		changed: () => changedServers(before, fleet).map(({server}) => server),
	});
	return replaceSlice(state, 'trends', observed);
}

/** Reduces the consoles, and updates which of them are unread and the chat of all. */
function withConsoles(state: State, received: readonly ConsoleEvent[]): State {
	const {chat, events} = readChat(state.chat, state.fleet, received);
	const console = reduceConsoles(state.console, events, state.scrollback);
	const unread = unreadAfter(state.unread, state.console, console, events);
	return replaceSlice(replaceSlice(replaceSlice(state, 'console', console), 'unread', unread), 'chat', chat);
}

function replaceSlice<Slice extends keyof State>(state: State, slice: Slice, value: State[Slice]): State {
	return state[slice] === value ? state : {...state, [slice]: value};
}
