import {expect, test} from 'vitest';
import {
	maxCommandLength,
	maxFieldLength,
	maxResponseLength,
	sanitizeServer,
} from '../../../src/app/kernel/text/sanitize.ts';
import {Backup} from '../../../src/contract/models/server.ts';
import {aCommand, aServer} from '../../helpers/builders.ts';

test('a text from the service that is too long is cut, and ends with its length', () => {
	const long = '雪'.repeat(1024 * 1024);
	const {displayName, commands} = sanitizeServer(
		aServer({displayName: long, commands: [aCommand({command: long, response: long.repeat(5)})]}),
	);
	const ending = '… (truncated from 1,048,576 characters)';
	expect(displayName).toBe('雪'.repeat(maxFieldLength) + ending);
	expect(commands[0]?.command).toBe('雪'.repeat(maxCommandLength) + ending);
	expect(commands[0]?.response).toHaveLength(
		maxResponseLength + '… (truncated from 5,242,880 characters)'.length,
	);
});

test('a text is not cut within a character', () => {
	const {displayName = ''} = sanitizeServer(aServer({displayName: `x${'🙂'.repeat(maxFieldLength)}`}));
	expect(displayName).not.toContain('<U+');
	expect(displayName).toMatch(/🙂… \(truncated from 8,001 characters\)$/u);
});

test('also cuts names of fields', () => {
	const names = Object.keys(sanitizeServer(aServer({['x'.repeat(9000)]: 'odd'})));
	expect(names).toContainEqual(expect.stringMatching(/^x{4000}… \(truncated from 9,000 characters\)$/));
});

test('a record with too many fields keeps the first ones, and says how many there were', () => {
	const odd = Object.fromEntries(Array.from({length: 100_000}, (_, at) => [`f${at}`, at]));
	const clean = sanitizeServer(aServer({odd}));
	expect(clean['odd']).toMatchObject({f0: 0, '…': 'truncated from 100,000 fields'});
	expect(Object.keys(clean['odd'] as object)).toHaveLength(1001);
});

test('a record with nothing to sanitize stays the same object, with its commands', () => {
	const server = aServer({
		displayName: 'Süd 雪',
		commands: [aCommand({command: 'list', response: 'a\nb'})],
		odd: {a: [1]},
	});
	expect(sanitizeServer(server)).toBe(server);
});

test.each([
	['a text', {displayName: 'a\x1bb'}],
	['a text of an unknown field', {odd: {a: ['\x1b']}}],
	['the name of a field', {'a\x1bb': 1}],
	['the name of a field that looks like another one', {'a\x1b': 1, 'a^[': 1}],
	['an answer', {commands: [aCommand({response: '\x1b[2J'})]}],
	['a backup', {backups: [Backup.parse({backupId: 'b', name: '\x1b'})]}],
])('%s with a control character is sanitized', (_, given) => {
	const clean = sanitizeServer(aServer({id: 'a', ...given}));
	expect(JSON.stringify(clean)).not.toContain('\\u001b');
	expect(Object.keys(clean).join('')).not.toContain('\x1b');
});
