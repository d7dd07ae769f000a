import {EventEmitter} from 'node:events';
import {rmSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {PassThrough} from 'node:stream';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {createApi} from '../../src/api/client.ts';
import {handleKey} from '../../src/app/keys.ts';
import {openSession} from '../../src/app/session.ts';
import {lazyJournal} from '../../src/cli/lazy-journal.ts';
import {noFrontEnd} from '../../src/cli/settings.ts';
import {openDemo, type Demo} from '../../src/demo/index.ts';
import {noFiles} from '../../src/app/kernel/files.ts';
import {openTeamFeed} from '../../src/feed/team-feed.ts';
import {openJournal} from '../../src/journal/journal.ts';
import type {Clock} from '../../src/lib/clock.ts';
import {Secret} from '../../src/lib/secret.ts';
import {openLineMode} from '../../src/line-mode/line-mode.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {manualClock, type ManualClock} from '../helpers/manual-clock.ts';
import {createRandom, type Random} from '../helpers/random.ts';
import {chooseFault, clearFaults} from './soak-faults.ts';
import {fillMs, messagesAfter, scrollback} from './soak-fill.ts';
import {chordsOf, home, linesOf} from './soak-moves.ts';

/** The largest journal of a soak, so that its policy applies within two hours. */
const journalBytes = 16 * 1024 ** 2;
const stepMs = 100;
/** By then the logs and chats of the simulated games, which share the heap, are full. */
const playedMs = 60 * 60_000;
/** Once the consoles are full, every so often a fault begins, ends, or nothing happens, ms. */
const faultMs = 5000;
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
	onSample?: (sample: Sample) => void;
};

export type Sample = {
	/** Minutes of the injected clock. */
	minute: number;
	heapMb: number;
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

/** Collects garbage, and returns the bytes of the heap in use. */
function heapUsed(): number {
	setFlagsFromString('--expose-gc');
	const collect: unknown = runInNewContext('gc');
	if (typeof collect === 'function') collect();
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
	const {minutes, seed, servers, actEveryMs = 700} = options;
	const random = createRandom(seed);
	const clock = manualClock();
	const bugs: string[] = [];
	const demo = await openDemo({
		clock,
		random: random.next,
		servers,
		hasColleague: true,
		hasNodeOutages: true,
		onBug: bug => bugs.push(String(bug)),
	});
	await clock.advance(playedMs);
	const [before, resources] = [listeners(), process.getActiveResourcesInfo()];
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-soak-'));
	const user = await openUser(options, {clock, demo, folder, bugs});
	const samples: Sample[] = [];
	const counts = {sent: 0, acts: 0, faults: 0};
	const ids = demo.context.store.servers.all().map(({id}) => id);
	const sample = (minute: number) => {
		const taken = {minute, heapMb: heapUsed() / 1e6, entries: user.entries(), journalMb: user.journalMb()};
		samples.push(taken);
		options.onSample?.(taken);
	};
	try {
		for (let at = stepMs; at <= minutes * 60_000; at += stepMs) {
			for (const due = messagesAfter(at, options); counts.sent < due; counts.sent++)
				demo.context.broadcast(demo.teamId, messageOf(counts.sent, ids, clock));
			if (at > fillMs(options) && at % faultMs < stepMs && chooseFault(demo, random, ids)) counts.faults++;
			if (at % actEveryMs < stepMs) counts.acts += user.act(random);
			await clock.advance(stepMs);
			if (at % sampleMs >= stepMs && at !== minutes * 60_000) continue;
			user.goHome();
			sample(at / 60_000);
		}
	} finally {
		clearFaults(demo, ids);
		await user.close();
	}
	await demo.close();
	await clock.advance(1);
	const {integrity} = checkJournal(path.join(folder, 'journal.db'));
	rmSync(folder, {recursive: true, force: true});
	return {
		samples,
		...counts,
		bytes: user.bytes(),
		left: {
			timers: user.timers(),
			listeners: listeners() - before,
			resources: withoutThose(process.getActiveResourcesInfo(), resources),
			integrity,
		},
		bugs,
	};
}

type UserNeeds = {clock: ManualClock; demo: Demo; folder: string; bugs: string[]};

/** Opens the program with its screen or its lines. `act` presses keys or types a line, and returns how many. */
async function openUser({front, seed}: SoakOptions, {clock: shared, demo, folder, bugs}: UserNeeds) {
	const clock = countTimers(shared);
	const random = createRandom(seed + 1);
	const credentials = {kind: 'token' as const, token: new Secret(demo.credentials.token)};
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
		api: createApi({baseUrl: 'http://demo', fetch: request => demo.fetch(request), ...network}),
		openFeed: (teamId, on) =>
			openTeamFeed({
				url: 'ws://demo/websocket',
				destinations: ['/topic/team/{teamId}'],
				openSocket: (_url, {headers}) => demo.openSocket(headers),
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
		/** So that samples differ only in what the program keeps. */
		goHome: () => {
			if (front === 'tui') for (const chord of home) handleKey(services, chord);
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

const words =
	'Player joined the tribe of wolves and tamed a dodo near the river while something of ordinary length'.split(
		' ',
	);

/** A command that somebody else sent, with its answer. */
export function messageOf(number: number, ids: readonly string[], clock: Clock): object {
	const response = Array.from({length: 10}, (_, index) => words[(number * 7 + index * 3) % words.length]);
	const command = {
		command: `say ${number}`,
		response: `${number} ${response.join(' ')}`,
		commandId: crypto.randomUUID(),
		timestamp: new Date(clock.now()).toISOString(),
	};
	return {serverId: ids[(number * 31) % ids.length], command};
}

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
