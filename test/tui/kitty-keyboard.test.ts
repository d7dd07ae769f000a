import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {openKittyKeyboard} from '../../src/tui/terminal/kitty-keys.ts';

/** A keyboard whose timers run when the test says so. */
function openKeyboard() {
	const stdin = new PassThrough({encoding: 'utf8'});
	let timers: {ms: number; run: () => void}[] = [];
	const waits: number[] = [];
	const keyboard = openKittyKeyboard({
		stdin,
		stream: new PassThrough().resume(),
		after: (ms, run) => {
			const timer = {ms, run};
			timers.push(timer);
			waits.push(ms);
			return () => void (timers = timers.filter(other => other !== timer));
		},
	});
	const expire = () => {
		for (const {run} of timers.splice(0)) run();
	};
	const type = (text: string) => {
		stdin.write(text);
		return stdin.read() as unknown;
	};
	return {keyboard, expire, type, waits};
}

test('an exit waits for the first answer only, in a terminal without the protocol', async () => {
	const {keyboard, expire, waits} = openKeyboard();
	keyboard.start();
	const first = keyboard.part();
	expect(waits).toEqual([1000, 300]);
	expire();
	await first;
	keyboard.start();
	await keyboard.part();
	expect(waits).toEqual([1000, 300, 1000]);
});

test('after a late answer an exit waits for the next one', async () => {
	const {keyboard, expire, type, waits} = openKeyboard();
	keyboard.start();
	expire();
	expect(type('\x1b[?0uj')).toBe('j');
	keyboard.start();
	const parted = keyboard.part();
	expect(waits).toEqual([1000, 1000, 300]);
	type('\x1b[?0u');
	await parted;
});

test('a sequence that never ends times out after a second', () => {
	const {keyboard, expire, type, waits} = openKeyboard();
	expect(type('\x1b[?6')).toBeNull();
	expect(waits).toEqual([1000]);
	expire();
	expect(type('1')).toBe('1');
	keyboard.stop();
});
