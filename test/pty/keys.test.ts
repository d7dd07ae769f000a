import {expect, onTestFinished, test} from 'vitest';
import {openPtyDeck} from './pty-deck.ts';

/** What stands behind the mark of the selected row. */
const selected = (name: string) => new RegExp(`^>\\S* +${name} `, 'm');

async function openReady() {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('feed LIVE');
	await deck.sees(selected('cs2-scrim'));
	return deck;
}

test('the first paint shows the deck, and then the servers of the service', async () => {
	const deck = await openPtyDeck({atEnd: onTestFinished});
	await deck.sees('[DEMO]');
	await deck.sees(/cs2-scrim +CS2 +OFFLINE/);
	await deck.sees('feed LIVE');
});

test.each([
	[[], /2:|1:|3:/],
	[['--no-color'], /^(bold|inverse| )*$/],
])('with %j the list has the colours that were asked for', async (args, look) => {
	const deck = await openPtyDeck({atEnd: onTestFinished, args});
	await deck.sees(selected('cs2-scrim'));
	const looks = Array.from({length: 40}, (_, x) => deck.emulator.cell(x, 0).look);
	expect([...new Set(looks)].join(' ')).toMatch(look);
});

test('jjj in one read moves three rows', async () => {
	const deck = await openReady();
	deck.write('jjj');
	await deck.sees(selected('ark-isl-1'));
});

test('r and Enter in one read are two keys', async () => {
	const deck = await openReady();
	deck.write('r\r');
	await deck.sees('Reading anew.');
	deck.write('q');
	deck.write('jj');
	await deck.sees(selected('ark-events'));
});

test('Esc and a quick Down in one read leave the input and go to the next server: nothing is typed for the wrong one', async () => {
	const deck = await openReady();
	deck.write('i');
	await deck.sees(/rcon> *$/m);
	deck.write('\x1b\x1b[B');
	await deck.sees(selected('ark-center'));
	deck.write('i');
	await deck.sees(/\[ark-center \d+p\] rcon> *$/m);
});

test('Ctrl-C is heard inside of a read: it clears the input, and what follows is typed', async () => {
	const deck = await openReady();
	deck.write('i');
	await deck.sees(/rcon>/);
	deck.write('status');
	await deck.sees('rcon> status');
	deck.write('abc\x03xyz');
	await deck.sees('rcon> xyz');
});

test('Escape and a letter in one read are Escape and the letter, not Alt', async () => {
	const deck = await openReady();
	deck.write('?');
	await deck.sees('─ Keys ─');
	deck.write('\x1bj');
	await deck.sees(selected('ark-center'));
	expect(deck.shows('─ Keys ─')).toBe(false);
});

test('a pasted line is not sent by its newline', async () => {
	const deck = await openReady();
	deck.write('jjj');
	await deck.sees(selected('ark-isl-1'));
	deck.write('i');
	deck.write('\x1b[200~ListPlayers\n\x1b[201~');
	await deck.sees('rcon> ListPlayers');
	deck.write('!');
	await deck.sees('rcon> ListPlayers!');
	expect(deck.screen()).not.toMatch(/me +> /);
});

test('a command shows its answer from the game', async () => {
	const deck = await openReady();
	deck.write('jjj');
	await deck.sees(selected('ark-isl-1'));
	deck.write('i');
	deck.write('ListPlayers\r');
	await deck.sees(/me +> ListPlayers +\d+ms/);
});

test('a resize paints the same deck in the new size', async () => {
	const deck = await openReady();
	deck.resize(120, 40);
	await deck.until('wide deck', () => deck.emulator.rows()[39]?.includes('help') ?? false);
	deck.resize(30, 8);
	await deck.until('small deck', () => !deck.shows('cs2-scrim'));
	deck.resize(80, 24);
	await deck.sees(selected('cs2-scrim'));
});
