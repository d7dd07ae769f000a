import {expect, test} from 'vitest';
import {openTerminalWriter} from '../../../src/tui/terminal/writer.ts';
import {openEmulator} from './emulator.ts';
import {fakeOutput} from './fake-output.ts';
import {fakeWindow} from './fake-window.ts';

type WriterOptions = Partial<Parameters<typeof openTerminalWriter>[0]>;

/** A writer on an emulator; `shows` writes lines like Ink and lets the writer send. */
function open(options: WriterOptions = {}, columns = 20, rows = 5) {
	const emulator = openEmulator(columns, rows);
	const fake = fakeOutput(emulator.write);
	const stdout = fakeWindow(columns, rows);
	const writer = openTerminalWriter({stdout, output: fake.output, ...options});
	const says = async (...chunks: string[]) => {
		for (const chunk of chunks) writer.stream.write(chunk);
		await Promise.resolve();
	};
	const shows = (...lines: string[]) => says(`\x1b[H\x1b[J${lines.join('\n')}`);
	const sent = () => fake.writes.map(bytes => Buffer.from(bytes).toString());
	const lastSent = () => sent().at(-1) ?? '';
	return {emulator, fake, stdout, writer, says, shows, sent, lastSent};
}

async function opened(options: WriterOptions = {}, columns = 20, rows = 5) {
	const all = open(options, columns, rows);
	await all.says('\x1b[?1049h', '\x1b[?25l');
	await all.shows('first');
	return all;
}

test('a typed letter costs one byte', async () => {
	const {says, lastSent} = await opened();
	await says('\x1b[Hrcon> \x1b[?25h');
	await says('\x1b[?25l\x1b[Hrcon> l\x1b[?25h');
	expect(lastSent()).toBe('l');
});

test('a frame that changes nothing sends nothing', async () => {
	const {shows, sent} = await opened();
	const before = sent().length;
	await shows('first');
	expect(sent()).toHaveLength(before);
});

test('everything that Ink writes for one frame is sent in one write', async () => {
	const {says, sent, emulator} = await opened();
	const before = sent().length;
	await says('\x1b[?2026h', '\x1b[Hsecond', '\x1b[?2026l');
	expect(sent()).toHaveLength(before + 1);
	expect(emulator.rows()[0]).toBe('second');
});

test('while the terminal is blocked newer frames replace each other, and the newest is shown', async () => {
	const reports: {dropped: number}[] = [];
	const {shows, fake, emulator, sent} = await opened({onReport: report => reports.push(report)});
	fake.stop();
	const before = sent().length;
	for (let turn = 0; turn < 10; turn++) await shows(`frame ${turn}`);
	expect(sent()).toHaveLength(before);
	fake.go();
	expect(sent()).toHaveLength(before + 2);
	expect(emulator.rows()[0]).toBe('frame 9');
	expect(reports.at(-1)?.dropped).toBe(8);
});

test('measures the time a write takes, even while it is in progress', async () => {
	let time = 100;
	const {shows, fake, writer} = await opened({now: () => time});
	fake.stop();
	await shows('slow');
	time = 350;
	expect(writer.lastDrainMs()).toBe(250);
	time = 400;
	fake.go();
	time = 1000;
	expect(writer.lastDrainMs()).toBe(300);
});

test('encloses large frames in synchronized output if requested, and clears the screen first', async () => {
	const lines = Array.from({length: 5}, (_, n) => `\x1b[3${n}m${'x'.repeat(100 + n)}\x1b[0m`);
	const marked = await opened({synchronized: true}, 120);
	await marked.shows(...lines);
	expect(marked.lastSent()).toMatch(/^(?:\x1b\[\?25l)?\x1b\[\?2026h[^]*\x1b\[\?2026l$/);
	marked.writer.redraw();
	await Promise.resolve();
	expect(marked.lastSent().indexOf('\x1b[J')).toBeLessThan(marked.lastSent().indexOf('\x1b[?2026h'));
	expect(marked.lastSent().indexOf('\x1b[J')).toBe(marked.lastSent().lastIndexOf('\x1b[J'));
	const plain = await opened({}, 120);
	await plain.shows(...lines);
	expect(plain.sent().join('')).not.toContain('2026h');
});

test('no text in a frame acts on the terminal', async () => {
	const hostile = [
		'a\x07b\x08c\x7fd\x9be',
		'\x1b]0;title\x07f\x1b]52;c;aGk=\x1b\\g',
		'\x1b[?1049l\x1b[?2004h\x1b[5n\x1b[3Jh',
		'\u202ei\u200bj\u2066k',
		'\x1bPq#0\x1b\\l\x1bcm\x1b[8mn',
	];
	const {shows, lastSent, emulator} = await opened({scroll: false}, 40);
	await shows(...hostile);
	expect(emulator.rows()).toEqual(['a?b?c?d?e', 'fg', 'h', '?i?j?k', 'lmn']);
	const escapes = lastSent().match(/[\0-\x1f\x7f-\x9f\u202e\u200b\u2066](?:\[[\d;]*.)?/gu) ?? [];
	expect(escapes.filter(found => !/^(?:[\r\n\b]|\x1b\[[\d;]*[ABCDGHKXm])$/.test(found))).toEqual([]);
});

test('limits combining marks per letter, and does not show lone surrogates', async () => {
	const {shows, emulator} = await opened();
	await shows(`z${'\u0301'.repeat(500)}y`, 'a\ud800b');
	expect(emulator.rows().slice(0, 2)).toEqual(['zy', 'a?b']);
});

test('scrolls a console with a scroll region, and repairs the pane beside it', async () => {
	const {shows, lastSent, emulator} = await opened({}, 80, 12);
	const frame = (from: number) =>
		Array.from({length: 12}, (_, y) =>
			y > 1 && y < 10
				? `server ${y} |${String((from + y) ** 5)
						.padEnd(20, String(from + y))
						.repeat(3)}`
				: `fixed ${y}`,
		);
	await shows(...frame(100));
	await shows(...frame(101));
	expect(lastSent()).toMatch(/\x1b\[3;10r/);
	expect(lastSent().length).toBeLessThan(250);
	expect(emulator.rows()).toEqual(frame(101));
	await shows(...frame(99));
	expect(lastSent()).toContain('\x1bM\x1bM');
	expect(emulator.rows()).toEqual(frame(99));
});

test('output outside of the alternate screen passes unchanged', async () => {
	const {says, sent, emulator} = open();
	await says('before\n');
	await says('\x1b[?1049h');
	await says('inside');
	await says('\x1b[?1049l');
	await says('after\n');
	expect(sent()[0]).toBe('before\n');
	expect(sent().at(-1)).toBe('after\n');
	expect(emulator.rows().slice(0, 2)).toEqual(['before', 'after']);
});

test('enables the keyboard protocol only in the alternate screen, and once after an unexpected stop', async () => {
	const {says, writer, lastSent} = await opened();
	await says('\x1b[>31u\x1b[?u');
	expect(lastSent()).toContain('\x1b[>31u\x1b[?u');
	writer.resume();
	await Promise.resolve();
	expect(lastSent()).toMatch(/^\x1b\[\?1049h\x1b\[<u\x1b\[>31u/);
	await says('\x1b[?1049l');
	expect(lastSent()).toMatch(/^\x1b\[<u.*\x1b\[\?1049l/);
	await says('\x1b[?2004h\x1b[?u');
	expect(lastSent()).toBe('\x1b[?2004h');
	await says('\x1b[?1049h');
	expect(lastSent()).toMatch(/^\x1b\[\?1049h\x1b\[>31u\x1b\[\?u/);
	await writer.close();
});

test('passes on modes that Ink sets, and resets them when the terminal is released', async () => {
	const {says, writer, sent, lastSent, emulator, fake} = await opened();
	await says('\x1b[?2004h', '\x1b[>1u', '\x1b[?u');
	expect(lastSent()).toBe('\x1b[>1u\x1b[?2004h\x1b[?u');
	await writer.suspend();
	expect(lastSent()).toContain('\x1b[?2004l\x1b[<u');
	expect(lastSent()).toMatch(/\x1b\[r\x1b\[m\x1b\[\?7h\x1b\[999H\x1b\[K\x1b\[\?1049l\x1b\[\?25h$/);
	const before = sent().length;
	await says('\x1b[Hmeanwhile');
	expect(sent()).toHaveLength(before);
	writer.resume();
	await Promise.resolve();
	expect(lastSent()).toMatch(/^\x1b\[\?1049h\x1b\[>1u\x1b\[\?2004h/);
	expect(emulator.rows()[0]).toBe('meanwhile');
	await writer.close();
	expect(lastSent()).toContain('\x1b[?2004l\x1b[<u');
	expect(emulator.isAlternate()).toBe(false);
	expect(fake.isClosed()).toBe(true);
});

test('an exit releases the terminal at once, even with a frame in progress', async () => {
	const {shows, writer, fake, emulator, sent} = await opened();
	fake.stop();
	await shows('under way');
	await shows('never shown');
	writer.closeSync();
	expect(emulator.isAlternate()).toBe(false);
	expect(sent().at(-1)).toMatch(
		/^\x1b\[\?2026l\x1b\[r\x1b\[m\x1b\[\?7h\x1b\[999H\x1b\[K\x1b\[\?1049l\x1b\[\?25h$/,
	);
	const before = sent().length;
	writer.closeSync();
	await writer.close();
	await shows('too late');
	expect(sent()).toHaveLength(before);
});

test('a writer that never took the terminal does not release it', async () => {
	const {writer, sent} = open();
	await writer.close();
	expect(sent()).toEqual([]);
});

test('reports a closed terminal once, and drops everything after that', async () => {
	const lost: string[] = [];
	let writes = 0;
	const output = {
		write(_bytes: Uint8Array, done: (error?: Error) => void) {
			writes++;
			done(new Error('EIO'));
		},
		writeSync() {},
		close() {},
	};
	const {says, writer} = open({output, onLost: error => lost.push(error.message)});
	await says('\x1b[?1049h', 'frame');
	await says('another');
	await writer.suspend();
	await writer.close();
	expect(lost).toEqual(['EIO']);
	expect(writes).toBe(1);
});

test('sends bells and notifications in order and never drops them', async () => {
	const {writer, fake, shows, sent, emulator} = await opened();
	fake.stop();
	await shows('one');
	writer.send('\x07');
	await shows('two');
	writer.send('\x1b]0;deck\x07');
	fake.go();
	expect(sent().at(-1)).toMatch(/^\x07\x1b\]0;deck\x07/);
	expect(emulator.rows()[0]).toBe('two');
});

test('passes a new size on to Ink, and adopts it', async () => {
	const {writer, stdout} = await opened();
	const resizes: number[] = [];
	writer.stream.on('resize', () => resizes.push(writer.stream.columns, writer.stream.rows));
	Object.assign(stdout, {columns: 33, rows: 7});
	stdout.emit('resize');
	expect(resizes).toEqual([33, 7]);
});

test('constantly new colors neither grow memory nor corrupt the screen', async () => {
	const {shows, emulator} = await opened({}, 40, 2);
	for (let frame = 0; frame < 300; frame++) {
		const cells = Array.from({length: 39}, (_, x) => `\x1b[38;2;${frame % 256};${x};${frame >> 8}m#`);
		await shows(`${cells.join('')}\x1b[0m`);
	}
	expect(emulator.cell(7, 0)).toEqual({text: '#', width: 1, look: `3:${(43 << 16) + (7 << 8) + 1}`});
});
