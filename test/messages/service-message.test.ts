import {expect, test} from 'vitest';
import {withServiceMessage} from '../../src/messages/results.ts';

test.each([
	['The name is taken.', 'one-a has it', 'The name is taken: one-a has it.'],
	['The name is taken.', 'one-a has it!', 'The name is taken: one-a has it!'],
	[
		'Too many requests. Wait, then try again.',
		'Slow down',
		'Too many requests: Slow down. Wait, then try again.',
	],
	['The server is not online.', undefined, 'The server is not online.'],
	['The server is not online.', '', 'The server is not online.'],
	['The server is not online.', 'Server is not online', 'The server is not online.'],
	[
		'The server is not online.',
		'The server is not online: it is STARTING.',
		'The server is not online: it is STARTING.',
	],
	['The server is not online.', 'Le serveur est arrêté', 'The server is not online: Le serveur est arrêté.'],
])('%s with "%s" is %s', (ours, said, both) => {
	expect(withServiceMessage(ours, said)).toBe(both);
});

test('does not repeat the hint that is shown beside it', () => {
	expect(withServiceMessage('The name is taken.', 'Choose another name', 'Choose another name.')).toBe(
		'The name is taken.',
	);
});
