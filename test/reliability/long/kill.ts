import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {spawn as spawnTerminal} from '@lydell/node-pty';
import {pause, systemClock} from '../../../src/lib/time/clock.ts';
import {bundle, openShipped} from '../../shipped/shipped.ts';
import {seeded} from '../../helpers/nasty-wire.ts';
import {openFaultyService, type FaultyService} from '../faulty-service.ts';
import type {Outcome, Trial} from '../run.ts';

const {signal} = new AbortController();
const wait = (ms: number) => pause(systemClock, ms, signal);
/** How long a program may take until it shows what is expected, ms. */
const patienceMs = 60_000;
/** The time between two keys. */
const keyMs = 300;

type Shipped = ReturnType<typeof openShipped>;
type Round = {number: number; delayMs: number; random: () => number};
/** Kills something at a random moment. Resolves to what is wrong afterward. */
type Kill = (round: Round) => Promise<string[]>;

/**
Kills the TUI, line mode, one-shot commands and the local service of a real server at random moments, and checks what is
there afterward: what was accepted, an intact journal, one process of the server, a next start without leftovers.
*/
export async function run({minutes, seed, print}: Trial): Promise<Outcome> {
	const random = seeded(seed);
	const service = await openFaultyService();
	const ends: (() => Promise<void> | void)[] = [];
	const atEnd = (end: () => Promise<void> | void) => void ends.unshift(end);
	const hosted = openShipped({env: service.env, atEnd});
	const local = openShipped({atEnd});
	mkdirSync(path.join(hosted.folder, 'state'), {mode: 0o700});
	writeFileSync(path.join(hosted.folder, 'state/welcome-dismissed'), '');
	const game = await openGame(local);
	const kills: Record<string, Kill> = {
		'one-shot': killOneShot(service, hosted),
		'line mode': killTerminal(service, hosted, ['--screen-reader'], [':use Alpha', '\r']),
		tui: killTerminal(service, hosted, [], ['/', 'Alpha', '\r', 'i']),
		'local command': killLocal(local, game, false),
		'local service': killLocal(local, game, true),
		start: killStart(local, game),
	};
	const failures: string[] = [];
	const counts: Record<string, number> = {};
	const endsAt = performance.now() + minutes * 60_000;
	let tried = 0;
	const names = Object.keys(kills);
	while (performance.now() < endsAt || tried < names.length) {
		const name = names[tried % names.length] ?? '';
		const number = tried++;
		counts[name] = (counts[name] ?? 0) + 1;
		const delayMs = Math.floor(random() ** 2 * 1500);
		const wrong = await kills[name]?.({number, delayMs, random}).catch((error: unknown) => [String(error)]);
		for (const problem of wrong ?? []) failures.push(`${number}: ${name} after ${delayMs}ms: ${problem}`);
		print(`${number} ${name} after ${delayMs}ms: ${wrong?.join(' · ') || 'survived'}`);
	}
	game.stop();
	for (const end of ends) await end();
	await service.close();
	return {tried, ...counts, failures};
}

const killOneShot =
	(service: FaultyService, shipped: Shipped): Kill =>
	async ({number, delayMs}) => {
		const text = `say one ${number}.`;
		const program = shipped.start(['rcon', 'Alpha', '--', text]);
		await wait(delayMs / 2);
		program.kill('SIGKILL');
		await program.ended;
		return checkHosted(service, shipped, text);
	};

/** Sends a command in a terminal, and kills the program after that. */
const killTerminal =
	(service: FaultyService, shipped: Shipped, args: string[], keys: string[]): Kill =>
	async ({number, delayMs}) => {
		const [command, ...words] = bundle;
		const terminal = spawnTerminal(command, [...words, ...args], {
			cols: 120,
			rows: 30,
			cwd: shipped.folder,
			env: {...shipped.env, TERM: 'xterm-256color'},
		});
		let output = '';
		terminal.onData(data => (output += data));
		const over = new Promise<void>(resolve => {
			terminal.onExit(() => resolve());
		});
		const shows = (wanted: string) => until(`"${wanted}"`, () => output.includes(wanted));
		const text = `say term ${number}.`;
		try {
			await shows('Charlie');
			for (const key of [...keys, text, '\r']) {
				// Keys in one read would be a paste.
				await wait(keyMs);
				terminal.write(key);
			}
			await wait(delayMs);
		} finally {
			process.kill(terminal.pid, 'SIGKILL');
			await over;
		}
		return checkHosted(service, shipped, text);
	};

/** What the service has received is in the journal once, the journal is intact, and the next start works. */
async function checkHosted({log}: FaultyService, shipped: Shipped, text: string): Promise<string[]> {
	const received = log.filter(({method, body}) => method === 'POST' && body.includes(text)).length;
	const {code, out, err} = await shipped.run(['journal', '--json']);
	const kept = out.split(text).length - 1;
	return [
		...(received > 1 ? [`sent ${received} times`] : []),
		...(received === 1 && kept === 0 ? ['sent, and missing in the journal'] : []),
		...(code === 0 || (code === 1 && received === 0) ? [] : [`log exits with ${code}: ${err}`]),
		...journalProblems(shipped),
		...leftovers(path.join(shipped.folder, 'state')),
	];
}

function journalProblems({folder}: Shipped): string[] {
	const file = path.join(folder, 'state/journal.db');
	if (!existsSync(file)) return [];
	const database = new DatabaseSync(file);
	try {
		const found = Object.values(database.prepare('PRAGMA integrity_check').get() ?? {})[0];
		return found === 'ok' ? [] : [`integrity_check: ${String(found)}`];
	} finally {
		database.close();
	}
}

/** Half-written files, and too many of anything. */
function leftovers(folder: string): string[] {
	if (!existsSync(folder)) return [];
	const names = readdirSync(folder, {recursive: true}).map(String);
	const stale = names.filter(name => /\.\d+$|[0-9a-f]{8}-[0-9a-f-]{27}$|report-|broken-/.test(name));
	return stale.length > 3 ? [`left ${stale.join(', ')}`] : [];
}

/** A game that writes down each of its starts, and that only its own signals end. */
async function openGame(shipped: Shipped) {
	const starts = path.join(shipped.folder, 'starts');
	const script = path.join(shipped.folder, 'game.mjs');
	writeFileSync(starts, '');
	writeFileSync(
		script,
		`import {appendFileSync} from 'node:fs';
appendFileSync(${JSON.stringify(starts)}, process.pid + '\\n');
process.stdin.on('data', line => console.log('got ' + line));
console.log('ready');
`,
	);
	const add = ['add', 'game', '-y', '--game', 'other', '--console', 'stdio', '--no-password', '--no-check'];
	await shipped.run([...add, '--', process.execPath, script]);
	await shipped.run(['start', 'game', '-y']);
	const pids = () => readFileSync(starts, 'utf8').split('\n').filter(Boolean).map(Number);
	const alive = () => pids().filter(pid => commandOf(pid).includes(script));
	return {
		starts: () => pids().length,
		alive,
		stop: () => {
			for (const pid of alive()) process.kill(pid, 'SIGKILL');
		},
	};
}
type Game = Awaited<ReturnType<typeof openGame>>;

function commandOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	} catch {
		return '';
	}
}

/** Adds a server while the local service runs in this or another process, and kills either. */
const killLocal =
	(shipped: Shipped, game: Game, isServed: boolean): Kill =>
	async ({number, delayMs, random}) => {
		const before = game.starts();
		const name = `added-${number}`;
		const serve = isServed ? shipped.start(['serve', '--port', '0']) : undefined;
		await serve?.saysOnError('"listen"');
		const add = shipped.start([
			'add',
			name,
			'-y',
			'--game',
			'other',
			'--no-rcon',
			'--no-power',
			'--no-check',
		]);
		await wait(delayMs / 2);
		const killsService = serve !== undefined && random() < 0.5;
		(killsService ? serve : add).kill('SIGKILL');
		const {out} = await add.ended;
		serve?.kill('SIGKILL');
		await serve?.ended;
		const {code, out: list, err} = await shipped.run(['servers']);
		return [
			...(code === 0 ? [] : [`servers exits with ${code}: ${err}`]),
			...(out.includes(`${name} added`) && !list.includes(name) ? ['an added server is missing'] : []),
			...(game.starts() === before && game.alive().length === 1
				? []
				: [`the game was started ${game.starts() - before} times, ${game.alive().length} run`]),
			...(existsSync(path.join(shipped.folder, 'state/service/endpoint.json'))
				? ['endpoint.json is left']
				: []),
			...journalProblems(shipped),
			...leftovers(path.join(shipped.folder, 'state')),
		];
	};

/** Stops and starts the game, and kills the command that starts it. The next service must not start it twice. */
const killStart =
	(shipped: Shipped, game: Game): Kill =>
	async ({delayMs}) => {
		game.stop();
		const before = game.starts();
		await shipped.run(['servers']);
		const start = shipped.start(['start', 'game', '-y']);
		await wait(delayMs / 2);
		start.kill('SIGKILL');
		await start.ended;
		// A service that supervises starts it, unless it runs.
		const serve = shipped.start(['serve', '--port', '0']);
		await serve.saysOnError('"listen"');
		const isUp = await until('a running game', () => game.alive().length > 0).then(
			() => true,
			() => false,
		);
		await wait(1000);
		const running = game.alive().length;
		const started = game.starts() - before;
		serve.kill('SIGKILL');
		await serve.ended;
		if (!isUp) await shipped.run(['start', 'game', '-y']);
		return running > 1 || started > 1 ? [`the game was started ${started} times, ${running} run`] : [];
	};

async function until(what: string, isTrue: () => boolean): Promise<void> {
	const endsAt = performance.now() + patienceMs;
	while (!isTrue()) {
		if (performance.now() > endsAt) throw new Error(`no ${what} within ${patienceMs / 1000}s`);
		await wait(20);
	}
}
