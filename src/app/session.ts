import {commands, features, registry} from './features.ts';
import {sessionCommands} from './custom-commands/commands.ts';
import {createKeymap, tuiSegments} from './kernel/keymap/keymap.ts';
import {stopAll} from './console/rcon-queue.ts';
import {writeJournal} from './console/write-journal.ts';
import type {SessionJournal} from './kernel/journal.ts';
import {noConfigAccess, type ConfigAccess} from './kernel/config-access.ts';
import {noFiles, type Files} from './kernel/files.ts';
import {createRecorder, type EventRecorder} from './export/recorder.ts';
import {learnPermissions} from './kernel/learn-permissions.ts';
import type {KeptView} from './kernel/view-state.ts';
import {ownClock} from '../lib/clock.ts';
import type {Program} from './kernel/program.ts';
import type {Services} from './kernel/services.ts';
import {openingState, reduce, type Event, type State} from './state.ts';
import {defaultScrollback} from './console/console-bounds.ts';
import {createStore, type Store} from './kernel/store.ts';

export type Session = {services: Program; close: () => void};

type Needs = Omit<
	Services,
	'store' | 'keymap' | 'runCommand' | 'waits' | 'refreshers' | 'ended' | 'files' | 'recorder' | 'config'
> & {
	files?: Files;
	config?: ConfigAccess;
	/** How the list was shown when this profile was left. */
	kept?: KeptView | undefined;
};

/** Opens a session without a screen: its state and its background work. Nothing here waits for the network. */
export function openSession(needs: Needs): Session {
	const {files = noFiles, config = noConfigAccess} = needs;
	const clock = ownClock(needs.clock);
	const ending = new AbortController();
	const recorder = createRecorder(files.hide);
	const {commands: custom = [], keys = {}} = needs.settings;
	const own = custom.length > 0 ? sessionCommands.commandsOf(custom) : [];
	const all = [...commands, ...own];
	const byId = new Map(all.map(command => [command.id, command]));
	const keymap = createKeymap(all, custom.length > 0 ? sessionCommands.keysOf(custom, keys) : keys);
	// Until a front end sets its own.
	needs.frontEnd.segments = tuiSegments(keymap);
	const {scrollback: lines = defaultScrollback.lines, welcome = false, views = new Map()} = needs.settings;
	const first = createStore<State, Event>(
		openingState({lines}, {welcome, views, profiles: config.profiles, ...needs.kept}),
		reduce,
	);
	const store = withJournal(first, needs.journal, recorder);
	const program: Program = {
		...registry,
		...needs,
		clock,
		...(custom.length > 0 && {
			dialogs: new Map([
				...registry.dialogs,
				...sessionCommands.formsOf(custom).map(form => [form.id, form] as const),
			]),
		}),
		api: learnPermissions(needs.api, (permission, standing) =>
			store.dispatch({type: 'access/learned', permission, standing}),
		),
		store,
		keymap,
		runCommand: (id, targets) => byId.get(id)?.run(program, targets),
		files,
		config,
		recorder,
		waits: new Map(),
		refreshers: {pollNow: () => {}, redialFeed: () => {}, readNodes: () => {}, syncTeamJournal: () => {}},
		ended: ending.signal,
	};
	const stops = features.flatMap(({effects = []}) => effects).map(begin => begin(program));
	return {
		services: program,
		close: () => {
			for (const stop of stops) stop();
			stopAll(program);
			// The process may continue with another profile.
			clock.stop();
			ending.abort();
		},
	};
}

/** Records events in the journal and in the transcript, if one is being recorded. */
function withJournal(
	store: Store<State, Event>,
	journal: SessionJournal,
	recorder: EventRecorder,
): Store<State, Event> {
	const keep: SessionJournal['keep'] = items => {
		journal.keep(items);
		recorder.keep(items);
	};
	const writeEvent = writeJournal({...journal, keep});
	return {
		...store,
		dispatch: event => {
			const before = store.getState();
			store.dispatch(event);
			recorder.record(event, before, store.getState());
			writeEvent(event, before, store.getState());
		},
	};
}
