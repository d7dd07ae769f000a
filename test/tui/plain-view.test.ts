import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {showPlainly} from '../../src/tui/plain-view.ts';

/** The plain view of a text, up to what leads back from it. */
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

test('a text is shown as it is, with a line that says how to come back', async () => {
	const view = open('one\ntwo\tcells\n\n');
	view.stdin.write('\r');
	await view.over;
	expect(view.shown()).toBe('\r\none\r\ntwo\tcells\r\n\r\n-- Press Enter to return to rcondeck --\r\n');
	expect(view.log).toEqual(['lent', 'closed', 'back']);
	expect(view.isRaw()).toBe(false);
});

test.each(['\n', 'q', '\x1b', '\x03'])('%j comes back, other keys do not', async key => {
	const view = open('x');
	view.stdin.write('abc jk');
	await new Promise(resolve => setImmediate(resolve));
	expect(view.log).toEqual(['lent']);
	view.stdin.write(key);
	await view.over;
	expect(view.log).toEqual(['lent', 'closed', 'back']);
});

test('a terminal that goes away ends it', async () => {
	const view = open('x');
	view.stdin.end();
	await view.over;
	expect(view.log).toContain('back');
});

test('a terminal without Unicode gets none', async () => {
	const view = open('雪豹\tZoë…', true);
	view.stdin.write('\r');
	await view.over;
	expect(view.shown()).toContain('????\tZo?~');
});
