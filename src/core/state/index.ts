import {initialAccess, reduceAccess, type AccessEvent, type AccessState} from './access.ts';
import {
	initialAutomations,
	reduceAutomations,
	type AutomationsEvent,
	type AutomationsState,
} from './automations.ts';
import {defaultScrollback, type Scrollback} from './console-bounds.ts';
import {reduceConsoles, type ConsoleEvent, type ConsoleState, type HeardEvent} from './console.ts';
import {initialNews, newsAfter, reduceNews, type NewsEvent, type NewsState} from './news.ts';
import {initialReading, reduceReading, type ReadingEvent, type ReadingState} from './console-reading.ts';
import {reduceDialog, type DialogEvent, type DialogState} from './dialog.ts';
import {reduceExporting, type ExportingEvent, type ExportingState} from './exporting.ts';
import {reduceProof} from './feed-proof.ts';
import {initialFeed, reduceFeed, type FeedState, type FeedStateEvent} from './feed.ts';
import {initialFleet, reduceFleet, type FleetEvent, type FleetState} from './fleet.ts';
import {reduceJobs, type JobEvent, type JobsState} from './jobs.ts';
import {reduceMarks, type MarksEvent, type MarksState} from './marks.ts';
import {initialNodes, reduceNodes, type NodesEvent, type NodesState} from './nodes.ts';
import {initialScreens, reduceScreens, type ScreensEvent, type ScreensState} from './screens.ts';
import {reduceNotices, withoutClaims, withoutLeft, type NoticeEvent, type NoticesState} from './notices.ts';
import {reduceHolds, type HoldEvent, type HoldsState} from './holds.ts';
import {initialPending, reducePending, type PendingEvent, type PendingState} from './pending.ts';
import {initialInput, reduceInput, type InputEvent, type InputState} from './input.ts';
import {initialTimeline, reduceTimeline, type TimelineEvent, type TimelineState} from './timeline.ts';
import {initialMany, reduceMany, type ManyEvent, type ManyState} from './many.ts';
import {reduceTranscript, type TranscriptEvent, type TranscriptState} from './transcript.ts';
import {reduceWatches, type WatchEvent, type WatchesState} from './watches.ts';
import {initialView, reduceView, type ViewEvent, type ViewState} from './view.ts';

export type State = {
	fleet: FleetState;
	console: ConsoleState;
	/** The same for a whole session. */
	scrollback: Scrollback;
	reading: ReadingState;
	news: NewsState;
	marks: MarksState;
	feed: FeedState;
	dialog: DialogState;
	view: ViewState;
	notices: NoticesState;
	access: AccessState;
	input: InputState;
	holds: HoldsState;
	pending: PendingState;
	nodes: NodesState;
	jobs: JobsState;
	many: ManyState;
	watches: WatchesState;
	screens: ScreensState;
	automations: AutomationsState;
	timeline: TimelineState;
	transcript: TranscriptState;
	exporting: ExportingState;
};

export type Event =
	| FleetEvent
	| ConsoleEvent
	| HeardEvent
	| ReadingEvent
	| NewsEvent
	| MarksEvent
	| FeedStateEvent
	| DialogEvent
	| ViewEvent
	| NoticeEvent
	| AccessEvent
	| InputEvent
	| HoldEvent
	| PendingEvent
	| NodesEvent
	| JobEvent
	| ManyEvent
	| WatchEvent
	| ScreensEvent
	| AutomationsEvent
	| TimelineEvent
	| TranscriptEvent
	| ExportingEvent;

export const initialState: State = {
	fleet: initialFleet,
	console: new Map(),
	scrollback: defaultScrollback,
	reading: initialReading,
	news: initialNews,
	marks: [],
	feed: initialFeed,
	dialog: undefined,
	view: initialView,
	notices: [],
	access: initialAccess,
	input: initialInput,
	holds: [],
	pending: initialPending,
	nodes: initialNodes,
	jobs: [],
	many: initialMany,
	watches: [],
	screens: initialScreens,
	automations: initialAutomations,
	timeline: initialTimeline,
	transcript: undefined,
	exporting: undefined,
};

export const reduce = (state: State, event: Event): State =>
	withoutLeft(state, withProof(reduceSlices(state, event), event));

function withProof(state: State, event: Event): State {
	const proof = reduceProof(state.feed.proof, event);
	return proof === state.feed.proof ? state : {...state, feed: {...state.feed, proof}};
}

/** A slice sees only its own events; the part before the slash says whose an event is. */
function reduceSlices(state: State, event: Event): State {
	switch (event.type) {
		case 'fleet/polled':
		case 'fleet/pollFailed':
		case 'fleet/retryPlanned':
		case 'fleet/heard':
		case 'fleet/acted':
		case 'fleet/expectationExpired':
		case 'fleet/refused':
		case 'fleet/acknowledged':
		case 'fleet/acknowledgedElsewhere':
		case 'fleet/sent':
		case 'fleet/recalled':
			return replaced(state, 'fleet', reduceFleet(state.fleet, event));
		case 'rcon/sent':
			return withConsoles(replaced(state, 'notices', withoutClaims(state.notices)), [event]);
		case 'rcon/queued':
		case 'rcon/begun':
		case 'rcon/recalled':
		case 'rcon/answered':
		case 'rcon/failed':
		case 'rcon/abandoned':
		case 'rcon/forwarded':
		case 'rcon/heard':
		case 'rcon/claimed':
		case 'console/noted':
		case 'console/looked':
			return withConsoles(state, [event]);
		case 'rcon/heardAll':
			return withConsoles(state, event.all);
		case 'feed/changed':
		case 'feed/heard':
		case 'feed/filled':
		case 'feed/gapClosed':
			return replaced(state, 'feed', reduceFeed(state.feed, event));
		case 'dialog/opened':
		case 'dialog/closed':
		case 'dialog/changed':
		case 'dialog/pasteChanged':
		case 'dialog/menuChanged':
		case 'dialog/paletteChanged':
		case 'dialog/jobsMoved':
		case 'dialog/scrolled':
			return replaced(state, 'dialog', reduceDialog(state.dialog, event));
		case 'reading/changed':
		case 'reading/pointed':
		case 'reading/unread':
			return replaced(state, 'reading', reduceReading(state.reading, event));
		case 'news/looked':
		case 'news/read':
			return replaced(state, 'news', reduceNews(state.news, event));
		case 'marks/made':
			return replaced(state, 'marks', reduceMarks(state.marks, event));
		case 'view/changed':
		case 'view/drafted':
		case 'view/scrolled':
			return replaced(state, 'view', reduceView(state.view, event));
		case 'notices/added':
		case 'notices/expired':
		case 'notices/passed':
			return replaced(state, 'notices', reduceNotices(state.notices, event, state));
		case 'access/granted':
		case 'access/failed':
		case 'access/versionRead':
		case 'access/offered':
		case 'access/missed':
		case 'access/teamFailed':
		case 'access/learned':
		case 'access/skewRead':
		case 'access/iconRead':
			return replaced(state, 'access', reduceAccess(state.access, event));
		case 'input/changed':
		case 'input/sent':
		case 'input/overheard':
		case 'input/remembered':
			return replaced(state, 'input', reduceInput(state.input, event));
		case 'holds/begun':
		case 'holds/ended':
			return replaced(state, 'holds', reduceHolds(state.holds, event));
		case 'pending/scheduled':
		case 'pending/read':
		case 'pending/heard':
		case 'pending/passed':
			return replaced(state, 'pending', reducePending(state.pending, event));
		case 'jobs/begun':
		case 'jobs/stepped':
		case 'jobs/hurried':
		case 'jobs/changed':
			return replaced(state, 'jobs', reduceJobs(state.jobs, event));
		case 'many/begun':
		case 'many/settled':
		case 'many/looked':
			return replaced(state, 'many', reduceMany(state.many, event));
		case 'watches/begun':
		case 'watches/asked':
		case 'watches/answered':
		case 'watches/planned':
		case 'watches/ended':
			return replaced(state, 'watches', reduceWatches(state.watches, event));
		case 'nodes/read':
		case 'nodes/failed':
		case 'nodes/tasksRead':
		case 'nodes/tasksFailed':
		case 'nodes/taskHeard':
			return replaced(state, 'nodes', reduceNodes(state.nodes, event));
		case 'screens/changed':
		case 'screens/runsShown':
			return replaced(state, 'screens', reduceScreens(state.screens, event));
		case 'automations/read':
		case 'automations/failed':
		case 'automations/asked':
		case 'automations/runsRead':
		case 'automations/runsFailed':
		case 'automations/ran':
		case 'automations/recentFailed':
		case 'automations/neverRan':
			return replaced(state, 'automations', reduceAutomations(state.automations, event));
		case 'transcript/begun':
		case 'transcript/troubled':
		case 'transcript/ended':
			return replaced(state, 'transcript', reduceTranscript(state.transcript, event));
		case 'exporting/moved':
		case 'exporting/ended':
			return replaced(state, 'exporting', reduceExporting(state.exporting, event));
		case 'timeline/changed':
		case 'timeline/recalled':
		case 'timeline/acted':
		case 'timeline/overheard':
			return replaced(state, 'timeline', reduceTimeline(state.timeline, event));
	}
}

/** Consoles, and whether there is something unread in them. */
function withConsoles(state: State, events: readonly ConsoleEvent[]): State {
	const console = reduceConsoles(state.console, events, state.scrollback);
	const news = newsAfter(state.news, state.console, console, events);
	return replaced(replaced(state, 'console', console), 'news', news);
}

function replaced<Slice extends keyof State>(state: State, slice: Slice, value: State[Slice]): State {
	return state[slice] === value ? state : {...state, [slice]: value};
}
