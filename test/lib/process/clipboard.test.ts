import {expect, test} from 'vitest';
import {clipboardBytes} from '../../../src/lib/process/clipboard.ts';

/** The text that a terminal finds in an OSC 52 sequence. */
const decodeOsc52 = (bytes: string) => {
	const [, base64] = /^\x1b\]52;c;([A-Za-z0-9+/=]*)\x07$/.exec(bytes) ?? [];
	return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('utf8');
};

const text = 'Grüße\n雪豹 🦖\t"quoted"';

test('a copy is OSC 52 in base64, whatever the text contains', () => {
	expect(decodeOsc52(clipboardBytes(text, 'osc52'))).toBe(text);
	expect(clipboardBytes(text, 'off')).toBe('');
});

test('wraps a copy for tmux and screen where the settings say so', () => {
	const inTmux = /^\x1bPtmux;([^]*)\x1b\\$/.exec(clipboardBytes(text, 'tmux'))?.[1] ?? '';
	expect(decodeOsc52(inTmux.replaceAll('\x1b\x1b', '\x1b'))).toBe(text);
	const long = text.repeat(50);
	const pieces = clipboardBytes(long, 'screen').matchAll(/\x1bP([^]*?)\x1b\\/g);
	const inside = [...pieces].map(([, piece = '']) => piece);
	expect(Math.max(...inside.map(({length}) => length))).toBeLessThanOrEqual(76);
	expect(decodeOsc52(inside.join(''))).toBe(long);
});
