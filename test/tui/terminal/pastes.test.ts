import {PassThrough} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createPasteReader, endPastes} from '../../../src/tui/terminal/pastes.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

test('keys and complete pastes stay unchanged, however they are split into reads', () => {
	const part = fc.constantFrom('j', '\x1b', '\x1b[A', '\r', paste('say hi\n'), paste(''), paste('a\x1b[20b'));
	fc.assert(
		fc.property(fc.array(part), fc.array(fc.nat(200)), (parts, cuts) => {
			const all = parts.join('');
			const places = [0, ...new Set(cuts.map(cut => cut % Math.max(1, all.length)))].toSorted(
				(a, b) => a - b,
			);
			const {take, isOpen} = createPasteReader();
			expect(places.map((at, index) => take(all.slice(at, places[index + 1]))).join('')).toBe(all);
			expect(isOpen()).toBe(false);
		}),
	);
});

test.each(['\x03', '\x1b[99;5u', '\x1b[1089::99;5u', '\x1b[99;133:1u'])(
	'Ctrl-C (%j) ends a paste, and the rest of it acts as no key',
	key => {
		const {take} = createPasteReader();
		expect(take('\x1b[200~say')).toBe('\x1b[200~');
		expect(take(` hi${key}RR`)).toBe(`say hi\x1b[201~${key}\x1b[200~`);
		expect(take('R\x1b[201~j')).toBe('RRR\x1b[201~j');
	},
);

test('a paste without an end times out after a second without text, and its late rest is a new paste', async () => {
	const stdin = new PassThrough().setEncoding('utf8');
	const clock = manualClock();
	const keys: string[] = [];
	endPastes({stdin, after: (ms, run) => clock.after(ms, run)});
	stdin.on('readable', () => {
		for (let chunk: unknown = stdin.read(); chunk !== null; chunk = stdin.read()) keys.push(String(chunk));
	});
	const says = async (text: string) => {
		stdin.write(text);
		await setImmediate();
	};
	await says('\x1b[200~one');
	await clock.advance(900);
	await says(' two');
	await clock.advance(900);
	expect(keys.join('')).toBe('\x1b[200~');
	await clock.advance(100);
	expect(keys.join('')).toBe(paste('one two'));
	await says('three\x1b[201~');
	expect(keys.join('')).toBe(paste('one two') + paste('three'));
	await says('j');
	expect(keys.at(-1)).toBe('j');
});

test('a paste has a bound', () => {
	const {take, end} = createPasteReader();
	take('\x1b[200~');
	for (let n = 0; n < 40; n++) take('x'.repeat(64 * 1024));
	expect(end().length).toBeLessThan(1024 * 1024 + 100);
});
