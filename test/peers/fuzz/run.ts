/**
Presses random keys in the built TUI, in a real pseudo-terminal and on a service that shares no code with it, and checks
that a deliberate confirmation came before every write that needs one. Prints the seed, what was sent, and each
violation with its screen; exits with 1 if there is one, or if the program crashed, hung or left the terminal in a bad
state: `npm run fuzz:keys [MINUTES] [SEED]`.
*/
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {createRandom, nextMove} from './moves.ts';
import {openSecondService} from './service.ts';
import {openTerminal, type Terminal} from './terminal.ts';
import {judge, type Kind, type Press, type Target} from './verdict.ts';

const minutes = Number(process.argv[2] ?? 10);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
/** How often a server comes up again, crashes, or gets a command from somebody else, ms. */
const eventMs = 7000;
/** How often the program must answer a resize, ms. */
const checkMs = 15_000;
const settleMs = 8000;
const maxHistories = 8;

const print = (text: string) => void process.stdout.write(`${text}\n`);
print(`seed ${seed}, ${minutes} minutes`);

const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-fuzz-'));
mkdirSync(path.join(folder, 'state'), {mode: 0o700});
writeFileSync(path.join(folder, 'state/welcome-dismissed'), '');
const service = await openSecondService();
const random = createRandom(seed);
const presses: Press[] = [];
const problems: string[] = [];
const start = performance.now();
const endsAt = start + minutes * 60_000;
let sessions = 0;
let nextEvent = start + eventMs;
let nextCheck = start + checkMs;

try {
	while (performance.now() < endsAt) await runSession();
} finally {
	service.close();
	rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
}
report();

/** Presses keys until the program ends or the time is over. */
async function runSession(): Promise<void> {
	sessions++;
	const terminal = openTerminal(folder, {RCONDECK_URL: service.url, RCONDECK_TOKEN: service.token()});
	try {
		await terminal.until('list of servers', () => terminal.screen().includes('SERVERS'));
		while (performance.now() < endsAt && !terminal.hasEnded()) {
			for (const {bytes, waitMs} of nextMove(random, terminal.screen())) {
				if (terminal.hasEnded()) break;
				presses.push({at: performance.now(), bytes, screen: terminal.screen()});
				terminal.write(bytes);
				await sleep(waitMs);
			}
			terminal.resumeIfStopped();
			disturb();
			if (performance.now() >= nextCheck && !terminal.hasEnded()) {
				nextCheck = performance.now() + checkMs;
				await terminal.checkAlive();
			}
		}
		if (!terminal.hasEnded()) await quit(terminal);
		const {code, left} = await terminal.end();
		if (code !== 0 && code !== 130) problems.push(`ended with exit code ${code}:\n${terminal.screen()}`);
		if (left !== undefined) problems.push(`left the terminal in a bad state: ${left}`);
	} catch (error) {
		problems.push(error instanceof Error ? error.message : String(error));
		terminal.kill();
	}
}

async function quit(terminal: Terminal): Promise<void> {
	await sleep(settleMs);
	for (let tries = 0; tries < 8 && !terminal.hasEnded(); tries++) {
		presses.push({at: performance.now(), bytes: '\x03', screen: terminal.screen()});
		terminal.write('\x03');
		await sleep(900);
		if (/again to quit/.test(terminal.screen())) terminal.write('\x03');
		await sleep(300);
	}
}

/** Something happens on the service that no key caused. */
function disturb(): void {
	if (performance.now() < nextEvent) return;
	nextEvent = performance.now() + eventMs;
	for (const {id, state} of service.fleet.servers)
		if (state === 'STOPPED' && random.next() < 0.4) service.control(`up ${id}`);
	const id = service.fleet.servers[random.below(service.fleet.servers.length)]?.id ?? '';
	service.control(
		random.pick([`crash ${id}`, `other ${id} status`, `other ${id} SaveWorld`, 'slow 0', 'slow 400']),
	);
}

function report(): void {
	const targetOf = (id: string): Target => {
		const found = service.fleet.servers.find(server => server.id === id);
		return {name: found?.displayName ?? '', game: found?.gameType === 'CS2' ? 'cs2' : 'ark'};
	};
	const verdicts = judge(service.writes, presses, targetOf);
	const count = Map.groupBy(verdicts, ({kind}) => kind);
	let histories = 0;
	const kinds: readonly Kind[] = ['typed', 'confirmed', 'quick', 'job', 'probe', 'violation'];
	for (const {kind, write, reason} of verdicts) {
		if (kind === 'violation' || process.env['FUZZ_ALL']) {
			const at = ((write.at - start) / 1000).toFixed(1);
			print(`${kind} at ${at}s: ${write.method} ${write.path} ${JSON.stringify(write.body)}: ${reason}`);
		}
		if (kind === 'violation' && histories++ < maxHistories) print(history(write.at));
	}
	for (const problem of problems) print(`problem: ${problem}`);
	print(`${presses.length} key presses in ${sessions} sessions, ${verdicts.length} writes:`);
	for (const kind of kinds) print(`  ${kind.padEnd(10)} ${count.get(kind)?.length ?? 0}`);
	if (problems.length > 0 || count.has('violation')) process.exitCode = 1;
}

/** The keys before a write, and the screen at the last Enter. */
function history(at: number): string {
	const before = presses.filter(press => press.at <= at).slice(-25);
	const keys = before
		.map(press => `${Math.round(press.at - at)}ms ${JSON.stringify(press.bytes)}`)
		.join('  ');
	const enter = before.findLast(({bytes}) => bytes.includes('\r'));
	return `${keys}\n${enter?.screen ?? ''}`;
}
