import {ConfigFile} from '../../src/config/schema.ts';
import type {Api} from '../../src/contract/endpoints/index.ts';
import type {FeedSignal, OpenFeed} from '../../src/contract/packets.ts';
import {commands, registry} from '../../src/app/features.ts';
import {createKeymap, tuiSegments} from '../../src/app/kernel/keys/keymap.ts';
import {noConfigAccess} from '../../src/app/kernel/state/view-state.ts';
import {noJournal, type SessionJournal} from '../../src/app/kernel/state/journal.ts';
import type {Program} from '../../src/app/kernel/state/program.ts';
import type {Edited} from '../../src/lib/process/external-editor.ts';
import type {FileRead} from '../../src/lib/files/read-file.ts';
import type {Settings} from '../../src/app/kernel/state/settings.ts';
import {reduceRoot} from '../../src/app/root-reducer.ts';
import {initialState, type Event, type State} from '../../src/app/state.ts';
import {createStore, type Files, noFiles} from '../../src/app/kernel/state/services.ts';
import {createRecorder} from '../../src/app/export/recorder.ts';
import {usualKeymap} from './keymap.ts';
import {manualClock, type ManualClock} from './manual-clock.ts';

export const testSettings: Settings = {
	...ConfigFile.parse({}),
	profile: {name: 'test', label: 'TEST', color: undefined, isDemo: true, words: []},
	pollMs: 5000,
	hungMs: new Map(),
	awaitMs: 5000,
	readOnly: false,
	version: '0.0.0',
	protect: 'normal',
	atOncePerNode: 1,
	views: new Map(),
};

export type FakeServices = Program & {
	clock: ManualClock;
	/** The calls to the front end. */
	asked: string[];
	/** Ends the session. */
	end: () => void;
};

/** Runs a command like a session. */
export const runCommand = (program: Program, ...[id, targets]: Parameters<Program['runCommand']>) =>
	commands.find(command => command.id === id)?.run(program, targets);

/** Services with a manual clock, sequential ids, and an API that throws on any method not given. */
export function fakeServices(given: {
	api?: Partial<Api>;
	settings?: Partial<Settings>;
	openFeed?: OpenFeed;
	state?: State;
	journal?: SessionJournal;
	files?: Files;
	edit?: (text: string) => Edited;
	paths?: readonly string[];
	/** Files named by the user. */
	named?: (path: string) => FileRead | undefined;
}): FakeServices {
	const asked: string[] = [];
	const ending = new AbortController();
	let ids = 0;
	const settings = {...testSettings, ...given.settings};
	const keymap = settings.keys === testSettings.keys ? usualKeymap : createKeymap(commands, settings.keys);
	const services: FakeServices = {
		...registry,
		ended: ending.signal,
		end: () => ending.abort(),
		api: onlyThese(given.api ?? {}),
		openFeed: given.openFeed,
		store: createStore<State, Event>(given.state ?? initialState, reduceRoot),
		clock: manualClock(),
		suspensions: {check: () => {}, count: () => 0},
		newId: () => `id-${++ids}`,
		random: () => 0.5,
		journal: given.journal ?? noJournal,
		settings,
		config: noConfigAccess,
		keymap,
		runCommand: (id, targets) => runCommand(services, id, targets),
		frontEnd: {
			segments: tuiSegments(keymap),
			quit: () => void asked.push('quit'),
			switchProfile: name => void asked.push(`switch ${name}`),
			redraw: () => void asked.push('redraw'),
			readFile: async path => given.named?.(path) ?? {problem: `There is no file ${path}.`},
			paths: async start => (given.paths ?? []).filter(path => path.startsWith(start)),
			theme: name => void asked.push(`theme ${name}`),
			suspend: () => void asked.push('suspend'),
			bell: text => void asked.push(text === undefined ? 'bell' : `bell: ${text}`),
			copy: text => void asked.push(`copy ${text}`),
			showPlainly: async text => void asked.push(`plain ${text}`),
			runPrograms: async programs => {
				for (const {words} of programs) asked.push(`run ${words.join(' ')}`);
				return undefined;
			},
			edit: async text => (asked.push(`edit ${text}`), given.edit?.(text) ?? {text}),
		},
		files: given.files ?? noFiles,
		recorder: createRecorder((given.files ?? noFiles).hide),
		waits: new Map(),
		limits: new Map(),
		refreshers: {
			pollNow: () => void asked.push('poll'),
			redialFeed: () => void asked.push('redial'),
			readNodes: () => void asked.push('nodes'),
			syncTeamJournal: () => {},
		},
		asked,
	};
	return services;
}

function onlyThese(methods: Partial<Api>): Api {
	return new Proxy(methods, {
		get: (target, name) => {
			const method: unknown = Reflect.get(target, name);
			if (method === undefined) throw new Error(`the test did not expect a call of ${String(name)}`);
			return method;
		},
	}) as Api; // A missing method throws.
}

/** A feed controlled by the test. */
export function fakeFeed(): {openFeed: OpenFeed; say: (signal: FeedSignal) => void; log: string[]} {
	let listener: ((signal: FeedSignal) => void) | undefined;
	const log: string[] = [];
	return {
		openFeed: (teamId, on) => {
			log.push(`open ${teamId}`);
			listener = on;
			return {redial: () => void log.push('redial'), close: () => void log.push('close')};
		},
		say: signal => listener?.(signal),
		log,
	};
}
