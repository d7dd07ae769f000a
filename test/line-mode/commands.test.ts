import {describe, expect, test} from 'vitest';
import {findCommand, splitCommand} from '../../src/line-mode/commands/command.ts';
import {lineCommands} from '../../src/line-mode/commands/index.ts';
import {renderLine} from '../../src/line-mode/session.ts';
import {key, message} from '../../src/messages/text.ts';

const named = (word: string) => {
	const found = findCommand(lineCommands, word);
	return 'command' in found ? found.command.name : found.problem;
};

describe('the name of a command', () => {
	test('may be abbreviated if it is read-only', () => {
		expect(['tr', 'serv', 'sh', 'q', 'TIME'].map(named)).toEqual([
			'alerts',
			'servers',
			'show',
			'quit',
			'time',
		]);
	});

	test.each(['restar', 'sto', 'broad', 'und', 'star', 'creat', 'kic'])(
		'must be complete if it acts: %s does nothing',
		word => {
			expect(named(word)).toMatch(/Type actions in full.*Nothing was done/);
		},
	);

	test('is listed with the others if it is ambiguous', () => {
		expect(named('no')).toBe(':no is ambiguous: :bookmark, :nodes, :node, :note-player. Type more of it.');
	});

	test('is unique: no word means two commands', () => {
		const words = lineCommands.flatMap(({name, aliases = []}) => [name, ...aliases]);
		expect(new Set(words).size).toBe(words.length);
		expect(['go', 'list', 'search', '?', 'exit'].map(named)).toEqual([
			'use',
			'servers',
			'find',
			'help',
			'quit',
		]);
	});

	test('points to the help if it is unknown', () => {
		expect(named('ls')).toMatch(/There is no :ls\..*:help/);
		expect(named('')).toMatch(/There is no/);
	});

	test.each([
		['alrets', ':alerts'],
		['handovre', ':handover'],
	])('suggests the nearest one if it is unknown: %s', (typed, near) => {
		expect(named(typed)).toContain(`There is no :${typed}. Did you mean ${near}?`);
	});

	test.each(['restat', 'strat', 'acknolwedge'])('never suggests one that acts: %s', typed => {
		expect(named(typed)).toMatch(/There is no :\w+\..*:help/);
	});

	test('never starts a read-only name if it acts, so that a typo does not act', () => {
		const acting = lineCommands.filter(({changesService}) => changesService).map(({name}) => name);
		expect(acting).toEqual(expect.arrayContaining(['start', 'stop', 'restart', 'broadcast', 'undo']));
		const readOnlyNames = lineCommands.flatMap(({changesService, name, aliases = []}) =>
			changesService ? [] : [name, ...aliases],
		);
		expect(readOnlyNames.filter(name => acting.some(one => name.startsWith(one)))).toEqual([]);
	});
});

test('splits a line into its command and the rest', () => {
	expect(splitCommand(':broadcast  Back in 5: "soon"')).toEqual({
		word: 'broadcast',
		rest: 'Back in 5: "soon"',
	});
	expect(splitCommand(': servers')).toEqual({word: 'servers', rest: ''});
});

test('core messages name the commands of line mode', () => {
	expect(renderLine(message`Waits 3s before it is sent; ${key('view.undo')} undoes it.`)).toBe(
		'Waits 3s before it is sent; :undo undoes it.',
	);
	expect(renderLine(message`${key('console.fold')} unfolds`)).toBe('Fold unfolds');
});
