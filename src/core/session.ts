import {ApiError} from '../contract/errors.ts';
import {printableLine} from '../lib/text.ts';
import {pollFleet} from './actions/fleet.ts';
import {dropHolds} from './actions/holds.ts';
import {commands, runCommand} from './commands/index.ts';
import {createKeymap, tuiFrontEnd} from './keymap/keymap.ts';
import {followFeed} from './loops/follow-feed.ts';
import {hearDecks} from './loops/hear-decks.ts';
import {keepMemory} from './loops/keep-memory.ts';
import {keepRead} from './loops/keep-read.ts';
import {recallHistory} from './loops/recall-history.ts';
import {startPolling} from './loops/poll.ts';
import type {Memory} from './memory.ts';
import {noFiles, type Files} from './take-along/files.ts';
import {createRecorder, type Recorder} from './take-along/recorder.ts';
import {recallChanges} from './loops/recall-changes.ts';
import {recallPast} from './loops/recall-past.ts';
import {ringBell} from './loops/ring-bell.ts';
import {watchAutomations} from './loops/watch-automations.ts';
import {watchNodes} from './loops/watch-nodes.ts';
import {watchTeam} from './loops/watch-team.ts';
import {learningRights} from './rights.ts';
import type {Services} from './services.ts';
import {initialState, reduce, type Event, type State} from './state/index.ts';
import {dropWatches} from './actions/watch.ts';
import {defaultScrollback} from './state/console-bounds.ts';
import {createStore, type Store} from './store.ts';

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
	const first = createStore<State, Event>({...initialState, session: {}, scrollback: {lines}}, reduce);
	const store = remembering(first, needs.memory, recorder);
	const services: Services = {
		...needs,
		api: learningRights(needs.api, (permission, right) =>
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
	const endRecall = recallChanges(services);
	const endDecks = hearDecks(services);
	const endPast = recallPast(services);
	const endAutomations = watchAutomations(services);
	const endBell = ringBell(services);
	const endRead = keepRead(services);
	const forget = recallHistory(services);
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
			dropHolds(services);
			dropWatches(services);
			for (const {stop} of services.waits.values()) stop();
		},
	};
}

/** Whatever happens is told to the memory as well, and to the transcript that is being recorded. */
function remembering(store: Store<State, Event>, memory: Memory, recorder: Recorder): Store<State, Event> {
	const keep: Memory['keep'] = things => {
		memory.keep(things);
		recorder.keep(things);
	};
	const tell = keepMemory({...memory, keep});
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
