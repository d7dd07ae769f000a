import {expect, test} from 'vitest';
import {writeFacts} from '../../src/cli/output/fact-list.ts';
import type {Io} from '../../src/cli/output/io.ts';

test('labels and values are sanitized, aligned, and left out if there is no value', () => {
	let text = '';
	const stdout = {write: (part: string) => (text += part)};
	writeFacts({stdout} as unknown as Io, [
		['Name', 'one\u001B[2J'],
		['cpu\u202E\u001B]0;x\u0007', 8],
		['A name that is longer than all others', undefined],
	]);
	expect(text).toBe('Name                 one^[[2J\ncpu<U+202E>^[]0;x^G  8\n');
});
