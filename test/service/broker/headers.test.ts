import {expect, test} from 'vitest';
import {readHeaders} from '../../../src/service/broker/frames.ts';

test('the first of repeated headers counts, without the spaces around it', () => {
	const headers = [
		['id ', ' 1 '],
		['id', '2'],
		['__proto__', 'x'],
	] as const;
	expect(Object.entries(readHeaders({command: 'MESSAGE', headers}))).toEqual([
		['__proto__', 'x'],
		['id', '1'],
	]);
});

test.each([
	['MESSAGE', String.raw`a\cb\nc\rd\\e`, 'a:b\nc\rd\\e'],
	// A backslash before an n, which is not a line break.
	['MESSAGE', String.raw`C:\\new`.replace(':', String.raw`\c`), String.raw`C:\new`],
	['CONNECTED', String.raw`a\cb`, String.raw`a\cb`],
])('in %s, the value %j reads %j', (command, written, read) => {
	expect(readHeaders({command, headers: [['name', written]]})).toEqual({name: read});
});
