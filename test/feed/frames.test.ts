import {expect, test} from 'vitest';
import {BadFrame, createFrameReader, frameText, maxFrameBytes, type Frame} from '../../src/feed/frames.ts';

function read(...messages: (string | Uint8Array)[]): Frame[] {
	const frames: Frame[] = [];
	const reader = createFrameReader(frame => frames.push(frame));
	for (const message of messages)
		reader.read(typeof message === 'string' ? message : Uint8Array.from(message).buffer);
	return frames;
}
const bodies = (frames: Frame[]) => frames.map(({body}) => body);

test('reads frames that share a message, with heart-beats and empty frames between them', () => {
	const frames = read('\n\nMESSAGE\nid:1\n\none\0\n\r\n\0MESSAGE\r\nid:2\r\n\r\ntwo\0\n');
	expect(bodies(frames)).toEqual(['one', 'two']);
	expect(frames.map(({headers}) => headers.get('id'))).toEqual(['1', '2']);
});

test('reads a frame that is split at any byte', () => {
	const whole = Buffer.from('MESSAGE\nid:1\n\n{"name":"Größe 🎮"}\0');
	for (let at = 1; at < whole.length; at++) {
		const frames = read(new Uint8Array(whole.subarray(0, at)), new Uint8Array(whole.subarray(at)));
		expect(bodies(frames)).toEqual(['{"name":"Größe 🎮"}']);
	}
	expect(bodies(read(...Array.from(whole, byte => new Uint8Array([byte]))))).toEqual(['{"name":"Größe 🎮"}']);
});

test.each(['0', '3', '999999999999', '-1', 'many'])(
	'a content-length of %s changes neither this frame nor the next one',
	length => {
		const frames = read(`MESSAGE\ncontent-length:${length}\n\n{"a":1}\0MESSAGE\n\n{"b":2}\0`);
		expect(bodies(frames)).toEqual(['{"a":1}', '{"b":2}']);
	},
);

test('unescapes headers in one pass, and the first of repeated headers counts', () => {
	const [frame] = read('ERROR\nmessage:a\\cb\\\\nc\\x\nmessage:second\n__proto__:x\nnothing\n\n\0');
	expect(frame?.headers.get('message')).toBe('a:b\\nc\\x');
	expect(frame?.headers.get('__proto__')).toBe('x');
	expect(frame?.headers.get('nothing')).toBe('');
});

test('escapes headers where STOMP 1.2 does, and never in CONNECT', () => {
	const headers = {passcode: 'a:b\\c'};
	expect(frameText('CONNECT', headers, {escapes: false})).toBe('CONNECT\npasscode:a:b\\c\n\n\0');
	expect(frameText('SUBSCRIBE', headers, {escapes: true})).toBe('SUBSCRIBE\npasscode:a\\cb\\\\c\n\n\0');
});

test.each([
	['an unknown command', 'HELLO\n\n\0'],
	['HTML', '<!doctype html>\n<html>\n\n</html>\0'],
	['a frame without an empty line', 'MESSAGE\nid:1\0'],
	['headers without end', `MESSAGE\n${'name:value\n'.repeat(10_000)}\n\0`],
])('rejects %s', (_name, message) => {
	expect(() => read(message)).toThrow(BadFrame);
});

test('rejects a frame without end as soon as it exceeds the limit, whatever its parts', () => {
	const frames: Frame[] = [];
	const reader = createFrameReader(frame => frames.push(frame));
	reader.read('MESSAGE\n\n');
	const part = 'x'.repeat(1024 * 1024);
	for (let parts = 0; parts < maxFrameBytes / part.length - 1; parts++) reader.read(part);
	expect(reader.isInside()).toBe(true);
	expect(() => reader.read(part)).toThrow('a message larger than 16 MB');
	expect(frames).toEqual([]);
});
