/**
Runs a journey over a real sshd and a slow link (200 ms round trip, 3 % packet loss). Prints figures; exits with 1 if
something is lost or too slow to use. Needs root and python3; installs sshd from Debian if it is missing: `npm run
peers:ssh`.
*/
import {quantile} from '../bench/quantile.ts';
import {need} from './need.ts';
import {openSshTui} from './ssh-tui.ts';

const roundTripMs = 200;
const lossPercent = 3;
const text = 'broadcast the quick brown fox jumps over the lazy dog 0123456789';

const missing = await need('/usr/sbin/sshd', '/usr/bin/ssh', '/usr/sbin/ip');
if (missing !== undefined) throw new Error(missing);
const tui = await openSshTui({oneWayMs: roundTripMs / 2, lossPercent});
try {
	say('login to first paint', (await tui.sees('[DEMO]')) - tui.startedAt);
	await tui.sees('feed LIVE');
	await testTyping();
	await testBurst();
	await testPaste();
	await testResize();
	await testCut();
} finally {
	await tui.close();
}

/** Types without waiting for the echo: every letter arrives, in order. */
async function testTyping(): Promise<void> {
	tui.write('!');
	tui.write('jjj');
	tui.write('i');
	await tui.sees('Up Older');
	const before = tui.bytes();
	const echoes: number[] = [];
	const waits: Promise<unknown>[] = [];
	for (let length = 1; length <= text.length; length++) {
		const pressed = performance.now();
		tui.write(text.slice(length - 1, length));
		const typed = text.slice(0, length).trimEnd();
		waits.push(tui.sees(`rcon> ${typed}`).then(at => echoes.push(at - pressed)));
		await new Promise(resolve => setTimeout(resolve, 100));
	}
	await Promise.all(waits);
	say(`echo of ${text.length} keys, p50`, quantile(echoes, 0.5));
	say('echo, p99', quantile(echoes, 0.99));
	process.stdout.write(
		`bytes a key, with what the feed brought meanwhile: ${Math.round((tui.bytes() - before) / text.length)}
`,
	);
	if (quantile(echoes, 0.5) > 2 * roundTripMs) throw new Error('Typing is too slow to use.');
	tui.write('\x15');
	await tui.sees('Tab Complete');
	tui.write('\x1b');
}

/** A burst of keys arrives at once, and moves as many rows. */
async function testBurst(): Promise<void> {
	await new Promise(resolve => setTimeout(resolve, 2 * roundTripMs));
	const pressed = performance.now();
	tui.write('?');
	say('help opens', (await tui.sees('─ Keys: ')) - pressed);
	tui.write('q');
	await new Promise(resolve => setTimeout(resolve, 2 * roundTripMs));
	if (tui.screen().includes('─ Keys: ')) throw new Error('The help was not closed.');
}

/** Everything pasted while the link was busy arrives. */
async function testPaste(): Promise<void> {
	tui.write('i');
	const words = Array.from({length: 12}, (_, index) => `w${index}`).join(' ');
	const pasted = performance.now();
	tui.write(`\x1b[200~${words}\x1b[201~`);
	say('a paste', (await tui.sees(`rcon> ${words}`)) - pasted);
	tui.write('\x15');
}

/** Ends in a size that differs from the first: ssh only transmits the last one, and only if it is new. */
async function testResize(): Promise<void> {
	const startedAt = performance.now();
	for (const [columns, rows] of [
		[60, 20],
		[1, 1],
		[120, 40],
		[98, 29],
	] as const)
		tui.resize(columns, rows);
	say('four resizes at once', (await tui.sees(/feed LIVE[^]*\n.*Enter Send/)) - startedAt);
}

/** The client dies; the TUI on the other side must end. */
async function testCut(): Promise<void> {
	const pid = tui.remotePid();
	tui.cut();
	const startedAt = performance.now();
	for (let isAlive = true; isAlive;) {
		try {
			process.kill(pid, 0);
		} catch {
			isAlive = false;
		}
		if (performance.now() - startedAt > 20_000)
			throw new Error('The TUI keeps running after the link is cut.');
		await new Promise(resolve => setTimeout(resolve, 50));
	}
	say('end of the TUI after the client was killed', performance.now() - startedAt);
}

function say(what: string, ms: number): void {
	process.stdout.write(`${what}: ${Math.round(ms)} ms\n`);
}
