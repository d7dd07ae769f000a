import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {showPlainly} from '../../src/tui/plain-view.ts';

/** Opens the plain view of a text. */
function open(text: string, ascii = false) {
	let shown = '';
	let raw = false;
	const log: string[] = [];
	const stdin = Object.assign(new PassThrough(), {setRawMode: (isRaw: boolean) => void (raw = isRaw)});
	const over = showPlainly(text, {
		stdin,
		ascii,
		lend: async task => {
			log.push('lent');
			await task();
			log.push('back');
		},
		output: () => ({
			write: (bytes, done) => {
				shown += Buffer.from(bytes).toString();
				done();
			},
			writeSync: () => {},
			close: () => void log.push('closed'),
		}),
	});
	return {stdin, over, log, shown: () => shown, isRaw: () => raw};
}

test('shows a text unchanged, with a line that says how to return', async () => {
	const view = open('one\ntwo\tcells\n\n');
	view.stdin.write('\r');
	await view.over;
	expect(view.shown()).toBe('\r\none\r\ntwo\tcells\r\n\r\n-- Press Enter to return to rcondeck --\r\n');
	expect(view.log).toEqual(['lent', 'closed', 'back']);
	expect(view.isRaw()).toBe(false);
});

test.each(['\n', 'q', '\x1b', '\x03'])('%j returns, other keys do not', async key => {
	const view = open('x');
	view.stdin.write('abc jk');
	await new Promise(resolve => setImmediate(resolve));
	expect(view.log).toEqual(['lent']);
	view.stdin.write(key);
	await view.over;
	expect(view.log).toEqual(['lent', 'closed', 'back']);
});

test('closing the terminal ends it', async () => {
	const view = open('x');
	view.stdin.end();
	await view.over;
	expect(view.log).toContain('back');
});

test('shows only ASCII on a terminal without Unicode', async () => {
	const view = open('雪豹\tZoë…', true);
	view.stdin.write('\r');
	await view.over;
	expect(view.shown()).toContain('????\tZo?~');
});
