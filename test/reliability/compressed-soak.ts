import {EventEmitter} from 'node:events';
import {rmSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {PassThrough} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {openDemo, type Demo} from '../../src/demo/index.ts';
import {createApi} from '../../src/client/rest/client.ts';
import {stopTyped} from '../../src/app/console/send/rcon-queue.ts';
import {handleKey} from '../../src/app/keys.ts';
import {openSession} from '../../src/app/session.ts';
import {lazyJournal} from '../../src/cli/start/lazy-journal.ts';
import {noFrontEnd} from '../../src/cli/start/settings.ts';
import {noFiles} from '../../src/app/kernel/state/services.ts';
import {openTeamFeed} from '../../src/client/feed/team-feed.ts';
import {openJournal} from '../../src/journal/journal.ts';
import type {Clock} from '../../src/lib/time/clock.ts';
import {Secret} from '../../src/lib/secrets/secret.ts';
import {openLineMode} from '../../src/line-mode/line-mode.ts';
import {collectGarbage} from '../helpers/collect-garbage.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {manualClock, type ManualClock} from '../helpers/manual-clock.ts';
import {createRandom, type Random} from '../helpers/random.ts';
import {chooseFault, clearFaults} from './soak-faults.ts';
import {fillMs, scrollback} from './soak-fill.ts';
import {openLoad} from './soak-load.ts';
import {chordsOf, home, linesOf} from './soak-moves.ts';

/** How long the games of the demo have been played. */
const playedMs = 5 * 60_000;
/** Once the consoles are full, every so often a fault begins, ends, or nothing happens. */
const faultMs = 5000;
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
	actEveryMs: number;
	/** How far the clock advances at once. */
	stepMs: number;
};

export type SoakResult = {
	/** At the end, with everything closed that a user closes. */
	heapMb: number;
	/** Feed messages. */
	sent: number;
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

/** Runs the whole program and its service in this process on an injected clock, under load and random faults, and closes both. */
export async function soakCompressed(options: SoakOptions): Promise<SoakResult> {
	const {minutes, seed, servers, perSecond, actEveryMs, stepMs} = options;
	const random = createRandom(seed);
	const clock = manualClock();
	const bugs: string[] = [];
	const [before, resources] = [listeners(), process.getActiveResourcesInfo()];
	const demo = await openDemo({
		clock,
		random: createRandom(seed).next,
		servers,
		hasColleague: true,
		hasNodeOutages: true,
		onBug: bug => bugs.push(String(bug)),
	});
	await clock.advance(playedMs);
	const ids = demo.context.store.servers.all().map(({id}) => id);
	const load = openLoad(demo, perSecond);
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-soak-'));
	const user = await openUser(options, {clock, demo, folder, bugs});
	let at = 0;
	const advance = async () => {
		at += stepMs;
		load.publish(at);
		if (at > fillMs(options) && at % faultMs < stepMs) chooseFault(demo, random, ids);
		await clock.advance(stepMs);
		// So that real files and streams keep up.
		await setImmediate();
	};
	let heapMb: number;
	try {
		const endsAt = minutes * 60_000;
		for (let next = 0; next < endsAt; next += stepMs) {
			if (at % actEveryMs < stepMs) user.act(random);
			await advance();
		}
		await user.goHome(advance);
		heapMb = (await heapUsed()) / 1e6;
	} finally {
		await user.close();
		clearFaults(demo, ids);
		await demo.close();
	}
	await clock.advance(1);
	const {integrity} = checkJournal(path.join(folder, 'journal.db'));
	rmSync(folder, {recursive: true, force: true});
	return {
		heapMb,
		sent: load.sent(),
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

/** Opens the program with its screen or its lines. `act` presses keys or types a line. */
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
				onProblem: words => bugs.push(words),
			}),
		words => bugs.push(words),
	);
	const session = openSession({
		api: createApi({baseUrl: 'http://demo', fetch: demo.fetch, ...network}),
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
		write: () => true,
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
	const act = (chooser: Random): void => {
		if (front === 'line') stdin.write(`${linesOf(chooser)}\r`);
		else for (const chord of chordsOf(chooser)) handleKey(services, chord);
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

export function checkJournal(file: string): {integrity: string; mb: number} {
	const database = new DatabaseSync(file, {readOnly: true});
	const value = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
	const integrity = String(value('integrity_check'));
	const mb = (Number(value('page_count')) * Number(value('page_size'))) / 1e6;
	database.close();
	return {integrity, mb};
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
