import {describe, expect, test} from 'vitest';
import {renderLine} from '../../src/line-mode/session.ts';
import {commands} from '../../src/app/features.ts';
import {createKeymap, renderWithKeys} from '../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../helpers/keymap.ts';
import {
	alternative,
	duration,
	elapsed,
	gap,
	isEmpty,
	joinMessages,
	key,
	message,
	ratio,
	renderMessage,
	shellSegments,
} from '../../src/messages/text.ts';

describe('a message that names a key', () => {
	const text = message`It goes on: ${key('jobs.open')} shows it, ${key('app.servers')} goes to the servers.`;

	test('uses the keys of the session', () => {
		expect(renderWithKeys(text, usualKeymap)).toBe('It goes on: o shows it, 1 goes to the servers.');
		const keys = {'app.servers': ['ctrl+e']};
		expect(renderWithKeys(text, createKeymap(commands, keys))).toBe(
			'It goes on: o shows it, Ctrl-E goes to the servers.',
		);
	});

	test('uses the words of a front end without keys', () => {
		expect(renderMessage(text, {kind: 'shell', keyLabel: id => `:${id}`})).toBe(
			'It goes on: :jobs.open shows it, :app.servers goes to the servers.',
		);
	});

	test('names the preferred key when the command has several', () => {
		const choose = message`${key('paste.up', 'up')} chooses`;
		expect(renderWithKeys(choose, usualKeymap)).toBe('Up chooses');
		expect(renderWithKeys(choose, createKeymap(commands, {'paste.up': ['ctrl+p']}))).toBe('Ctrl-P chooses');
	});
});

test('nested messages become part of a message, which is a string without other segments', () => {
	expect(message`${message`one ${2}`} three`).toBe('one 2 three');
	expect(message`${''}`).toBe('');
	expect(message`a ${message`b ${key('app.quit')}`} c`).toEqual(['a b ', {key: 'app.quit'}, ' c']);
});

test('a part with line-mode words uses them only there', () => {
	const text = message`Answers as they came${alternative(message`; ${key('console.raw')} ends it`, '')}.`;
	expect(renderWithKeys(text, usualKeymap)).toBe('Answers as they came; x ends it.');
	expect(renderLine(text)).toBe('Answers as they came.');
	expect(renderMessage(text, shellSegments)).toBe('Answers as they came; console.raw ends it.');
});

test('values are short on a screen and spelled out in line mode; texts of the same style stay unchanged', () => {
	const text = message`D:/a/3/4 1.5s: in ${duration(540_000)}, took ${elapsed(200_000)}, ${ratio(2, 3)} done`;
	expect(renderWithKeys(text, usualKeymap)).toBe('D:/a/3/4 1.5s: in 9m, took 3m 20s, 2/3 done');
	expect(renderLine(text)).toBe('D:/a/3/4 1.5s: in 9 minutes, took 3 minutes 20 seconds, 2 of 3 done');
});

test('joins parts and skips empty ones', () => {
	const text = joinMessages(['one  two', undefined, '', key('app.quit'), alternative('', '')], gap);
	expect(renderWithKeys(text, usualKeymap)).toBe('one  two   q');
	expect(renderLine(text)).toBe('one  two, :quit');
	expect(joinMessages(['a', 'b'], ', ')).toBe('a, b');
});

test('a message that shows nothing is empty', () => {
	expect(['', [], [''], alternative('', '')].map(isEmpty)).toEqual([true, true, true, true]);
	expect(['a', key('app.quit'), alternative('', 'a')].map(isEmpty)).toEqual([false, false, false]);
});
