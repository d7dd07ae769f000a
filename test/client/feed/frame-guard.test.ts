import {expect, test} from 'vitest';
import {BadFrame, createFrameGuard, maxMessageBytes} from '../../../src/client/feed/frame-guard.ts';

function read(...messages: (string | Uint8Array)[]): string[] {
	const frames: string[] = [];
	const guard = createFrameGuard((head, body) => frames.push(head.replace('\0', `${body}\0`)));
	for (const message of messages)
		guard.read(typeof message === 'string' ? message : Uint8Array.from(message).buffer);
	return frames;
}

test('passes frames that share a message, without the heart-beats and empty frames between them', () => {
	expect(read('\n\nMESSAGE\nid:1\n\none\0\n\r\n\0MESSAGE\r\nid:2\r\n\r\ntwo\0\n')).toEqual([
		'MESSAGE\nid:1\n\none\0',
		'MESSAGE\nid:2\n\ntwo\0',
	]);
});

test('passes a frame that is split at any byte', () => {
	const text = 'MESSAGE\nid:1\n\n{"name":"Größe 🎮"}\0';
	const whole = Buffer.from(text);
	for (let at = 1; at < whole.length; at++)
		expect(read(new Uint8Array(whole.subarray(0, at)), new Uint8Array(whole.subarray(at)))).toEqual([text]);
	expect(read(...Array.from(whole, byte => new Uint8Array([byte])))).toEqual([text]);
});

test.each(['0', '3', '999999999999', '-1', 'many'])(
	'a content-length of %s changes neither this frame nor the next one',
	length => {
		expect(read(`MESSAGE\nContent: x\n content-length :${length}\n\n{"a":1}\0MESSAGE\n\n{"b":2}\0`)).toEqual([
			'MESSAGE\nContent:x\n\n{"a":1}\0',
			'MESSAGE\n\n{"b":2}\0',
		]);
	},
);

test('a header without a colon or with names of JavaScript changes nothing else', () => {
	expect(read('MESSAGE\nnothing\nsubscription:__proto__\nreceipt-id:constructor\n\n{"a":1}\0')).toEqual([
		'MESSAGE\nnothing:\n\n{"a":1}\0',
	]);
});

test.each([
	['an unknown command', 'HELLO\n\n\0'],
	['a command with a name of JavaScript', '__proto__\n\n\0'],
	['HTML', '<!doctype html>\n<html>\n\n</html>\0'],
	['a frame without an empty line', 'MESSAGE\nid:1\0'],
	['headers without end', `MESSAGE\n${'name:value\n'.repeat(10_000)}\n\0`],
])('rejects %s', (_name, message) => {
	expect(() => read(message)).toThrow(BadFrame);
});

test('a frame may be as large as a message, but unfinished only 1 MB, whatever its parts', () => {
	const start = 'MESSAGE\n\n';
	expect(read(`${start}${'x'.repeat(maxMessageBytes - 100)}\0`)).toHaveLength(1);
	for (const part of ['x'.repeat(100_000), 'x'.repeat(100)]) {
		const guard = createFrameGuard(() => expect.unreachable());
		guard.read(start);
		for (let sent = 0; sent < 1024 * 1024 - 100_000; sent += part.length) guard.read(part);
		expect(guard.isInside()).toBe(true);
		expect(() => guard.read('x'.repeat(200_000))).toThrow('a message larger than 1 MB');
	}
});
