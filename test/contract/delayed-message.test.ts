import {expect, test} from 'vitest';
import {fillMinutes} from '../../src/contract/delayed-message.ts';

test.each([
	['Restart in {minutes} minutes', 10, 'Restart in 10 minutes'],
	['Restart in {minutes} minutes', 1, 'Restart in 1 minute'],
	['{minutes} Minutes: restart, {minutes} mins', 1, '1 Minute: restart, 1 min'],
	['Restart in {minutes} min', 1, 'Restart in 1 min'],
	['Neustart in {minutes} Minuten', 1, 'Neustart in 1 Minuten'],
	['Save your minutes', 1, 'Save your minutes'],
])('%s with %i left', (message, minutes, read) => {
	expect(fillMinutes(message, minutes)).toBe(read);
});
