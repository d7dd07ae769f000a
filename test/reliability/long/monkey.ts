import {rmSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {createRandom} from '../../helpers/random.ts';
import {faultNames} from '../monkey/faults.ts';
import {nextLine, nextMove} from '../monkey/moves.ts';
import {judgeLines} from '../monkey/line-verdict.ts';
import {openSecondService, type Write} from '../monkey/service.ts';
import {endProgram, makeHome, openTerminal, type Size, type Terminal} from '../monkey/terminal.ts';
import {judge, type Kind, type Press, type Target} from '../monkey/verdict.ts';
import type {Outcome, Trial} from '../run.ts';

/** How often a server comes up again, crashes, or gets a command from someone else, ms. */
const eventMs = 7000;
/** How often a fault of the service begins or ends, ms. */
const faultMs = 6000;
const resizeMs = 20_000;
/** How often the program must answer a resize, ms. */
const checkMs = 15_000;
const settleMs = 8000;
const maxHistories = 8;
const maxScreens = 4;
const maxRows = 60;
/** This part of the time is for line mode. */
const linePart = 0.15;
const sizes: readonly [Size, ...Size[]] = [
	[80, 24],
	[120, 40],
	[200, 60],
	[40, 10],
	[20, 5],
];

/**
Presses random keys in the built TUI and types random lines in line mode, in a real pseudo-terminal that changes its size,
on a faulty service that shares no code with it. Checks that a deliberate confirmation came before every write that needs
one, and that the program neither crashes nor hangs and restores the terminal.
*/
export async function run({minutes, seed, print}: Trial): Promise<Outcome> {
	const folder = makeHome();
	const targets = new Map<Write, Target>();
	const service = await openSecondService(write => {
		const found = service.fleet.servers.find(({id}) => id === write.path.split('/')[2]);
		targets.set(write, {
			name: found?.displayName ?? '',
			game: found?.gameType === 'CS2' ? 'cs2' : 'ark',
		});
	});
	const targetOf = (write: Write): Target => targets.get(write) ?? {name: '', game: 'ark'};
	const lines: Press[] = [];
	const random = createRandom(seed);
	const presses: Press[] = [];
	const failures: string[] = [];
	const counts = {sessions: 0, lines: 0, faults: 0, resizes: 0};
	const start = performance.now();
	const endsAt = start + minutes * 60_000;
	const due = createTimes();
	let linesUntil = 0;

	const disturb = (terminal: Terminal) => {
		if (due('event', eventMs)) {
			for (const {id, state} of service.fleet.servers)
				if (state === 'STOPPED' && random.next() < 0.4) service.control(`up ${id}`);
			const id = service.fleet.servers[random.below(service.fleet.servers.length)]?.id ?? '';
			service.control(
				random.pick([`crash ${id}`, `other ${id} status`, `other ${id} SaveWorld`, 'slow 0', 'slow 400']),
			);
		}
		if (due('fault', faultMs)) {
			const fault = random.next() < 0.6 ? (faultNames[random.below(faultNames.length)] ?? '') : '';
			if (fault !== '') counts.faults++;
			service.control(`fault ${fault}`);
			service.control(random.next() < 0.2 ? 'feed off' : 'feed on');
		}
		if (due('resize', resizeMs)) {
			counts.resizes++;
			terminal.resize(random.pick(sizes));
		}
	};
	const open = (mode: string) =>
		openTerminal(folder, random.pick(sizes), {
			RCONDECK_URL: service.url,
			RCONDECK_TOKEN: service.token(),
			MODE: mode,
		});
	const pressKeys = async (terminal: Terminal) => {
		for (const {bytes, waitMs} of nextMove(random, terminal.screen())) {
			if (terminal.hasEnded()) break;
			presses.push({at: performance.now(), bytes, screen: terminal.screen()});
			terminal.write(bytes);
			await sleep(waitMs);
		}
	};
	const typeLine = async (terminal: Terminal) => {
		counts.lines++;
		const line = nextLine(random, terminal.printed());
		// Half of the lines come at once, as from a script; the others are typed by a person.
		const parts = random.next() < 0.5 ? [`${line}\r`] : [line, '\r'];
		for (const bytes of parts.filter(Boolean)) {
			lines.push({at: performance.now(), bytes, screen: terminal.printed()});
			terminal.write(bytes);
			await sleep(parts.length > 1 ? 700 + random.below(300) : 50 + random.below(900));
		}
	};
	const runSession = async (isLineMode: boolean, until: number): Promise<void> => {
		counts.sessions++;
		const terminal = open(isLineMode ? '--screen-reader' : '');
		try {
			await terminal.until('the program', () => terminal.hasStarted());
			while (performance.now() < until && !terminal.hasEnded()) {
				await (isLineMode ? typeLine(terminal) : pressKeys(terminal));
				terminal.resumeIfStopped();
				disturb(terminal);
				if (!isLineMode && due('check', checkMs) && !terminal.hasEnded()) await terminal.checkAlive();
			}
		} catch (error) {
			failures.push(error instanceof Error ? error.message : String(error));
			terminal.kill();
		}
		failures.push(
			...(await endProgram(terminal, () => quit(terminal, isLineMode ? lines : presses, isLineMode))),
		);
	};

	let lineWrites: Write[] = [];
	try {
		linesUntil = start + linePart * minutes * 60_000;
		while (performance.now() < linesUntil) await runSession(true, linesUntil);
		lineWrites = service.writes.splice(0);
		while (performance.now() < endsAt) await runSession(false, endsAt);
	} finally {
		service.close();
		rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
	}

	const lineVerdicts = judgeLines(lineWrites, lines, targetOf);
	const verdicts = [...lineVerdicts, ...judge(service.writes, presses, targetOf)];
	const histories = new Set<string>();
	for (const {write, reason} of verdicts.filter(({kind}) => kind === 'violation')) {
		const at = ((write.at - start) / 1000).toFixed(1);
		const failure = `at ${at}s: ${write.method} ${write.path} ${JSON.stringify(write.body)}: ${reason}`;
		failures.push(failure);
		const history = historyOf(lineWrites.includes(write) ? lines : presses, write.at);
		if (histories.size < maxHistories && !histories.has(history)) print(`${failure}\n${history}`);
		histories.add(history);
	}
	const kinds = Map.groupBy(verdicts, ({kind}) => kind);
	const countOf = (kind: Kind) => kinds.get(kind)?.length ?? 0;
	return {
		tried: presses.length + lines.length,
		failures,
		...counts,
		keys: presses.length,
		writes: verdicts.length,
		lineWrites: lineWrites.length,
		lineConfirmed: lineVerdicts.filter(({kind}) => kind === 'confirmed' || kind === 'quick').length,
		typed: countOf('typed'),
		confirmed: countOf('confirmed'),
		quick: countOf('quick'),
		job: countOf('job'),
		probe: countOf('probe'),
		violations: countOf('violation'),
	};
}

/** Returns a function that is true once per interval. */
function createTimes(): (name: string, everyMs: number) => boolean {
	const next = new Map<string, number>();
	return (name, everyMs) => {
		const now = performance.now();
		const at = next.get(name) ?? now + everyMs;
		next.set(name, now < at ? at : now + everyMs);
		return now >= at;
	};
}

async function quit(terminal: Terminal, presses: Press[], isLineMode: boolean): Promise<void> {
	const screen = () => (isLineMode ? terminal.printed() : terminal.screen());
	await sleep(settleMs);
	for (let tries = 0; tries < 8 && !terminal.hasEnded(); tries++) {
		presses.push({at: performance.now(), bytes: '\x03', screen: screen()});
		terminal.write('\x03');
		await sleep(900);
		if (/again to quit/.test(terminal.screen())) terminal.write('\x03');
		await sleep(300);
	}
}

/** The last keys before a write, and the screens at the last presses of Enter. */
function historyOf(presses: readonly Press[], at: number): string {
	const before = presses.filter(press => press.at <= at).slice(-40);
	const last = before.at(-1)?.at ?? at;
	const ago = (press: Press) => `${Math.round(press.at - last)}ms`;
	const keys = before.map(press => `${ago(press)} ${JSON.stringify(press.bytes)}`).join('  ');
	const screens = before
		.filter(({bytes}) => bytes.includes('\r'))
		.slice(-maxScreens)
		.map(press => `Screen at ${ago(press)}:\n${press.screen.split('\n').slice(-maxRows).join('\n')}`);
	return [keys, ...screens].join('\n');
}
