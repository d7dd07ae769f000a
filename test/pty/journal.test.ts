import {mkdtempSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {waitForClock} from './wait-for-clock.ts';
import {openService} from './open-service.ts';
import {openPtyTui, prompt, type PtyTui} from './pty-tui.ts';

const open = (stateDir: string, service: Record<string, string> = {}) =>
	openPtyTui({atEnd: onTestFinished, columns: 160, env: {...service, RCONDECK_STATE_DIR: stateDir}});
const folder = () => mkdtempSync(path.join(tmpdir(), 'rcondeck-state-'));

/** Checks that the TUI works normally. */
async function works(tui: PtyTui, command: string): Promise<void> {
	await tui.isLive();
	tui.write('jjj');
	await tui.sees(/^>\S* +ark-isl-1 /m);
	tui.write('i');
	await tui.sees(/ark-isl-1.*rcon>/);
	tui.write(`${command}\r`);
	// With its latency: quitting warns about commands without an answer.
	await tui.sees(new RegExp(`me +> ${command} .*\\d(ms|s)$`, 'm'));
	tui.write('\x04');
}

async function quits(tui: PtyTui): Promise<void> {
	tui.write('q');
	await tui.until('shell', () => tui.isRestored() && tui.shows(prompt));
}

test('reports a state directory that is not a directory, and keeps working', async () => {
	const file = path.join(folder(), 'state');
	writeFileSync(file, '');
	const tui = await open(file);
	await tui.sees('The journal cannot be opened');
	await works(tui, 'ListPlayers');
	await quits(tui);
	expect(tui.isRestored()).toBe(true);
});

test('reports a damaged journal, moves it aside, and keeps working', async () => {
	const state = folder();
	writeFileSync(path.join(state, 'journal.db'), 'no tables\n'.repeat(1000));
	const tui = await open(state, await openService(onTestFinished));
	await tui.sees('The journal is damaged');
	await works(tui, 'ListPlayers');
	await quits(tui);
	expect(readdirSync(state).filter(name => name.includes('broken'))).toHaveLength(1);
});

/** Limits the TUI's files to this many blocks of 512 bytes, like a full disk or a used-up quota. */
const limitedTo = (blocks: number) => ({
	START: `ulimit -f ${blocks}; echo $$ > "$PIDFILE"; exec "$TUI_NODE" --import "$BUG" "$TUI" "$@"`,
});

test('reports a journal that cannot be created for lack of space, and keeps working', async () => {
	const tui = await openPtyTui({atEnd: onTestFinished, columns: 160, env: limitedTo(128)});
	await tui.sees('The journal cannot be written');
	await works(tui, 'ListPlayers');
	await quits(tui);
	expect(tui.isRestored()).toBe(true);
});

/** How many lines the console's title counts. */
const lineCount = (screen: string) => Number(/ (\d+) lines? ─/.exec(screen)?.[1] ?? 0);

test('reports a journal that cannot grow, and keeps working', async () => {
	// A new journal takes up about 280 blocks.
	const tui = await openPtyTui({atEnd: onTestFinished, columns: 160, env: limitedTo(512)});
	await tui.isLive();
	expect(tui.screen()).not.toContain('The journal cannot be written');
	tui.write('/mirage\r');
	await tui.sees(/^>\S* +cs2-mirage /m);
	tui.write('i');
	await tui.sees(/cs2-mirage.*rcon>/);
	const sendUntilReported = async (left: number): Promise<void> => {
		const before = lineCount(tui.screen());
		let isReported = false;
		tui.write('cvarlist\r');
		await tui.until('an answer', () => {
			// The notice expires, and colleagues add lines too.
			isReported ||= tui.shows('The journal cannot be written');
			return lineCount(tui.screen()) > before && !tui.shows(/cvarlist +waiting/);
		});
		if (isReported) return;
		expect(left).toBeGreaterThan(0);
		await sendUntilReported(left - 1);
	};
	await sendUntilReported(20);
	tui.write('\x04q');
	// The first press clears the filter. Two in one read would count as one that is held.
	await tui.sees('SERVERS 10');
	await quits(tui);
	expect(tui.isRestored()).toBe(true);
});

test('journals a sent command even if the TUI is killed before the answer', async () => {
	const state = folder();
	const tui = await open(state, await openService(onTestFinished, 'srv-ark-scorched'));
	await tui.isLive();
	tui.write('/scorched\r');
	await tui.sees(/^>\S* +ark-scorched /m);
	tui.write('i');
	await tui.sees(/ark-scorched.*rcon>/);
	tui.write('ListPlayers\r');
	await tui.sees(/me +> ListPlayers +waiting/);
	await waitForClock(tui);
	process.kill(tui.pid(), 'SIGKILL');
	await tui.sees(/^shell>/m);
	tui.write('"$TUI_NODE" "$TUI" doctor --reset-terminal; "$TUI_NODE" "$TUI" journal\n');
	await tui.sees(/ark-scorched +me +> ListPlayers +\(no answer - may have run\)/);
	expect(tui.isRestored()).toBe(true);
});

test('two sessions share a journal, and each knows the commands of the other', async () => {
	const state = folder();
	const service = await openService(onTestFinished);
	const [one, two] = await Promise.all([open(state, service), open(state, service)]);
	await works(one, 'say from one');
	await works(two, 'say from two');
	await Promise.all([quits(one), quits(two)]);
	// The automation of the demo reads the players each minute, and its answers would fill a page.
	one.write('"$TUI_NODE" "$TUI" journal | grep "say from"\r');
	await one.sees('say from one');
	await one.sees('say from two');
	expect(one.screen()).not.toMatch(/journal (cannot|failed|is damaged)|locked the journal/);
});
