import {EventEmitter} from 'node:events';
import {rmSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {PassThrough} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {createApi} from '../../src/api/client.ts';
import {stopTyped} from '../../src/app/console/rcon-queue.ts';
import {handleKey} from '../../src/app/keys.ts';
import {openSession} from '../../src/app/session.ts';
import {lazyJournal} from '../../src/cli/lazy-journal.ts';
import {noFrontEnd} from '../../src/cli/settings.ts';
import {noFiles} from '../../src/app/kernel/files.ts';
import {openTeamFeed} from '../../src/feed/team-feed.ts';
import {openJournal} from '../../src/journal/journal.ts';
import type {Clock} from '../../src/lib/clock.ts';
import {Secret} from '../../src/lib/secret.ts';
import {openLineMode} from '../../src/line-mode/line-mode.ts';
import {collectGarbage} from '../helpers/collect-garbage.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {manualClock, type ManualClock} from '../helpers/manual-clock.ts';
import {createRandom, type Random} from '../helpers/random.ts';
import {scrollback} from './soak-fill.ts';
import {openSoakService} from './soak-link.ts';
import {chordsOf, home, linesOf} from './soak-moves.ts';

/** The largest journal of a soak, so that its policy applies within two hours. */
const journalBytes = 16 * 1024 ** 2;
const usualStepMs = 100;
/** How long the games of the demo have been played. */
const playedMs = 60 * 60_000;
const sampleMs = 5 * 60_000;
/** A frame per second or more of the injected clock would take most of the time. */
const frameMs = 2000;

export type SoakOptions = {
	front: 'tui' | 'line';
	/** Of the injected clock. */
	minutes: number;
	seed: number;
	servers: number;
	/** Feed messages per second, once the consoles are full. */
	perSecond: number;
	/** How often the user presses keys, ms. */
	actEveryMs?: number;
	/** How far both clocks advance at once: what the program and its service send takes one to two steps. */
	stepMs?: number;
	onSample?: (sample: Sample) => void;
};

export type Sample = {
	/** Minutes of the injected clock. */
	minute: number;
	/** Of the program without its service. */
	heapMb: number;
	serviceMb: number;
	entries: number;
	journalMb: number;
};

export type SoakResult = {
	samples: readonly Sample[];
	/** Feed messages, keys or lines, and faults. */
	sent: number;
	acts: number;
	faults: number;
	bytes: number;
	/** What the session left: its timers, listeners, and the check of its journal. */
	left: {timers: number; listeners: number; resources: readonly string[]; integrity: string};
	bugs: readonly string[];
};

/** Collects garbage, and returns the bytes of the heap in use. Finalizers and what this turn has read take further turns. */
async function heapUsed(): Promise<number> {
	for (let turn = 0; turn < 3; turn++) {
		collectGarbage();
		await setImmediate();
	}
	return process.memoryUsage().heapUsed;
}

/** A clock that counts its timers. */
function countTimers(clock: Clock): Clock & {pending: () => number} {
	const pending = new Set<object>();
	return {
		...clock,
		// Like the system's, without fractions, which the random delays of retries would leave.
		now: () => Math.floor(clock.now()),
		pending: () => pending.size,
		after: (ms, task) => {
			const timer = {};
			pending.add(timer);
			const cancel = clock.after(ms, () => {
				pending.delete(timer);
				task();
			});
			return () => {
				pending.delete(timer);
				cancel();
			};
		},
	};
}

/** Listeners of this process and its standard streams. */
const listeners = (): number =>
	[process, process.stdin, process.stdout].reduce(
		(sum, emitter) => sum + emitter.eventNames().reduce((all, name) => all + emitter.listenerCount(name), 0),
		0,
	);

/** Runs the whole program in this process on an injected clock, under load and random faults, and closes it. */
export async function soakCompressed(options: SoakOptions): Promise<SoakResult> {
	const {minutes, seed, servers, perSecond, actEveryMs = 700, stepMs = usualStepMs} = options;
	const random = createRandom(seed);
	const clock = manualClock();
	const bugs: string[] = [];
	const [before, resources] = [listeners(), process.getActiveResourcesInfo()];
	const service = await openSoakService({seed, servers, perSecond, playedMs});
	await clock.advance(playedMs);
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-soak-'));
	const user = await openUser(options, {clock, service, folder, bugs});
	let [at, acts] = [0, 0];
	const isOver = () => at >= minutes * 60_000;
	const advance = async () => {
		at += stepMs;
		await service.advance(stepMs, () => clock.advance(stepMs));
	};
	const samples: Sample[] = [];
	const sample = async () => {
		const taken = {
			minute: at / 60_000,
			heapMb: (await heapUsed()) / 1e6,
			serviceMb: await service.heapMb(),
			entries: user.entries(),
			journalMb: user.journalMb(),
		};
		samples.push(taken);
		options.onSample?.(taken);
	};
	try {
		while (!isOver()) {
			if (at % actEveryMs < stepMs) acts += user.act(random);
			await advance();
			if (at % sampleMs >= stepMs && !isOver()) continue;
			await user.goHome(advance);
			await sample();
		}
	} finally {
		await user.close();
		await service.close();
	}
	await clock.advance(1);
	const {integrity} = checkJournal(path.join(folder, 'journal.db'));
	rmSync(folder, {recursive: true, force: true});
	const {messages, faults} = service.counts();
	return {
		samples,
		sent: messages,
		acts,
		faults,
		bytes: user.bytes(),
		left: {
			timers: user.timers(),
			listeners: listeners() - before,
			resources: withoutThose(process.getActiveResourcesInfo(), resources),
			integrity,
		},
		bugs: [...bugs, ...service.counts().bugs],
	};
}

type SoakService = Awaited<ReturnType<typeof openSoakService>>;
type UserNeeds = {clock: ManualClock; service: SoakService; folder: string; bugs: string[]};

/** Opens the program with its screen or its lines. `act` presses keys or types a line, and returns how many. */
async function openUser({front, seed}: SoakOptions, {clock: shared, service, folder, bugs}: UserNeeds) {
	const clock = countTimers(shared);
	const random = createRandom(seed + 1);
	const credentials = {kind: 'token' as const, token: new Secret(service.token)};
	const network = {credentials, clock, random: random.next};
	const journal = lazyJournal(
		async () =>
			openJournal({
				path: path.join(folder, 'journal.db'),
				clock,
				limits: {bytes: journalBytes},
				onProblem: words => bugs.push(words),
			}),
		words => bugs.push(words),
	);
	const session = openSession({
		api: createApi({baseUrl: 'http://demo', fetch: service.fetch, ...network}),
		openFeed: (teamId, on) =>
			openTeamFeed({
				url: 'ws://demo/websocket',
				destinations: ['/topic/team/{teamId}'],
				openSocket: (_url, {headers}) => service.openSocket(headers),
				teamId,
				on,
				...network,
			}),
		clock,
		newId: () => crypto.randomUUID(),
		random: random.next,
		settings: {...testSettings, scrollback},
		journal,
		files: {...noFiles, save: readAll, record: forget, keepCopy: async () => ({path: 'copied.txt'})},
		frontEnd: noFrontEnd(),
	});
	let bytes = 0;
	const stdin = Object.assign(new PassThrough(), {
		isTTY: true as const,
		setRawMode: () => {},
		ref: () => {},
		unref: () => {},
	});
	const stdout = Object.assign(new EventEmitter(), {
		isTTY: true as const,
		columns: 120,
		rows: 40,
		write: (text: string) => {
			bytes += text.length;
			return true;
		},
	});
	const {services} = session;
	const ending = new AbortController();
	const mounted = await mount();
	services.frontEnd.quit = () => {};
	services.frontEnd.edit = async text => ({text});
	services.frontEnd.showPlainly = async () => {};

	async function mount(): Promise<{waitUntilExit: () => Promise<unknown>}> {
		const common = {services, stdin, stdout, env: {TERM: 'xterm-256color'}, ending: ending.signal};
		if (front === 'line') return openLineMode({...common, isDumb: false, stop: () => {}});
		const {mountTui} = await import('../../src/tui/mount.tsx');
		const jobs = {on: () => {}, off: () => {}, stop: () => {}, measure: () => {}};
		const report = (bug: unknown) => void bugs.push(bug instanceof Error ? (bug.stack ?? '') : String(bug));
		return mountTui({...common, look: {noColor: false, ascii: false}, report, jobs, frameMs});
	}
	const act = (chooser: Random): number => {
		if (front === 'line') {
			stdin.write(`${linesOf(chooser)}\r`);
			return 1;
		}
		const chords = chordsOf(chooser);
		for (const chord of chords) handleKey(services, chord);
		return chords.length;
	};
	return {
		act,
		/**
		So that samples differ only in what the program keeps: no command waits for its turn, and React's two trees show the
		two newest states.
		*/
		goHome: async (advance: () => Promise<void>): Promise<void> => {
			stopTyped(services, undefined);
			if (front === 'line') return;
			for (const chord of home) handleKey(services, chord);
			for (const key of 'jkjk') {
				stdin.write(key);
				await advance();
			}
		},
		timers: clock.pending,
		bytes: () => bytes,
		entries: () => {
			let entries = 0;
			for (const {lines} of services.store.getState().console.values()) entries += lines.length;
			return entries;
		},
		journalMb: () => journalSize(path.join(folder, 'journal.db')) / 1e6,
		close: async () => {
			ending.abort();
			session.close();
			await mounted.waitUntilExit();
			await journal.close();
		},
	};
}

async function readAll(name: string, texts: AsyncIterable<string>, isWanted: () => boolean) {
	for await (const text of texts) void text;
	return isWanted() ? {path: name} : undefined;
}

const forget = async (path: string) => ({path, add: () => {}, close: async () => {}});

function journalSize(file: string): number {
	const database = new DatabaseSync(file, {readOnly: true});
	const value = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
	const size = value('page_count') * value('page_size');
	database.close();
	return size;
}

export function checkJournal(file: string): {integrity: string; mb: number} {
	const database = new DatabaseSync(file, {readOnly: true});
	const found = database.prepare('PRAGMA integrity_check').get();
	database.close();
	return {integrity: String(found?.['integrity_check']), mb: journalSize(file) / 1e6};
}

/** Returns the items without one of each in `known`. */
function withoutThose(items: readonly string[], known: readonly string[]): string[] {
	const left = [...items];
	for (const one of known) {
		const place = left.indexOf(one);
		if (place !== -1) left.splice(place, 1);
	}
	return left;
}

/** The slope of a straight line through the heap of these samples (least squares), MB per hour. */
export function slopeOf(samples: readonly Pick<Sample, 'minute' | 'heapMb'>[]): number {
	const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const [x, y] = [mean(samples.map(({minute}) => minute)), mean(samples.map(({heapMb}) => heapMb))];
	const above = samples.reduce((sum, {minute, heapMb}) => sum + (minute - x) * (heapMb - y), 0);
	const below = samples.reduce((sum, {minute}) => sum + (minute - x) ** 2, 0);
	return (60 * above) / below;
}

/** The standard error of that slope. */
export function slopeErrorOf(samples: readonly Pick<Sample, 'minute' | 'heapMb'>[]): number {
	const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const slope = slopeOf(samples) / 60;
	const [x, y] = [mean(samples.map(({minute}) => minute)), mean(samples.map(({heapMb}) => heapMb))];
	const rest = samples.reduce((sum, {minute, heapMb}) => sum + (heapMb - y - slope * (minute - x)) ** 2, 0);
	const spread = samples.reduce((sum, {minute}) => sum + (minute - x) ** 2, 0);
	return 60 * Math.sqrt(rest / (samples.length - 2) / spread);
}
