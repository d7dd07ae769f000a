import {commands, features, registry} from './features.ts';
import {customCommands, customForms, customKeys} from './custom-commands/commands.ts';
import {createKeymap, tuiSegments} from './kernel/keys/keymap.ts';
import {stopAll} from './console/send/rcon-queue.ts';
import {writeJournal} from './console/record/write-journal.ts';
import type {SessionJournal} from './kernel/state/journal.ts';
import {type ConfigAccess, type KeptView, noConfigAccess} from './kernel/state/view-state.ts';
import {createStore, type Files, noFiles, type Services, type Store} from './kernel/state/services.ts';
import {createRecorder, type EventRecorder} from './export/recorder.ts';
import {ownClock} from '../lib/time/clock.ts';
import {watchSuspensions} from '../lib/time/suspension.ts';
import {handleSuspension} from './suspended.ts';
import type {Program} from './kernel/state/program.ts';
import {reduceRoot} from './root-reducer.ts';
import {openingState, type Event, type State} from './state.ts';

export type Session = {services: Program; close: () => void};

/** How a front end ended. `quit`: requested by a key or a line. `ended`: the process must end. `lost`: the terminal is gone. */
export type SessionEnd = 'quit' | 'ended' | 'lost';

type Needs = Omit<
	Services,
	| 'store'
	| 'suspensions'
	| 'keymap'
	| 'runCommand'
	| 'waits'
	| 'limits'
	| 'refreshers'
	| 'ended'
	| 'files'
	| 'recorder'
	| 'config'
> & {
	files?: Files;
	config?: ConfigAccess;
	/** How the list was shown when this profile was left. */
	kept?: KeptView | undefined;
};

/** Opens a session without a screen: its state and its background work. Nothing here waits for the network. */
export function openSession(needs: Needs): Session {
	const {files = noFiles, config = noConfigAccess} = needs;
	const suspensions = watchSuspensions(needs.clock, ms => handleSuspension(program, ms));
	const clock = ownClock({
		...needs.clock,
		after: (delayMs, task) =>
			needs.clock.after(delayMs, () => {
				suspensions.check();
				task();
			}),
	});
	const ending = new AbortController();
	const recorder = createRecorder(files.hide);
	const {commands: custom, keys, scrollback: lines, welcome = false, views} = needs.settings;
	const own = customCommands(custom);
	const all = [...commands, ...own];
	const byId = new Map(all.map(command => [command.id, command]));
	const keymap = createKeymap(all, customKeys(custom, keys));
	// Until a front end sets its own.
	needs.frontEnd.segments = tuiSegments(keymap);
	const first = createStore<State, Event>(
		openingState({lines}, {welcome, views, profiles: config.profiles, themes: config.themes, ...needs.kept}),
		reduceRoot,
	);
	const store = withJournal(first, needs.journal, recorder, suspensions.check);
	const program: Program = {
		...registry,
		...needs,
		clock,
		suspensions,
		...(custom.length > 0 && {
			dialogs: new Map([...registry.dialogs, ...customForms(custom).map(form => [form.id, form] as const)]),
		}),
		store,
		keymap,
		runCommand: (id, targets) => byId.get(id)?.run(program, targets),
		files,
		config,
		recorder,
		waits: new Map(),
		limits: new Map(),
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
			suspensions.stop();
			ending.abort();
		},
	};
}

/** Records events in the journal and in the transcript, if one is being recorded. */
function withJournal(
	store: Store<State, Event>,
	journal: SessionJournal,
	recorder: EventRecorder,
	checkSuspension: () => void,
): Store<State, Event> {
	const keep: SessionJournal['keep'] = items => {
		journal.keep(items);
		recorder.keep(items);
	};
	const writeEvent = writeJournal({...journal, keep});
	return {
		...store,
		dispatch: event => {
			// An answer may be handled before the timers that are due, and starts the next queued command.
			checkSuspension();
			const before = store.getState();
			store.dispatch(event);
			recorder.record(event, before, store.getState());
			writeEvent(event, before, store.getState());
		},
	};
}
