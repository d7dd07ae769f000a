import {mkdtempSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {momentPasses} from './moment-passes.ts';
import {openPtyDeck, prompt, type PtyDeck} from './pty-deck.ts';

const open = (stateDir: string) =>
	openPtyDeck({atEnd: onTestFinished, columns: 160, env: {RCONDECK_STATE_DIR: stateDir}});
const folder = () => mkdtempSync(path.join(tmpdir(), 'rcondeck-state-'));

/** The deck does what it is there for. */
async function works(deck: PtyDeck, command: string): Promise<void> {
	await deck.sees('feed LIVE');
	deck.write('jjj');
	await deck.sees(/^>\S* +ark-isl-1 /m);
	deck.write('i');
	await deck.sees(/ark-isl-1.*rcon>/);
	deck.write(`${command}\r`);
	await deck.sees(new RegExp(`me +> ${command}`));
	deck.write('\x04');
}

async function quits(deck: PtyDeck): Promise<void> {
	deck.write('q');
	await deck.until('shell', () => deck.isGivenBack() && deck.shows(prompt));
}

test('a state directory that is none is said, and the deck works', async () => {
	const file = path.join(folder(), 'state');
	writeFileSync(file, '');
	const deck = await open(file);
	await deck.sees('The journal cannot be opened');
	await works(deck, 'ListPlayers');
	await quits(deck);
	expect(deck.isGivenBack()).toBe(true);
}, 20_000);

test('a broken journal is said and moved aside, and the deck works', async () => {
	const state = folder();
	writeFileSync(path.join(state, 'demo-journal.db'), 'no tables\n'.repeat(1000));
	const deck = await open(state);
	await deck.sees('The journal could not be read');
	await works(deck, 'ListPlayers');
	await quits(deck);
	expect(readdirSync(state).filter(name => name.includes('broken'))).toHaveLength(1);
}, 20_000);

/** No file of the deck may grow beyond so many blocks of 512 bytes: what a full disk is to it, or a share that is used up. */
const small = {START: 'ulimit -f 256; echo $$ > "$PIDFILE"; exec "$DECK_NODE" --import "$BUG" "$DECK" "$@"'};

test('a journal that may not grow any more is said, and the deck works', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished, columns: 160, env: small});
	await deck.sees('feed LIVE');
	deck.write('/mirage\r');
	await deck.sees(/^>\S* +cs2-mirage /m);
	deck.write('i');
	await deck.sees(/cs2-mirage.*rcon>/);
	for (let n = 1; n <= 20; n++) {
		deck.write('cvarlist\r');
		await deck.until('answer', () => deck.shows(new RegExp(` ${n} lines? ─`)));
	}
	await deck.sees('The journal cannot be written');
	deck.write('\x04q');
	await deck.sees('SERVERS 10');
	await quits(deck);
	expect(deck.isGivenBack()).toBe(true);
}, 30_000);

test('what was sent is in the journal although the deck was killed before its answer came', async () => {
	const state = folder();
	const deck = await open(state);
	await deck.sees('feed LIVE');
	deck.write('/scorched\r');
	await deck.sees(/^>\S* +ark-scorched /m);
	deck.write('i');
	await deck.sees(/ark-scorched.*rcon>/);
	deck.write('ListPlayers\r');
	await deck.sees(/me +> ListPlayers +waiting/);
	await momentPasses(deck);
	process.kill(deck.pid(), 'SIGKILL');
	await deck.sees(/^shell>/m);
	deck.write('"$DECK_NODE" "$DECK" doctor --reset-terminal; "$DECK_NODE" "$DECK" --demo log\n');
	await deck.sees(/ark-scorched +me +> ListPlayers +\(no answer known - may have run\)/);
	expect(deck.isGivenBack()).toBe(true);
}, 20_000);

test('two decks on one journal work side by side, and each knows what the other sent', async () => {
	const state = folder();
	const [one, two] = await Promise.all([open(state), open(state)]);
	await works(one, 'say from one');
	await works(two, 'say from two');
	await Promise.all([quits(one), quits(two)]);
	one.write('"$DECK_NODE" "$DECK" --demo log\r');
	await one.sees('say from one');
	await one.sees('say from two');
	expect(one.screen()).not.toMatch(/journal (cannot|could not)/);
}, 30_000);
