import {describe, expect, test} from 'vitest';
import {commandNamed, takenApart} from '../../src/line-mode/commands/command.ts';
import {lineCommands} from '../../src/line-mode/commands/index.ts';
import {renderLine} from '../../src/line-mode/segments.ts';
import {key, message} from '../../src/messages/text.ts';

const named = (word: string) => {
	const found = commandNamed(lineCommands, word);
	return 'command' in found ? found.command.name : found.problem;
};

describe('the name of a command', () => {
	test('may be shortened where it only looks', () => {
		expect(['tr', 'serv', 'sh', 'q', 'TIME'].map(named)).toEqual([
			'trouble',
			'servers',
			'show',
			'quit',
			'time',
		]);
	});

	test.each(['restar', 'sto', 'broad', 'und', 'star', 'creat', 'kic'])(
		'is written in full where it acts: %s does nothing',
		word => {
			expect(named(word)).toMatch(/Type actions in full.*Nothing was done/);
		},
	);

	test('that may be several names them', () => {
		expect(named('no')).toBe(':no is ambiguous: :bookmark, :nodes, :node. Type more of it.');
	});

	test('is its own: no word means two commands', () => {
		const words = lineCommands.flatMap(({name, also = []}) => [name, ...also]);
		expect(new Set(words).size).toBe(words.length);
		expect(['go', 'list', 'search', '?', 'exit'].map(named)).toEqual([
			'use',
			'servers',
			'find',
			'help',
			'quit',
		]);
	});

	test('that is none says where to look', () => {
		expect(named('ls')).toMatch(/There is no :ls\..*:help/);
		expect(named('')).toMatch(/There is no/);
	});

	test.each([
		['restat', ':restart'],
		['troubel', ':trouble'],
		['acknolwedge', ':acknowledge'],
	])('that is none says which is nearest: %s', (typed, near) => {
		expect(named(typed)).toContain(`There is no :${typed}. Did you mean ${near}?`);
	});

	test('that acts is no beginning of one that looks, so that nobody acts by a slip', () => {
		const acting = lineCommands.filter(({changesService}) => changesService).map(({name}) => name);
		expect(acting.slice(0, 5)).toEqual(['start', 'stop', 'restart', 'broadcast', 'undo']);
		const looking = lineCommands.flatMap(({changesService, name, also = []}) =>
			changesService ? [] : [name, ...also],
		);
		expect(looking.filter(name => acting.some(one => name.startsWith(one)))).toEqual([]);
	});
});

test('a line is taken apart into its command and the rest', () => {
	expect(takenApart(':broadcast  Back in 5: "soon"')).toEqual({word: 'broadcast', rest: 'Back in 5: "soon"'});
	expect(takenApart(': servers')).toEqual({word: 'servers', rest: ''});
});

test('where core names commands, lines are named', () => {
	expect(renderLine(message`Waits 3s before it is sent; ${key('view.undo')} undoes it.`)).toBe(
		'Waits 3s before it is sent; :undo undoes it.',
	);
	expect(renderLine(message`${key('console.fold')} unfolds`)).toBe('Fold unfolds');
});
