import {ApiError} from '../contract/errors.ts';
import {printableLine} from '../lib/text.ts';
import {pollFleet} from './servers/read-fleet.ts';
import {clearUndoWindow} from './dialogs/undo-window.ts';
import {commands, runCommand} from './commands.ts';
import {createKeymap, tuiFrontEnd} from './kernel/keymap/keymap.ts';
import {followFeed} from './console/follow-feed.ts';
import {syncSessions} from './console/sync-sessions.ts';
import {writeJournal} from './console/write-journal.ts';
import {persistReadPosition} from './console/persist-read-position.ts';
import {loadInputHistory} from './console/load-input-history.ts';
import {startPolling} from './servers/poll.ts';
import type {Memory} from './kernel/journal.ts';
import {noFiles, type Files} from './kernel/files.ts';
import {createRecorder, type HearingRecorder} from './export/recorder.ts';
import {loadLastChanges} from './servers/load-changes.ts';
import {loadHistory} from './timeline/load-history.ts';
import {ringBell} from './servers/ring-bell.ts';
import {watchAutomations} from './automations/poll-automations.ts';
import {watchNodes} from './nodes/poll-nodes.ts';
import {watchTeam} from './team/poll-team.ts';
import {learnPermissions} from './kernel/learn-permissions.ts';
import type {Services} from './kernel/services.ts';
import {openingState, reduce, type Event, type State} from './state.ts';
import {dropWatches} from './watch/run-watch.ts';
import {defaultScrollback} from './console/console-bounds.ts';
import {createStore, type Store} from './kernel/store.ts';

export type Session = {services: Services; close: () => void};

type Needs = Omit<Services, 'store' | 'keymap' | 'runCommand' | 'waits' | 'loops' | 'files' | 'recorder'> & {
	files?: Files;
};

/** The program without a screen: state, loops and what they need. Nothing waits for the network here. */
export function openSession(needs: Needs): Session {
	const {files = noFiles} = needs;
	const recorder = createRecorder(files.hide);
	const keymap = createKeymap(commands, needs.settings.keys);
	// Until a face has words of its own.
	needs.face.frontEnd = tuiFrontEnd(keymap);
	const {scrollback: lines = defaultScrollback.lines} = needs.settings;
	const first = createStore<State, Event>(openingState({lines}), reduce);
	const store = remembering(first, needs.memory, recorder);
	const services: Services = {
		...needs,
		api: learnPermissions(needs.api, (permission, right) =>
			store.dispatch({type: 'access/learned', permission, right}),
		),
		store,
		keymap,
		runCommand: (id, targets) => runCommand(services, id, targets),
		files,
		recorder,
		waits: new Map(),
		loops: {pollNow: () => {}, redialFeed: () => {}, readNodes: () => {}},
	};
	const closing = new AbortController();
	const polling = startPolling({
		clock: needs.clock,
		random: needs.random,
		everyMs: needs.settings.pollMs,
		task: signal => pollFleet(services, signal),
		onDelay: (retryAt, delayMs) => store.dispatch({type: 'fleet/retryPlanned', retryAt, delayMs}),
	});
	services.loops.pollNow = polling.pollNow;
	const unfollow = followOnceKnown(services);
	const nodes = watchNodes(services);
	services.loops.readNodes = nodes.again;
	const unwatchTeam = watchTeam(services);
	const endRecall = loadLastChanges(services);
	const endDecks = syncSessions(services);
	const endPast = loadHistory(services);
	const endAutomations = watchAutomations(services);
	const endBell = ringBell(services);
	const endRead = persistReadPosition(services);
	const forget = loadInputHistory(services);
	void readVersion(services, closing.signal);
	return {
		services,
		close: () => {
			closing.abort();
			polling.stop();
			unfollow();
			nodes.stop();
			unwatchTeam();
			endRecall();
			endDecks();
			endPast();
			endAutomations();
			endBell();
			endRead();
			forget();
			clearUndoWindow(services);
			dropWatches(services);
			for (const {stop} of services.waits.values()) stop();
		},
	};
}

/** Whatever happens is told to the memory as well, and to the transcript that is being recorded. */
function remembering(
	store: Store<State, Event>,
	memory: Memory,
	recorder: HearingRecorder,
): Store<State, Event> {
	const keep: Memory['keep'] = things => {
		memory.keep(things);
		recorder.keep(things);
	};
	const tell = writeJournal({...memory, keep});
	return {
		...store,
		dispatch: event => {
			const before = store.getState();
			store.dispatch(event);
			recorder.hear(event, before, store.getState());
			tell(event, before, store.getState());
		},
	};
}

/** The feed is the team's: it is opened as soon as the team is known. */
function followOnceKnown(services: Services): () => void {
	const {store, loops} = services;
	let stopFeed: (() => void) | undefined;
	const look = () => {
		const {team} = store.getState().access;
		if (!team || stopFeed) return;
		stopLooking();
		const feed = followFeed(services, team.id);
		stopFeed = feed.stop;
		loops.redialFeed = feed.redial;
	};
	const stopLooking = store.subscribe(look);
	return () => {
		stopLooking();
		stopFeed?.();
	};
}

async function readVersion({api, store}: Services, signal: AbortSignal): Promise<void> {
	try {
		const {version} = await api.version({}, {signal});
		if (version !== undefined) store.dispatch({type: 'access/versionRead', version: printableLine(version)});
	} catch (error) {
		// The version is only shown; whether the service is there, the list says.
		if (!(error instanceof ApiError)) throw error;
	}
}
