import {PassThrough} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {askBackground} from '../../src/tui/terminal/background-color.ts';
import {manualClock} from '../helpers/manual-clock.ts';

const light = '\x1b]11;rgb:ffff/ffff/ffff\x1b\\';
const fence = '\x1b[?62;c';

/** A terminal's keys, read as Ink reads them. */
function openKeys() {
	const stdin = new PassThrough().setEncoding('utf8');
	const clock = manualClock();
	const [keys, backgrounds, sent]: [string[], string[], string[]] = [[], [], []];
	stdin.on('readable', () => {
		for (;;) {
			const chunk: unknown = stdin.read();
			if (chunk === null) return;
			keys.push(String(chunk));
		}
	});
	const asked = askBackground({
		stdin,
		send: bytes => void sent.push(bytes),
		found: background => void backgrounds.push(background),
		after: (ms, run) => clock.after(ms, run),
	});
	const says = async (...reads: string[]) => {
		for (const read of reads) {
			stdin.write(read);
			await setImmediate();
		}
	};
	return {stdin, clock, keys, backgrounds, sent, asked, says};
}

test('queries the background color and the device attributes, and treats their responses as no keys', async () => {
	const {stdin, keys, backgrounds, sent, says} = openKeys();
	expect(sent).toEqual(['\x1b]11;?\x1b\\\x1b[c']);
	await says('j', light + fence, 'k');
	expect([keys.join(''), backgrounds]).toEqual(['jk', ['light']]);
	expect(Object.hasOwn(stdin, 'read')).toBe(false);
});

test('a response split over many reads leaves the surrounding keys unchanged', async () => {
	const {keys, backgrounds, says} = openKeys();
	await says('j\x1b', ']', '11;rgb:ffff/', 'ffff/ffff', '\x1b', '\\', '\x1b[', '?62;', 'cG\x1b[A');
	expect([keys.join(''), backgrounds]).toEqual(['jG\x1b[A', ['light']]);
});

test('an Esc is a key again when nothing has followed it for a second', async () => {
	const {clock, keys, says} = openKeys();
	await says('j', '\x1b');
	expect(keys.join('')).toBe('j');
	await clock.advance(1000);
	expect(keys.join('')).toBe('j\x1b');
	await says('\x1b', 'k');
	expect(keys.join('')).toBe('j\x1b\x1bk');
});

test('a terminal that does not report its background responds only to the second query, and nothing changes', async () => {
	const {keys, backgrounds, says, asked} = openKeys();
	await says(fence, 'q');
	expect([keys.join(''), backgrounds]).toEqual(['q', []]);
	await asked.settled();
});

test('removes a late response, and does not wait for a silent terminal', async () => {
	const late = openKeys();
	await late.clock.advance(2000);
	await late.says('j', light, fence, 'k');
	expect([late.keys.join(''), late.backgrounds]).toEqual(['jk', ['light']]);
	const silent = openKeys();
	await silent.clock.advance(31_000);
	expect(Object.hasOwn(silent.stdin, 'read')).toBe(false);
});

test('an exit waits for the response, or a short time without one', async () => {
	const answered = openKeys();
	const gone: string[] = [];
	void answered.asked.settled().then(() => gone.push('answered'));
	await answered.says(light);
	expect(gone).toEqual([]);
	await answered.says(fence);
	expect(gone).toEqual(['answered']);
	const silent = openKeys();
	void silent.asked.settled().then(() => gone.push('silent'));
	await silent.clock.advance(299);
	expect(gone).toEqual(['answered']);
	await silent.clock.advance(1);
	expect(gone).toEqual(['answered', 'silent']);
});

test('an answer that never ends times out a second after its last part, and swallows no later key', async () => {
	for (const lateMs of [0, 5000]) {
		const {clock, keys, says} = openKeys();
		await clock.advance(lateMs);
		await says('\x1b]11;rgb:ff');
		await clock.advance(900);
		await says('ff');
		await clock.advance(1000);
		await says('j', 'k');
		expect(keys.join('')).toBe('jk');
	}
});

test('Ctrl-C ends an unfinished answer', async () => {
	const {keys, says} = openKeys();
	await says('\x1b]11;rgb:ff', '\x03');
	expect(keys.join('')).toBe('\x03');
});
